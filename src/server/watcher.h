// watcher: the inside of live, for its files only: a connection, and what it is interested in.
#ifndef LOGOMACHY_SERVER_WATCHER_H
#define LOGOMACHY_SERVER_WATCHER_H

#include "server/live.h"
#include "server/map.h"

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
    bool known;         // who it is; messages that come before that wait
    bool lobby;         // is told of changes in the lobby
    bool mine;          // is told of all matches of the account
    unsigned under_way; // wants and jobs that will come back
    struct watch *watches;
    unsigned watch_count;
    struct presence *presence;
    struct watcher *next_here;    // of the same account
    struct watcher *next, **link; // all of them
    struct early *early;
    unsigned earlies;
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
    struct net_timer *beat;  // NULL: there was no stream yet
    struct telling *telling; // live_tell.c's
    bool rechecking, recheck_due, recheck_away;
    uint64_t recheck_round, recheck_began;
};

// --- Sending, to a watcher whose socket may be closed already.

void watcher_send(struct watcher *w, struct text message); // on a stream, a line
void watcher_send_json(struct watcher *w, json_t *json);   // takes over the reference
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

// All connections of an account, or NULL.
struct presence *presence_of(const struct live *l, int64_t account);

// Frees a watcher whose socket is closed when nothing for it is under way.
void watcher_settle(struct watcher *w);

#endif
