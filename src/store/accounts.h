// accounts: who may play, and the keys they come in with. An account is a guest's, a person's or a
// program's. Its name is shown; its key is the name folded, by which it is found and which no two
// have. Nothing here folds, hashes or looks at a clock: that is the server's.
//
// Sessions and tickets are kept by the hash of their secret only: a stolen copy of the database has
// no key to an account, but for the links in mails that are not sent yet (see social.h). It has the
// seeds of matches that run, too. docs/security.md says what to do then.
//
// All are for use within a job (see store.h). Times are milliseconds since 1970.
#ifndef LOGOMACHY_STORE_ACCOUNTS_H
#define LOGOMACHY_STORE_ACCOUNTS_H

#include "store/store.h"

enum store_account_kind { ACCOUNT_GUEST, ACCOUNT_PERSON, ACCOUNT_BOT };

struct store_account {
    int64_t id; // from 1, never used twice
    char name[41];
    char key[81]; // the folded name; unique
    enum store_account_kind kind;
    char password[129]; // what libsodium makes of it, or ""
    char mail[255];     // "" for none; a person's is unique
    char lang[4];
    bool mail_turns; // wants mail when it is their turn
    bool admin;
    bool banned;
    int64_t muted_until; // may not chat before that
    int64_t created;
    int64_t seen;
    bool closed;       // erased; only the number is left
    char skeleton[81]; // what the name looks like; unique. "": it may look like others
};

// Sets the id. STORE_TAKEN: the key, the skeleton, or a person's mail address, is another's.
enum store_status store_account_add(struct store_tx *tx, struct store_account *a) STORE_CHECKED;

enum store_status store_account_get(struct store_tx *tx, int64_t id,
                                    struct store_account *a) STORE_CHECKED;
enum store_status store_account_by_key(struct store_tx *tx, const char *key,
                                       struct store_account *a) STORE_CHECKED;
// A person's; guests and bots are not found by mail. Case does not count.
enum store_status store_account_by_mail(struct store_tx *tx, const char *mail,
                                        struct store_account *a) STORE_CHECKED;

// Writes all fields but id, created, seen and closed. STORE_TAKEN like store_account_add();
// STORE_NONE where the account does not exist or is closed.
enum store_status store_account_save(struct store_tx *tx,
                                     const struct store_account *a) STORE_CHECKED;

// Only the skeleton, where it has none. STORE_TAKEN where it is another's.
enum store_status store_account_skeleton(struct store_tx *tx, int64_t id,
                                         const char *skeleton) STORE_CHECKED;

// Only the password, if it is still `old`: the same one, hashed anew. STORE_NONE where it is not.
enum store_status store_account_rehash(struct store_tx *tx, int64_t id, const char *old,
                                       const char *password) STORE_CHECKED;

// Only the time it was last seen: cheap, touches no index.
enum store_status store_account_seen(struct store_tx *tx, int64_t id, int64_t at) STORE_CHECKED;

// Erases whose it was: name, key, mail, password, sessions, tickets, mutes (its own and those of
// it), the text of what it said in chats, mails that wait for its address. The number stays, so
// that the games of others stay whole. STORE_NONE where it does not exist or is closed already.
enum store_status store_account_close(struct store_tx *tx, int64_t id) STORE_CHECKED;

// Names that nobody may take until a time: those of closed accounts, as the server hashes them.
enum store_status store_name_reserve(struct store_tx *tx, const char *name,
                                     int64_t until) STORE_CHECKED;
enum store_status store_name_reserved(struct store_tx *tx, const char *name, int64_t now,
                                      bool *reserved) STORE_CHECKED;

// The accounts whose key begins so ("" for all), ordered by key, behind the key `after` ("" from
// the beginning); at most `limit`. Closed ones have no key and are not found. The sink's account
// lives until the sink returns; false stops.
typedef bool store_account_sink(void *context, const struct store_account *a);
enum store_status store_account_list(struct store_tx *tx, const char *prefix, const char *after,
                                     unsigned limit, store_account_sink *sink,
                                     void *context) STORE_CHECKED;

// A browser that is logged in, or a program with a bearer token.
struct store_session {
    char hash[65];
    int64_t account;
    int64_t created;
    int64_t expires;
    bool token;
    char label[41]; // what the owner calls a token, else ""
};

enum { SESSIONS_KEPT = 100 }; // of an account, tokens not counted; the oldest go

enum store_status store_session_add(struct store_tx *tx, const struct store_session *s)
    STORE_CHECKED; // STORE_TAKEN; STORE_NONE where there is no such account, or it is closed
// Expired ones too: the caller knows what time it is.
enum store_status store_session_get(struct store_tx *tx, const char *hash,
                                    struct store_session *s) STORE_CHECKED;
enum store_status store_session_touch(struct store_tx *tx, const char *hash,
                                      int64_t expires) STORE_CHECKED;
enum store_status store_session_drop(struct store_tx *tx, const char *hash) STORE_CHECKED;
// All of an account but one ("" for all); none is STORE_OK too. Tokens as well.
enum store_status store_session_drop_all(struct store_tx *tx, int64_t account,
                                         const char *except) STORE_CHECKED;
// The same for only the tokens, or only the browsers.
enum store_status store_session_drop_kind(struct store_tx *tx, int64_t account, bool token,
                                          const char *except) STORE_CHECKED;
typedef bool store_session_sink(void *context, const struct store_session *s);
enum store_status store_session_list(struct store_tx *tx, int64_t account, // oldest first
                                     store_session_sink *sink, void *context) STORE_CHECKED;
// Sessions, tickets and reservations of names that expired at `now` or before.
enum store_status store_session_drop_expired(struct store_tx *tx, int64_t now) STORE_CHECKED;

// Good for one thing, once: setting a new password, confirming a mail address.
struct store_ticket {
    char hash[65];
    int64_t account;
    char kind[16];
    char detail[255]; // such as the address to confirm
    int64_t expires;
};

enum store_status store_ticket_add(struct store_tx *tx, const struct store_ticket *t)
    STORE_CHECKED; // STORE_TAKEN; STORE_NONE where there is no such account, or it is closed
// Gets it and deletes it in one. STORE_NONE where there is none of that kind. An expired one comes
// too (the caller knows what time it is) and is gone as well.
enum store_status store_ticket_take(struct store_tx *tx, const char *hash, const char *kind,
                                    struct store_ticket *t) STORE_CHECKED;
// All of one kind of an account, e.g. when the password was changed.
enum store_status store_ticket_drop_all(struct store_tx *tx, int64_t account,
                                        const char *kind) STORE_CHECKED;

#endif
