// wiring: connects the modules. play/, live/, cluster/ and accounts/ announce events through
// listeners and do not know the modules above them; this one defines who is notified, and in which
// order: clients of this process first, then the other processes.
//
//     static struct wiring w; /* filled in as the parts are opened */
//     ok = play_wiring.event && live_wiring.joined && !w.live;
#ifndef LOGOMACHY_SERVER_OPS_WIRING_H
#define LOGOMACHY_SERVER_OPS_WIRING_H

#include "server/live/live.h"

struct catchup;
struct fanout;
struct scheduler;

// The context of all listeners.
struct wiring {
    struct tables *tables;
    struct scheduler *scheduler;
    struct live *live;
    struct catchup *catchup;
    struct fanout *fanout;
};

extern const struct play_listener play_wiring;
extern const struct live_listener live_wiring;

// For lease_open(): shards have become ours.
void wiring_acquired(void *context, uint64_t shards);

// For struct sessions: an account's sessions, or one session, were removed.
void wiring_forgotten(void *context, int64_t account, const char *hash);

#endif
