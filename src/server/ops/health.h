// health: can the database be read and written? It is probed every two seconds and /healthz reports
// the last result, so that no request waits for a probe. A process that answers at all is alive
// (/livez); a healthy one is ready for visitors.
//
//     struct health h = {0};
//     ok = health_json(&h, &out);
#ifndef LOGOMACHY_SERVER_OPS_HEALTH_H
#define LOGOMACHY_SERVER_OPS_HEALTH_H

#include "base/buf.h"
#include "store/store.h"

struct heartbeat;

struct health {
    struct store_job job; // first; its run is NULL while no probe is under way
    const struct heartbeat *heartbeat;
    struct store *store;
    enum store_status reads; // the result of the last probe
    uint64_t asked;          // ticks when it began
    bool was_well;
    uint64_t damaged; // jobs that met damage, as last logged
};

enum { HEALTH_PROBE_MS = 2000 };

// Heartbeats show whether writes work.
void health_begin(struct health *h, struct store *store, const struct heartbeat *heartbeat);
void health_probe(struct health *h);

// Appends a line for each problem. True: reads and writes work.
bool health_json(const struct health *h, struct buf *out);

#endif
