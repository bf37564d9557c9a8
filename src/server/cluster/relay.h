// relay: what the processes of one site tell each other over the bus. Three kinds of subjects, all
// with the site's own name before them (logomachy.3fa9…), which comes from the key in its store:
//
//     match.ID       something new at a table: "seq 17", or "chat {...}" for those who watch
//     player.NUMBER  "ID 17": something new at a table where the account sits
//     site           all else, for every process: the lobby, who is here, who is to be dropped
//
// A function here tells the others what has happened in this process. What they tell us is done by
// the same functions of live, hall and sessions that would do it here, and is not told again.
// Where the bus is not shared all of this costs nothing. Nothing here is needed for the log of a
// match to be right, see follow.h.
#ifndef LOGOMACHY_SERVER_CLUSTER_RELAY_H
#define LOGOMACHY_SERVER_CLUSTER_RELAY_H

#include "base/reason.h"

#include <jansson.h>

struct app;
struct bus_sub;
struct presence;
struct relay;
struct table;

struct relay *relay_open(struct app *app, struct reason *why);
void relay_tick(struct relay *r);  // called often: tells who is here
void relay_leave(struct relay *r); // this process is about to stop
void relay_close(struct relay *r); // NULL is none

bool relay_is_shared(const struct relay *r);     // are there others to tell?
const char *relay_prefix(const struct relay *r); // what the site's subjects begin with

// --- Tables and players that this process has. NULL where there is nobody to hear from.

struct bus_sub *relay_hear_table(struct relay *r, struct table *t);
struct bus_sub *relay_hear_player(struct relay *r, int64_t account, struct presence *p);
void relay_hear_no_more(struct relay *r, struct bus_sub *s);

// --- What happened here.

void relay_event(struct relay *r, const struct table *t); // its last is committed
void relay_chat(struct relay *r, const struct table *t, struct text message,
                const int64_t *muted_by, size_t mutes);
void relay_lobby(struct relay *r, struct text message);
void relay_forget(struct relay *r, int64_t account);
void relay_forget_session(struct relay *r, const char *hash);
void relay_drop(struct relay *r, int64_t account);
void relay_drop_session(struct relay *r, int64_t account, const char *session, bool others);
void relay_rename(struct relay *r, int64_t account, const char *name);
void relay_came(struct relay *r, int64_t account);
void relay_went(struct relay *r, int64_t account);

// --- What is known of the others.

bool relay_is_here(const struct relay *r, int64_t account); // connected to another process

#endif
