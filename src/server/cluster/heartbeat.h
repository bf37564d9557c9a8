// heartbeat: each process writes a timestamp to the store every two seconds. A stale one marks an
// outage: no process ran, or none could write. Outages are recorded in the store (downtime.h) so
// that clocks can be credited.
//
// All times are the database's, which the processes share; each heartbeat also sets this process's
// clock by it (net_set_now), so the machines' clocks do not matter. A database clock that is set
// ahead looks like an outage and is treated as one. If it is set back, the last heartbeat lies in
// the future: that is no outage, and recorded outages in the future are dropped.
//
//     static struct heartbeat beat;
//     struct store *store = NULL;
//     ok = heartbeat_begin(&beat, store, true) == STORE_OK; /* before other use of the store */
//     heartbeat_send(&beat, store);                         /* every two seconds */
//     ok = heartbeat_is_fresh(&beat);                       /* else leave clocks alone */
#ifndef LOGOMACHY_SERVER_CLUSTER_HEARTBEAT_H
#define LOGOMACHY_SERVER_CLUSTER_HEARTBEAT_H

#include "server/cluster/downtime.h"
#include "store/store.h"

enum { HEARTBEAT_MS = 2000 };

struct heartbeat {
    struct store_job job;     // run is NULL while none is under way
    struct downtime downtime; // outages known
    struct downtime found;    // the same, as the heartbeat under way has read it
    unsigned outages;         // incremented when the outages change
    int64_t now;              // the database's time that was read,
    uint64_t ticks, error;    // when that was, and its uncertainty
    int64_t skew;             // this machine's clock is so far ahead, as last logged
    bool first;               // single process: any time before its start is an outage
    uint64_t noted;           // ticks of the last successful heartbeat
    enum store_status status; // of the last one
    uint64_t asked;           // ticks of when the last one began
};

enum store_status heartbeat_begin(struct heartbeat *h, struct store *s, bool alone) STORE_CHECKED;
void heartbeat_send(struct heartbeat *h, struct store *s);

// False: no heartbeat succeeded for so long that other processes may record an outage. Its length
// is known after the next success.
bool heartbeat_is_fresh(const struct heartbeat *h);

#endif
