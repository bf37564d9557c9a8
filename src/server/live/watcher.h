// watcher: the inside of live, for its files only: a connection, and what it is interested in.
#ifndef LOGOMACHY_SERVER_LIVE_WATCHER_H
#define LOGOMACHY_SERVER_LIVE_WATCHER_H

#include "base/map.h"
#include "server/accounts/access.h"
#include "server/live/live.h"
#include "server/runtime/limit.h"

// A watcher's interest in a table.
struct watch {
    struct watcher *watcher;
    struct table *table;
    struct watch *next_at_table, *next_of_watcher;
};

// All connections of one account.
struct presence {
    int64_t account;
    struct watcher *first;
    struct bus_sub *sub;
    bool followed; // all of its matches are known: see mine.h
};

struct watcher {
    struct live *live;
    struct net_socket *socket; // NULL: closed, while something for it is still under way
    struct caller who;
    char address[LIMIT_ADDRESS]; // where it is, as limits go by it
    bool known;         // who it is, and that the session has not ended; until then messages wait
    bool lobby;         // is told of changes in the lobby
    bool mine;          // is told of all matches of the account
    unsigned under_way; // wants and jobs that will come back
    struct watch *watches;
    unsigned watch_count;
    struct presence *presence;
    struct watcher *next_here;    // of the same account
    struct watcher *next, **link; // all of them
    struct early *early;
    size_t early_bytes;
    uint64_t rechecked; // in which round, see live_recheck.c
};

struct early {
    struct early *next;
    size_t len;
    char at[];
};

struct live {
    struct app *app;
    struct watcher *first;
    struct map present;
    struct net_timer *beat;         // NULL: there was no stream yet
    struct telling *telling;        // live_tell.c's
    struct lobby_news *lobby_first; // live_lobby.c's: what is to be told next
    unsigned lobby_count;
    struct net_timer *lobby_timer; // NULL: nothing is to be told
    uint64_t lobby_told;           // when it was last
    bool rechecking, recheck_due, recheck_away;
    uint64_t recheck_round, recheck_began;
    uint64_t expiry_looked; // when it was last looked for sessions that have ended
};

// --- Sending, to a watcher whose socket may be closed already. Each message is one that access.h
// knows, and goes only to who may have it. `t` is the match that it is about, or NULL.

bool watcher_may(const struct watcher *w, enum live_push push, const struct table *t);
void watcher_send(struct watcher *w, enum live_push push, const struct table *t,
                  struct text message); // on a stream, a line
// `json` without its "op". Takes over the reference.
void watcher_send_json(struct watcher *w, enum live_push push, const struct table *t, json_t *json);
void watcher_refuse(struct watcher *w, const char *request, unsigned status,
                    const struct reason *why);
void watcher_refuse_with(struct watcher *w, const char *request, unsigned status, enum message what,
                         const char *arg);

// --- Watching.

struct watch *watcher_find(const struct watcher *w,
                           const char *match);          // NULL: it does not watch it
bool watcher_watch(struct watcher *w, struct table *t); // false: too many, or no memory
void watcher_unwatch(struct watch *v);

// What live_tell.c words events in. NULL: no memory.
struct telling *telling_new(void);
void telling_free(struct telling *b);

void live_lobby_free(struct live *l);

// All connections of an account, or NULL.
struct presence *presence_of(const struct live *l, int64_t account);

// Has the session, as far as is known, come to its end? Then live_recheck() asks the store whether
// it was prolonged, and closes the connection where not.
bool watcher_has_expired(const struct watcher *w, int64_t now_ms);

// Messages that came before it was known whether their sender may send any.
void watcher_hear_early(struct watcher *w);

// Frees a watcher whose socket is closed when nothing for it is under way.
void watcher_settle(struct watcher *w);

#endif
