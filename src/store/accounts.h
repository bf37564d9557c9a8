// accounts: accounts, their sessions and their one-time tickets. An account belongs to a guest, a
// person or a program. Its name is displayed; its key, the folded name, is unique and finds it.
// Nothing here folds, hashes or reads a clock: the server does.
//
// Sessions and tickets are stored by the hash of their secret only, so a stolen copy of the
// database gives no access to accounts, except by links in unsent mails (see social.h). It does
// contain the seeds of running matches. docs/security.md says what to do then.
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_account a;
//     ok = store_account_by_key(tx, "anna", &a) == STORE_OK && !a.banned;
//
// All functions run within a job (see store.h). Times are milliseconds since 1970.
#ifndef LOGOMACHY_STORE_ACCOUNTS_H
#define LOGOMACHY_STORE_ACCOUNTS_H

#include "store/store.h"

enum store_account_kind { ACCOUNT_GUEST, ACCOUNT_PERSON, ACCOUNT_BOT };

struct store_account {
    int64_t id; // from 1, never used twice
    char name[41];
    char key[81]; // the folded name; unique
    enum store_account_kind kind;
    char password[129]; // Argon2id hash by libsodium, or ""
    char mail[255];     // "": none; unique among persons
    char lang[4];
    bool mail_turns; // send mail when it is the account's turn
    bool admin;
    bool banned;
    int64_t muted_until; // chat is blocked until then
    int64_t created;
    int64_t seen;
    bool closed;       // erased; only the id is left
    char skeleton[81]; // confusable skeleton of the name (UTS #39); unique. "": not claimed
};

// Sets the id. STORE_TAKEN: the key, the skeleton or a person's mail address is in use.
enum store_status store_account_add(struct store_tx *tx, struct store_account *a) STORE_CHECKED;

enum store_status store_account_get(struct store_tx *tx, int64_t id,
                                    struct store_account *a) STORE_CHECKED;
enum store_status store_account_by_key(struct store_tx *tx, const char *key,
                                       struct store_account *a) STORE_CHECKED;
// Persons only, not guests and bots. Case-insensitive.
enum store_status store_account_by_mail(struct store_tx *tx, const char *mail,
                                        struct store_account *a) STORE_CHECKED;

// Writes all fields but id, created, seen and closed. STORE_TAKEN like store_account_add();
// STORE_NONE: the account does not exist or is closed.
enum store_status store_account_save(struct store_tx *tx,
                                     const struct store_account *a) STORE_CHECKED;

// Sets the skeleton of an account that has none. STORE_TAKEN: an older account has it.
enum store_status store_account_skeleton(struct store_tx *tx, int64_t id,
                                         const char *skeleton) STORE_CHECKED;

// Compare and set: replaces the password hash `old`, e.g. by one with new parameters. STORE_NONE:
// it is not `old` any more.
enum store_status store_account_rehash(struct store_tx *tx, int64_t id, const char *old,
                                       const char *password) STORE_CHECKED;

// Writes the time of the last visit only: cheap, touches no index.
enum store_status store_account_seen(struct store_tx *tx, int64_t id, int64_t at) STORE_CHECKED;

// Erases personal data: name, key, mail, password, sessions, tickets, mutes in both directions,
// chat texts, queued mails, games of its devices. The id stays, so that the opponents' games stay complete. STORE_NONE:
// it does not exist or is closed already.
enum store_status store_account_close(struct store_tx *tx, int64_t id) STORE_CHECKED;

// Reserves names, e.g. of closed accounts, until a time; hashed by the server.
enum store_status store_name_reserve(struct store_tx *tx, const char *name,
                                     int64_t until) STORE_CHECKED;
enum store_status store_name_reserved(struct store_tx *tx, const char *name, int64_t now,
                                      bool *reserved) STORE_CHECKED;

// Accounts whose key has the prefix ("": all), ordered by key; page->after_id is a key. Closed
// accounts have no key and are not listed. The sink borrows the account until it returns; false
// stops.
typedef bool store_account_sink(void *context, const struct store_account *a);
enum store_status store_account_list(struct store_tx *tx, const char *prefix,
                                     const struct store_page *page, store_account_sink *sink,
                                     void *context) STORE_CHECKED;

// A browser's login session, or a program's bearer token.
struct store_session {
    char hash[65];
    int64_t account;
    int64_t created;
    int64_t expires;
    bool token;
    char label[41]; // the owner's name for a token, or ""
};

enum { SESSIONS_KEPT = 100 }; // per account, without tokens; the oldest are dropped

enum store_status store_session_add(struct store_tx *tx, const struct store_session *s)
    STORE_CHECKED; // STORE_TAKEN; STORE_NONE: no such account, or it is closed
// Expired ones too: the caller checks `expires`.
enum store_status store_session_get(struct store_tx *tx, const char *hash,
                                    struct store_session *s) STORE_CHECKED;
enum store_status store_session_touch(struct store_tx *tx, const char *hash,
                                      int64_t expires) STORE_CHECKED;
enum store_status store_session_drop(struct store_tx *tx, const char *hash) STORE_CHECKED;
// All sessions and tokens of an account except one ("": all). STORE_OK even if there are none.
enum store_status store_session_drop_all(struct store_tx *tx, int64_t account,
                                         const char *except) STORE_CHECKED;
// The same for tokens only, or for browsers only.
enum store_status store_session_drop_kind(struct store_tx *tx, int64_t account, bool token,
                                          const char *except) STORE_CHECKED;
typedef bool store_session_sink(void *context, const struct store_session *s);
enum store_status store_session_list(struct store_tx *tx, int64_t account, // oldest first
                                     store_session_sink *sink, void *context) STORE_CHECKED;
// Deletes sessions, tickets and name reservations that expired at `now` or before.
enum store_status store_session_drop_expired(struct store_tx *tx, int64_t now) STORE_CHECKED;

// A one-time ticket: to set a new password, or confirm a mail address.
struct store_ticket {
    char hash[65];
    int64_t account;
    char kind[16];
    char detail[255]; // e.g. the address to confirm
    int64_t expires;
};

enum store_status store_ticket_add(struct store_tx *tx, const struct store_ticket *t)
    STORE_CHECKED; // STORE_TAKEN; STORE_NONE: no such account, or it is closed
// Reads and deletes in one statement, so that it works once. STORE_NONE: no ticket of that kind.
// Expired ones too: the caller checks `expires`.
enum store_status store_ticket_take(struct store_tx *tx, const char *hash, const char *kind,
                                    struct store_ticket *t) STORE_CHECKED;
// All of one kind of an account, e.g. after a password change.
enum store_status store_ticket_drop_all(struct store_tx *tx, int64_t account,
                                        const char *kind) STORE_CHECKED;

#endif
