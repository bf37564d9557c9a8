// counts: copies the counters of net, store, pool and bus into the metrics. These count since the
// start of the process; each call adds the difference since the last call.
//
//     static struct counts c;
//     struct store *store = NULL; /* borrowed */
//     counts_commits(&c, store);
#ifndef LOGOMACHY_SERVER_RUNTIME_COUNTS_H
#define LOGOMACHY_SERVER_RUNTIME_COUNTS_H

#include "bus/bus.h"
#include "server/net/net.h"
#include "server/runtime/pool.h"
#include "store/store.h"

// The values of the last call.
struct counts {
    struct net_counts net;
    struct store_stats store;
    uint64_t refused[POOL_CLASSES];
    struct bus_counts bus;
};

// The store's commits. Call it often: the histogram misses commits between calls.
void counts_commits(struct counts *c, struct store *store);

// Everything else, before metrics_print().
void counts_all(struct counts *c, const struct net *net, struct store *store, struct pool *pool);
void counts_bus(struct counts *c, struct bus *bus);

#endif
