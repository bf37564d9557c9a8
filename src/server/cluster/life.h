// life: heartbeats. Each process writes the time into the store every two seconds. One that finds
// the last heartbeat too old has found an outage: no process ran, or none could write because the
// database was away. Outages are kept in the store too, so that every process gives them back to
// the matches that have clocks (away.h).
//
// All of this is by the database's clock, which every process has in common, and each heartbeat
// sets this process's time by it (net_set_now): the clocks of the machines do not matter. When that
// clock is set ahead, it looks like an outage and is treated as one. When it is set back, the last
// heartbeat lies in the future: that is no outage, and outages in the future are forgotten.
//
//     life_begin(&app->life, app->store, alone);   // before anything else is done with the store
//     life_beat(&app->life, app->store);           // every two seconds
//     if (!life_is_sure(&app->life)) ...           // no clock is touched meanwhile
#ifndef LOGOMACHY_SERVER_CLUSTER_LIFE_H
#define LOGOMACHY_SERVER_CLUSTER_LIFE_H

#include "server/cluster/away.h"
#include "store/store.h"

enum { LIFE_BEAT_MS = 2000 };

struct life {
    struct store_job job;     // the beat; its run is NULL while it is not under way
    struct away away;         // when nobody could play
    struct away found;        // the same as the beat under way has read it
    unsigned outages;         // counts up whenever one was found, here or by another process
    int64_t now;              // the database's time as the beat has read it,
    uint64_t ticks, error;    // when it was that, and how well that is known
    int64_t skew;             // what this machine's clock is ahead, as the journal has it
    bool first;               // of one process alone: whenever it begins nobody was there before
    uint64_t noted;           // ticks of when it was last known to be noted
    enum store_status status; // how the last beat ended
    uint64_t asked;           // ticks of when the last one began
};

enum store_status life_begin(struct life *l, struct store *s, bool alone) STORE_CHECKED;
void life_beat(struct life *l, struct store *s);

// False where nothing could be noted for so long that others may think that nobody is there: how
// long that was is known only when it is noted again.
bool life_is_sure(const struct life *l);

#endif
