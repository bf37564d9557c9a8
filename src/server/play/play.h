// play: the context shared by all tables of a process, and the listener they notify.
//
// This module knows neither connections nor other processes. It announces events through one
// play_listener, which ops/wiring.c implements: live/ pushes them to clients, sync/ notifies the
// other processes. The listener's functions run on the loop's thread and must not free the table.
//
//     struct play play = {.lease = NULL, .remote = NULL};
//     ok = !play.heartbeat;
#ifndef LOGOMACHY_SERVER_PLAY_PLAY_H
#define LOGOMACHY_SERVER_PLAY_PLAY_H

#include "match/match.h"
#include "server/cluster/heartbeat.h"
#include "server/cluster/lease.h"
#include "server/runtime/site.h"

struct remote;
struct table;

// All functions must be given; `context` is play's.
struct play_listener {
    // An event was committed here; it is the table's last.
    void (*event)(void *context, struct table *t, const struct match_event *e);
    // The same for an event that another process committed.
    void (*remote_event)(void *context, struct table *t, const struct match_event *e);
    // The table came into memory, and leaves it. opened() sets t->feed where other processes may
    // write too.
    void (*opened)(void *context, struct table *t);
    void (*closed)(void *context, struct table *t);
    // The match cannot be read any more: watchers have to be disconnected from it.
    void (*gone)(void *context, struct table *t);
    // The log has more events than the table, which is TABLE_CATCHING_UP: read them, then call
    // t->steps->caught_up().
    void (*behind)(void *context, struct table *t);
    // A computer is to act in a match that another process holds the lease of.
    void (*computer_due)(void *context, const struct table *t);
    void (*renamed)(void *context, int64_t account, const char *name);

    // Is the account connected to this process?
    bool (*is_connected)(void *context, int64_t account);
    // The first event of the match that subscribers here have not been told of; UINT64_MAX: none.
    uint64_t (*next_seq)(void *context, const char *match);
};

struct play {
    struct site *site;
    struct lease *lease;
    struct remote *remote;             // searches on workers; NULL: there are none
    const struct heartbeat *heartbeat; // tells outages, for clock credit
    const struct play_listener *listener;
    void *context;
};

#endif
