#include "server/cluster/lease.h"

#include "bus/bus.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A dead process is noticed after at most this and LEASE_RENEW_MS.
enum { HELD_MS = 3500 };

struct lease {
    struct store_job job; // first; run is NULL while none is under way
    struct store_job last;
    const struct site *site;
    void (*on_acquired)(void *context, uint64_t shards);
    void *context;
    bool shared, released;
    struct store_leases leases;  // the job's while it is under way
    char owner[LEASE_OWNER];     // for fences, which outlive any job
    int64_t epoch[LEASE_SHARDS]; // 0: not held
    uint64_t sent, until;        // net_ticks_ms(): of the last renewal, and so when it runs out
    unsigned held, living;
};

bool lease_is_shared(const struct lease *l)
{
    return l->shared;
}

static bool is_held(const struct lease *l, unsigned shard)
{
    return !l->shared || (l->epoch[shard] && net_ticks_ms() < l->until);
}

uint64_t lease_shards(const struct lease *l)
{
    uint64_t shards = 0;
    for (unsigned i = 0; i < LEASE_SHARDS; i++)
        shards |= (uint64_t)is_held(l, i) << i;
    return shards;
}

bool lease_holds(const struct lease *l, const char *match)
{
    return !l->shared || is_held(l, store_lease_shard(match));
}

// --- Fences.

struct lease_fence lease_fence(const struct lease *l, const char *match)
{
    unsigned shard = l->shared ? store_lease_shard(match) : 0;
    if (!l->shared || !is_held(l, shard))
        return (struct lease_fence){.owner = NULL};
    return (struct lease_fence){l->owner, shard, l->epoch[shard]};
}

enum store_status lease_check(struct store_tx *tx, const struct lease_fence *f)
{
    return f->owner ? store_lease_check(tx, f->shard, f->owner, f->epoch) : STORE_OK;
}

void lease_lost(struct lease *l, const struct lease_fence *f)
{
    if (l->epoch[f->shard] != f->epoch)
        return;
    l->epoch[f->shard] = 0;
    metrics_add(METRIC_LEASE_CHANGES, METRICS_LEASE_LOST, 1);
}

// --- Renewing.

static enum store_status lease_run_renew(struct store_tx *tx, struct store_job *job)
{
    return store_leases_renew(tx, &((struct lease *)job)->leases);
}

static void log_share(struct lease *l)
{
    if (l->held == l->leases.held && l->living == l->leases.living)
        return;
    l->held = l->leases.held;
    l->living = l->leases.living;
    journal_line(JOURNAL_INFO, "lease.share", JOURNAL_NUMBER("shards", l->held),
                 JOURNAL_NUMBER("processes", l->living), JOURNAL_END);
}

// Called also while nothing can be renewed: an expired lease is not held.
static void count_held(const struct lease *l)
{
    metrics_set(METRIC_LEASES, 0, __builtin_popcountll(lease_shards(l)));
}

static void lease_renewed(struct store_job *job)
{
    struct lease *l = (struct lease *)job;
    uint64_t before = lease_shards(l), taken = 0, lost = 0;
    job->run = NULL;
    if (job->status != STORE_OK || l->released)
        return; // the leases expire by themselves
    l->until = l->sent + HELD_MS;
    for (unsigned i = 0; i < LEASE_SHARDS; i++) {
        bool same = l->epoch[i] == l->leases.epoch[i] && before >> i & 1;
        taken |= (uint64_t)(l->leases.epoch[i] && !same) << i;
        lost += l->epoch[i] && l->epoch[i] != l->leases.epoch[i];
        l->epoch[i] = l->leases.epoch[i];
    }
    metrics_add(METRIC_LEASE_CHANGES, METRICS_LEASE_TAKEN, (uint64_t)__builtin_popcountll(taken));
    metrics_add(METRIC_LEASE_CHANGES, METRICS_LEASE_LOST, lost);
    count_held(l);
    log_share(l);
    if (taken)
        l->on_acquired(l->context, taken);
}

static enum store_status lease_run_release(struct store_tx *tx, struct store_job *job)
{
    struct lease *l = (struct lease *)((char *)job - offsetof(struct lease, last));
    return store_leases_release(tx, l->owner);
}

void lease_release(struct lease *l)
{
    if (!l->shared || l->released)
        return;
    l->released = true;
    l->last = (struct store_job){.run = lease_run_release};
    store_write(l->site->store, &l->last);
    memset(l->epoch, 0, sizeof l->epoch);
}

void lease_renew(struct lease *l)
{
    count_held(l);
    if (!l->shared || l->released || l->job.run)
        return;
    l->job = (struct store_job){.run = lease_run_renew, .done = lease_renewed};
    l->sent = net_ticks_ms();
    store_write(l->site->store, &l->job);
}

struct lease *lease_open(const struct site *site,
                         void (*on_acquired)(void *context, uint64_t shards), void *context)
{
    struct lease *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->site = site;
    l->on_acquired = on_acquired;
    l->context = context;
    l->shared = store_is_shared(site->store) || bus_is_shared(site->bus);
    snprintf(l->owner, sizeof l->owner, "%s", bus_name(site->bus));
    l->leases = (struct store_leases){.ms = HELD_MS};
    memcpy(l->leases.owner, l->owner, sizeof l->owner);
    return l;
}

void lease_free(struct lease *l)
{
    free(l);
}
