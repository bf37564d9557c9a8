// session: who is calling. A browser has a cookie, a program a bearer token; both are random, and
// the store knows only their hashes. What the store says of them is kept for a short while, so that
// a player's moves do not each ask it again.
#ifndef LOGOMACHY_SERVER_SESSION_H
#define LOGOMACHY_SERVER_SESSION_H

#include "base/message.h"
#include "server/map.h"
#include "store/accounts.h"

#define SESSION_COOKIE "logomachy"

enum { SESSION_DAYS = 60, SESSION_GUEST_DAYS = 400, SESSION_HASH = 65 };

// What the rest of the server knows of a caller; a copy, so that it stays the same for the whole
// call.
struct caller {
    int64_t account; // 0: nobody
    char name[41];
    enum store_account_kind kind;
    bool admin;
    int64_t muted_until;
    enum language language;
    char session[SESSION_HASH]; // hash of the cookie or token
    bool token;                 // a program's, which needs no protection against forged requests
};

struct sessions {
    struct map by_hash;
    struct session_known *oldest, *newest;
    struct relay *relay; // to the other processes, which may know them too; NULL: none
    uint64_t forgotten;  // grows whenever something is forgotten: what was read before may be old
};

void sessions_init(struct sessions *s, uint64_t secret);
void sessions_release(struct sessions *s);

// What is known of the session with that hash, if it is fresh enough.
bool sessions_find(struct sessions *s, const char *hash, int64_t now, struct caller *out);

// Keeps it for a while. `expires` is when the session itself ends.
void sessions_keep(struct sessions *s, const struct caller *who, int64_t now, int64_t expires);

// Forgets one, or all of an account: something about them has changed.
void sessions_forget(struct sessions *s, const char *hash);
void sessions_forget_account(struct sessions *s, int64_t account);

// From the store, on one of its threads. STORE_NONE: there is no such session, or it has ended, or
// the account may not come in any more.
enum store_status session_load(struct store_tx *tx, const char *hash, int64_t now,
                               struct caller *out, int64_t *expires)
    __attribute__((warn_unused_result));

void caller_of(const struct store_account *a, struct caller *out);

#endif
