// watcher: the inside of live/, for its files only: a connection, and what it is interested in.
//
//     struct watcher *w = NULL;
//     struct table *t = NULL;
//     ok = watcher_watch(w, t) && watcher_find(w, "k3Xf");
#ifndef LOGOMACHY_SERVER_LIVE_WATCHER_H
#define LOGOMACHY_SERVER_LIVE_WATCHER_H

#include "base/map.h"
#include "server/accounts/access.h"
#include "server/net/net.h"
#include "server/play/tables.h"
#include "server/runtime/limit.h"
#include "server/runtime/site.h"

#include <jansson.h>

struct live_listener;

// A watcher's interest in a table.
struct watch {
    struct watcher *watcher;
    struct table *table;
    struct watch *next_at_table, *next_of_watcher;
    // Its player's knowledge of the others' connections (attendance.c).
    bool attended;                    // something; the rest is valid
    uint8_t here;                     // seats that are connected
    uint64_t missed_since[SEATS_MAX]; // of those, when the connection was missed; 0: it is there
};

// All connections of one account.
struct connections {
    int64_t account;
    struct watcher *first;
    struct live *live;
    struct bus_sub *sub; // the listener's
    bool followed;       // all of its matches are known: see subscriptions.h
};

struct watcher {
    struct live *live;
    struct net_socket *socket; // NULL: closed, while something for it is still under way
    struct caller caller;
    char address[LIMIT_ADDRESS]; // the client's address, the key of its limits
    bool known;                  // its session is valid; until then messages wait
    bool lobby;                  // is told of changes in the lobby
    bool mine;                   // subscribed to all matches of the account
    unsigned under_way;          // references: commands and jobs that will come back
    struct watch *watches;
    unsigned watch_count;
    struct connections *account;
    struct watcher *next_here;    // of the same account
    struct watcher *next, **link; // all of them
    struct early *early;
    size_t early_bytes;
    uint64_t rechecked; // in which round, see recheck.c
};

struct early {
    struct early *next;
    size_t len;
    char at[];
};

struct live {
    struct site *site;
    struct tables *tables;
    struct sessions *sessions;
    const struct live_listener *listener;
    void *context; // the listener's
    struct subscriptions *subscriptions;
    struct watcher *first;
    struct map connections;           // struct connections by account
    struct net_timer *keepalive;      // NULL: there was no stream yet
    struct broadcast *broadcast;      // tell.c's
    struct lobby_change *lobby_first; // lobby.c's: the next batch
    unsigned lobby_count;
    struct net_timer *lobby_timer; // NULL: no batch
    uint64_t lobby_pushed;         // when the last one was sent
    bool rechecking, recheck_due, recheck_away;
    uint64_t recheck_round, recheck_began;
    uint64_t expiry_checked; // when sessions were last checked for expiry
    uint64_t attended;       // when connections were last compared
};

// --- Sending, to a watcher whose socket may be closed already. access.h decides for each message
// whether the watcher may get it. `t` is the match that it is about, or NULL.

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

// Buffers for rendering events (tell.c). NULL: no memory.
struct broadcast *broadcast_new(void);
void broadcast_free(struct broadcast *b);

void live_lobby_free(struct live *l);

// Revalidates sessions when it is time to (recheck.c).
void live_recheck(struct live *l);

// Tells players which of the others are connected (attendance.c): at once, or what has changed,
// when it is time to.
void watch_attend(struct watch *v);
void live_attend(struct live *l);

// All connections of an account, or NULL.
struct connections *connections_of(const struct live *l, int64_t account);

// Has the session expired, as far as is known? live_recheck() asks the store whether it was
// extended, and closes the connection if not.
bool watcher_has_expired(const struct watcher *w, int64_t now_ms);

// Processes messages that came before the session was validated (ops.c).
void watcher_process_early(struct watcher *w);

// Frees a watcher whose socket is closed and to which there is no reference.
void watcher_settle(struct watcher *w);

#endif
