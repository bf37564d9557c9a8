// live: who is connected, and what they are told the moment it happens. A *watcher* is a WebSocket
// of a browser or program, or the event stream of a bot; a *watch* is its interest in one table.
//
// What goes out is JSON, an object a message. Events of a match are made once for each kind of
// viewer, never for one who may see less. docs/protocol.md has the messages.
#ifndef LOGOMACHY_SERVER_LIVE_LIVE_H
#define LOGOMACHY_SERVER_LIVE_LIVE_H

#include "match/match.h"
#include "server/accounts/access.h"
#include "server/accounts/session.h"
#include "server/net/net.h"

#include <jansson.h>

struct app;
struct live;
struct table;

struct live *live_open(struct app *app);
void live_free(struct live *l); // after all sockets are closed

// For the net's handler.
bool live_accept(struct live *l, struct net_request *r);
void live_opened(struct live *l, struct net_socket *s, struct net_request *r);
void live_message(struct live *l, struct net_socket *s, struct text message);
void live_closed(struct live *l, struct net_socket *s);

// A bot's stream, made by a call that has been let in: gets every event of the account's matches,
// and now and then a line without meaning, so that one of them notices when the other has gone.
// NULL: no memory, the stream is ended.
struct watcher;
struct watcher *live_stream(struct live *l, struct net_socket *s, const struct caller *who);

// For whoever has something under way for a watcher: it lives until it is let go, and what is said
// to one whose socket has closed meanwhile goes nowhere.
void live_hold(struct watcher *w);
// Without its "op". Takes over the reference.
void live_say(struct watcher *w, enum live_push push, json_t *message);
void live_let_go(struct watcher *w);

// For the hall. The event was the table's last.
void live_event(struct live *l, struct table *t, const struct match_event *e);

// The same for one that another process has written, and told the lobby of.
void live_news(struct live *l, struct table *t, const struct match_event *e);
void live_table_gone(struct live *l, struct table *t);

// A line of chat, or that one is hidden: to all who watch the match and may read its chat, but
// those who have muted the account. Takes over the reference.
void live_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
               size_t mutes);

// The same for what was said at another process; what came already goes nowhere.
void live_chat_news(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
                    size_t mutes);

// Is it one of these? Then which.
bool live_is_chat(const json_t *message, enum live_push *push);

// The lobby changed: a match was opened, filled, or taken away. Whoever looks at the lobby is told
// within a second, of the last change of each match. Takes over the reference.
void live_lobby(struct live *l, json_t *summary);
void live_lobby_news(struct live *l, json_t *summary); // the same at another process

// Closes all connections of an account: it was banned, or logged out everywhere.
void live_drop(struct live *l, int64_t account);

// The same for what one session has opened, or, with `others`, for all but that.
void live_drop_session(struct live *l, int64_t account, const char *session, bool others);

// Called often: where it may not have been told, sees whether those who are connected have been
// logged out elsewhere.
void live_recheck(struct live *l);

bool live_is_here(const struct live *l, int64_t account); // is connected now, to any process

#endif
