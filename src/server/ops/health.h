// health: can the database be read and written? It is probed every two seconds and /healthz reports
// the last result, so that no one who asks waits for it. A process that answers at all is alive
// (/livez); a healthy one is ready for visitors.
//
//     struct health h = {0};
//     ok = health_tell(&h, &out);
#ifndef LOGOMACHY_SERVER_OPS_HEALTH_H
#define LOGOMACHY_SERVER_OPS_HEALTH_H

#include "base/buf.h"
#include "store/store.h"

struct heartbeat;

struct health {
    struct store_job job; // first; its run is NULL while no question is under way
    const struct heartbeat *heartbeat;
    struct store *store;
    enum store_status reads; // how the last question ended
    uint64_t asked;          // ticks of when it began
    bool was_well;
    uint64_t damaged; // jobs that met damage, of which the journal knows
};

enum { HEALTH_PROBE_MS = 2000 };

// Writes are known from the heartbeats.
void health_begin(struct health *h, struct store *store, const struct heartbeat *heartbeat);
void health_probe(struct health *h);

// Appends a line for everything that is wrong. True: reads and writes work.
bool health_tell(const struct health *h, struct buf *out);

#endif
