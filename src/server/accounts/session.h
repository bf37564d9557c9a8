// session: identifies the caller. A browser has a cookie, a program a bearer token; both are
// random, and the store knows only their hashes. A cache keeps the store's answer for ten seconds,
// so that a player's moves do not each query it. Revoking a session must clear it here and, through
// on_forgotten, in the other processes.
//
//     struct sessions s;
//     struct caller caller;
//     sessions_init(&s, 7);
//     ok = sessions_find(&s, "hash", 0, &caller);
//     sessions_release(&s);
#ifndef LOGOMACHY_SERVER_ACCOUNTS_SESSION_H
#define LOGOMACHY_SERVER_ACCOUNTS_SESSION_H

#include "base/map.h"
#include "base/message.h"
#include "store/accounts.h"

enum { SESSION_HASH = 65 };

// An unused session expires. A person has to log in again after SESSION_MOST_DAYS at the latest; a
// guest cannot, and never has to.
enum { SESSION_DAYS = 60, SESSION_GUEST_DAYS = 400, SESSION_MOST_DAYS = 400 };

// The caller, as a copy that stays the same for the whole call.
struct caller {
    int64_t account; // 0: anonymous
    char name[41];
    enum store_account_kind kind;
    bool admin;
    int64_t muted_until;
    enum language language;
    char session[SESSION_HASH]; // hash of the cookie or token
    bool token;                 // an API token, which needs no CSRF protection
    int64_t created, expires;   // of the session
};

struct sessions {
    struct map by_hash;
    struct session_known *oldest, *newest;
    // Called for each removal: an account, or 0 and the hash of one session. May be NULL.
    void (*on_forgotten)(void *context, int64_t account, const char *hash);
    void *context;
    uint64_t forgotten; // counts removals: a read from the store that began before one may be stale
};

void sessions_init(struct sessions *s, uint64_t secret);
void sessions_release(struct sessions *s);

// The cached session with that hash, if it is fresh enough.
bool sessions_find(struct sessions *s, const char *hash, int64_t now, struct caller *out);

// Keeps it for a while. `expires` is when the session itself ends.
void sessions_keep(struct sessions *s, const struct caller *caller, int64_t now, int64_t expires);

int64_t session_lifetime(enum store_account_kind kind); // in milliseconds

// When a browser's session ends if it is used now. Moves on by whole days only, so that it is
// written at most once a day.
int64_t session_extended(const struct caller *caller, int64_t now);
// The session expires later now.
void sessions_extend(struct sessions *s, const char *hash, int64_t expires);

// Removes one session, or all of an account, from the cache: something about them has changed.
void sessions_forget(struct sessions *s, const char *hash);
void sessions_forget_account(struct sessions *s, int64_t account);

// Reads it from the store, on one of its threads. STORE_NONE: there is no such session, it has
// expired, or the account is banned or closed.
enum store_status session_load(struct store_tx *tx, const char *hash, int64_t now,
                               struct caller *out, int64_t *expires)
    __attribute__((warn_unused_result));

void caller_of(const struct store_account *a, struct caller *out);

#endif
