#include "server/runtime/counts.h"

#include "server/runtime/metrics.h"

static void add(enum metric what, unsigned label, uint64_t now, uint64_t before)
{
    metrics_add(what, label, now - before);
}

void counts_commits(struct counts *c, struct store *store)
{
    struct store_stats now = store_stats(store);
    uint64_t failed = now.failed_batches - c->store.failed_batches;
    if (now.batches == c->store.batches)
        return;
    metrics_add(METRIC_COMMITS, METRICS_OK, now.batches - c->store.batches - failed);
    metrics_add(METRIC_COMMITS, METRICS_FAILED, failed);
    metrics_observe(METRIC_COMMIT_SECONDS, (int64_t)now.last_commit_us);
    c->store = now;
}

static void count_net(struct counts *c, const struct net *net)
{
    struct net_counts now = net_counts(net), *before = &c->net;
    add(METRIC_CONNECTIONS_TOTAL, METRICS_HTTP, now.connections, before->connections);
    add(METRIC_CONNECTIONS_TOTAL, METRICS_WEBSOCKET, now.upgrades, before->upgrades);
    add(METRIC_MESSAGES_IN, 0, now.messages_in, before->messages_in);
    add(METRIC_MESSAGES_OUT, 0, now.messages_out, before->messages_out);
    add(METRIC_BYTES_IN, 0, now.bytes_in, before->bytes_in);
    add(METRIC_BYTES_OUT, 0, now.bytes_out, before->bytes_out);
    for (unsigned i = 0; i < NET_DROPS; i++)
        add(METRIC_DROPS, i, now.drops[i], before->drops[i]);
    metrics_set(METRIC_BUFFERED, 0, (int64_t)now.buffered);
    metrics_set(METRIC_CONNECTIONS, METRICS_HTTP, now.open_connections);
    metrics_set(METRIC_CONNECTIONS, METRICS_WEBSOCKET, now.open_sockets);
    c->net = now;
}

void counts_all(struct counts *c, const struct net *net, struct store *store, struct pool *pool)
{
    struct pool_stats now = pool_stats(pool);
    counts_commits(c, store);
    count_net(c, net);
    for (unsigned i = 0; i < POOL_CLASSES; i++) {
        metrics_set(METRIC_POOL_QUEUED, i, now.queued[i]);
        metrics_set(METRIC_POOL_RUNNING, i, now.running[i]);
        add(METRIC_POOL_REFUSED, i, now.refused[i], c->refused[i]);
        c->refused[i] = now.refused[i];
    }
}

void counts_bus(struct counts *c, struct bus *bus)
{
    struct bus_counts now = bus_counts(bus), *before = &c->bus;
    metrics_set(METRIC_BUS_UP, 0, bus_is_up(bus));
    add(METRIC_BUS_MESSAGES, METRICS_SENT, now.sent, before->sent);
    add(METRIC_BUS_MESSAGES, METRICS_RECEIVED, now.received, before->received);
    add(METRIC_BUS_MESSAGES, METRICS_DROPPED, now.dropped, before->dropped);
    c->bus = now;
}
