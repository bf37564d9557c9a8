// account: what the API handlers for accounts share: sessions and their cookies, mails with
// tickets, leaving all matches.
//
//     struct call *c = NULL; /* a handler's argument */
//     ok = password_check(c, TEXT("correct horse"));
#ifndef LOGOMACHY_SERVER_API_ACCOUNT_H
#define LOGOMACHY_SERVER_API_ACCOUNT_H

#include "server/accounts/cookie.h"
#include "server/api/call.h"
#include "server/runtime/secret.h"

// In characters; one has 4 bytes at most.
enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 200, PASSWORD_BYTES = 4 * PASSWORD_LONGEST };

// An account as its owner sees it, with the CSRF token that unsafe requests have to carry.
json_t *account_json(const struct api *api, const struct store_account *a, const char *session);

// A new session: the secret goes to the client, its hash to the store.
struct new_session {
    char secret[COOKIE_SECRET];
    struct store_session row;
};
// A browser's session for the caller, or a program's token.
void session_new(struct new_session *s, const struct call *c, const struct store_account *a);
void session_new_token(struct new_session *s, const struct call *c, const struct store_account *a);

// Answers with the account, and with the cookies of its new session and of this device.
void account_answer(struct call *c, unsigned status, const struct store_account *a,
                    const struct new_session *s);

// Adds the cookie by which this browser is recognized at the next login; none if the account has no
// password.
void account_remember_device(struct cookies *cookies, struct call *c,
                             const struct store_account *a);

// 204, and the session's cookie is gone.
void account_answer_gone(struct call *c);

bool password_fits(struct text password);                  // by its length
bool password_check(struct call *c, struct text password); // refuses the call itself

// For run(): refuses the call if too many mails were sent to this address lately, or requested from
// the caller's address.
enum store_status mail_claim(struct store_tx *tx, struct call *c, const char *to) STORE_CHECKED;

// Queues a mail that carries a ticket to its owner.
enum store_status ticket_mail(struct store_tx *tx, const struct api *api,
                              const struct store_account *a, const char *kind, const char *to,
                              enum message subject, enum message body) STORE_CHECKED;

// Leaves all matches of an account (closing.h); then then(), or an error as the answer.
void call_leave_matches(struct call *c, int64_t account, call_then_fn *then);

#endif
