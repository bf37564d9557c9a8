// account: what the API calls that concern accounts share.
#ifndef LOGOMACHY_SERVER_ACCOUNT_H
#define LOGOMACHY_SERVER_ACCOUNT_H

#include "server/call.h"
#include "server/secret.h"

enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 200 };

// What the owner sees of an account; with it the token that unsafe requests have to carry.
json_t *account_json(const struct app *app, const struct store_account *a, const char *session);

// A new session: the secret goes to the client, its hash to the store.
struct new_session {
    char secret[SECRET_TOKEN];
    struct store_session row;
};
void session_new(struct new_session *s, const struct store_account *a, int64_t now);

// Answers with the account, and with the cookie of its new session.
void account_answer(struct call *c, unsigned status, const struct store_account *a,
                    const struct new_session *s);

bool password_check(struct call *c, struct text password); // refuses the call itself

// Queues a mail that brings a ticket to its owner.
enum store_status ticket_mail(struct store_tx *tx, struct call *c, const struct store_account *a,
                              const char *kind, const char *to, enum message subject,
                              enum message body) STORE_CHECKED;

#endif
