// live: pushes to connected clients. A watcher is a connection: a WebSocket, or the event stream of
// a bot; a watch is its interest in one table. Messages are JSON objects (docs/protocol.md). Each
// event is rendered once per kind of viewer, never with more than that viewer may see.
//
// live owns its watchers and closes them through net/. It does not know other processes: a
// live_listener, which ops/wiring.c implements, notifies them.
//
//     struct live *l = NULL;
//     live_drop(l, 17); /* closes all connections of account 17 */
//     ok = live_is_here(l, 17);
#ifndef LOGOMACHY_SERVER_LIVE_LIVE_H
#define LOGOMACHY_SERVER_LIVE_LIVE_H

#include "match/match.h"
#include "server/accounts/access.h"
#include "server/accounts/session.h"
#include "server/net/net.h"
#include "server/play/tables.h"
#include "server/runtime/site.h"

#include <jansson.h>

struct connections;
struct live;

// Called on the loop's thread with news for the other processes. All functions must be given.
struct live_listener {
    // An account's first connection to this process, and its last.
    void (*joined)(void *context, struct connections *c);
    void (*left)(void *context, struct connections *c);
    void (*dropped)(void *context, int64_t account);
    void (*session_dropped)(void *context, int64_t account, const char *session, bool others);
    void (*chat)(void *context, const struct table *t, struct text message, const int64_t *muted_by,
                 size_t mutes);
    void (*lobby)(void *context, struct text message);
    bool (*is_elsewhere)(void *context, int64_t account); // connected to another process?
};

struct live_options {
    struct site *site;
    struct tables *tables;
    struct sessions *sessions;
    const struct live_listener *listener;
    void *context; // the listener's
};

struct live *live_open(const struct live_options *options); // NULL: no memory
void live_free(struct live *l);                             // after all sockets are closed

// For the net's handler.
bool live_accept(struct live *l, struct net_request *r);
void live_opened(struct live *l, struct net_socket *s, struct net_request *r);
void live_message(struct live *l, struct net_socket *s, struct text message);
void live_closed(struct live *l, struct net_socket *s);

// A bot's event stream, opened by an authorized call: every event of the account's matches, and a
// keepalive line now and then, so that each side notices when the other is gone. NULL: no memory,
// the stream is closed.
struct watcher;
struct watcher *live_stream(struct live *l, struct net_socket *s, const struct caller *caller);

// Reference counting for work under way: the watcher lives until it is let go. Messages to a closed
// socket are dropped.
void live_hold(struct watcher *w);
// Without its "op". Takes over the reference.
void live_say(struct watcher *w, enum live_push push, json_t *message);
void live_let_go(struct watcher *w);

// For play_listener. The event was the table's last.
void live_event(struct live *l, struct table *t, const struct match_event *e);

// The same for an event of another process, which has updated the lobby.
void live_remote_event(struct live *l, struct table *t, const struct match_event *e);
void live_table_gone(struct live *l, struct table *t);

// A chat line, or the hiding of one: to all watchers that may read the match's chat, except those
// that muted the account. Takes over the reference.
void live_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
               size_t mutes);

// The same for a line of another process; a duplicate is dropped.
void live_remote_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
                      size_t mutes);

// Is the message one of these? Sets `push`.
bool live_is_chat(const json_t *message, enum live_push *push);

// The lobby changed: a match was opened, filled, or withdrawn. Changes are batched: lobby watchers
// get the last one of each match within a second. Takes over the reference.
void live_lobby(struct live *l, json_t *summary);
void live_remote_lobby(struct live *l, json_t *summary); // the same for another process

// Closes all connections of an account: it was banned, or logged out everywhere.
void live_drop(struct live *l, int64_t account);

// The same for the connections of one session, or, with `others`, for all but those.
void live_drop_session(struct live *l, int64_t account, const char *session, bool others);

// Called often: revalidates sessions (recheck.c), polls subscribed matches (subscriptions.h), and
// tells players who is connected (attendance.c).
void live_tick(struct live *l);

// Connected now, to any process, or to this one.
bool live_is_here(const struct live *l, int64_t account);
bool live_is_connected(const struct live *l, int64_t account);

// The accounts connected to this process, one by one as map_next() does; 0: no more.
int64_t live_next_account(const struct live *l, size_t *at);

// The first event of the match that subscribers were not told of; UINT64_MAX: none.
uint64_t live_next_seq(const struct live *l, const char *match);

#endif
