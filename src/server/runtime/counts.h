// counts: brings what the parts count themselves into the metrics: connections, messages, commits,
// jobs of the pool. They count from the start on; what was added since the last time is added.
#ifndef LOGOMACHY_SERVER_RUNTIME_COUNTS_H
#define LOGOMACHY_SERVER_RUNTIME_COUNTS_H

#include "bus/bus.h"
#include "server/net/net.h"
#include "server/runtime/pool.h"
#include "store/store.h"

// What was brought over so far.
struct counts {
    struct net_counts net;
    struct store_stats store;
    uint64_t refused[POOL_CLASSES];
    struct bus_counts bus;
};

// The store's commits: often, so that few are missed in the histogram.
void counts_commits(struct counts *c, struct store *store);

// All of it: when somebody asks for the metrics.
void counts_all(struct counts *c, const struct net *net, struct store *store, struct pool *pool);
void counts_bus(struct counts *c, struct bus *bus);

#endif
