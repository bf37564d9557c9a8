#include "server/play/lease.h"

#include "server/cluster/relay.h"
#include "server/ops/app.h"
#include "server/play/table.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A process that is dead is noticed after at most this and LEASE_RENEW_MS.
enum { HELD_MS = 3500 };

struct lease {
    struct store_job job; // first; run is NULL while none is under way
    struct store_job last;
    struct app *app;
    bool shared, released;
    struct store_leases leases;  // the job's while it is under way
    char owner[LEASE_OWNER];     // for fences, which outlive any job
    int64_t epoch[LEASE_SHARDS]; // 0: not held
    uint64_t sent, until;        // by net_ticks_ms(): when it was said, and so how long it holds
    unsigned held, living;
    struct bus_sub *sub;
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

static enum store_status run_renew(struct store_tx *tx, struct store_job *job)
{
    return store_leases_renew(tx, &((struct lease *)job)->leases);
}

// Tables in memory look what there is to do; those that are not are looked for.
static void begin_with(struct lease *l, uint64_t shards)
{
    size_t at = 0;
    struct table *t;
    if (!shards)
        return;
    while ((t = hall_next(l->app->hall, &at)))
        if (shards >> store_lease_shard(t->id) & 1)
            t->due = 1;
    hall_took(l->app->hall, shards);
}

static void say_share(struct lease *l)
{
    if (l->held == l->leases.held && l->living == l->leases.living)
        return;
    l->held = l->leases.held;
    l->living = l->leases.living;
    journal_line(JOURNAL_INFO, "lease.share", JOURNAL_NUMBER("shards", l->held),
                 JOURNAL_NUMBER("processes", l->living), JOURNAL_END);
}

// Also while nothing can be renewed: what has run out is not held.
static void count_held(const struct lease *l)
{
    metrics_set(METRIC_LEASES, 0, __builtin_popcountll(lease_shards(l)));
}

static void renewed(struct store_job *job)
{
    struct lease *l = (struct lease *)job;
    uint64_t before = lease_shards(l), taken = 0, lost = 0;
    job->run = NULL;
    if (job->status != STORE_OK || l->released)
        return; // what is held ends by itself
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
    say_share(l);
    begin_with(l, taken);
}

static enum store_status run_release(struct store_tx *tx, struct store_job *job)
{
    struct lease *l = (struct lease *)((char *)job - offsetof(struct lease, last));
    return store_leases_release(tx, l->owner);
}

void lease_release(struct lease *l)
{
    if (!l->shared || l->released)
        return;
    l->released = true;
    l->last = (struct store_job){.run = run_release};
    store_write(l->app->store, &l->last);
    memset(l->epoch, 0, sizeof l->epoch);
}

// --- Nudges: "ID 17" to PREFIX.shard.5.

static void heard(void *context, const struct bus_message *m)
{
    struct lease *l = context;
    struct text rest = m->body, id = text_cut(&rest, ' ');
    char match[STORE_MATCH_ID];
    uint32_t last;
    if (!id.len || id.len >= sizeof match || !text_to_u32(rest, &last) || l->released)
        return;
    snprintf(match, sizeof match, "%.*s", TEXT_ARG(id));
    if (!lease_holds(l, match))
        return;
    hall_wake(l->app->hall, match);
    hall_heard(l->app->hall, match, last, false);
}

void lease_nudge(struct lease *l, const char *match, uint64_t last)
{
    char subject[BUS_SUBJECT], body[64];
    if (!bus_is_shared(l->app->bus))
        return;
    snprintf(subject, sizeof subject, "%s.shard.%u", relay_prefix(l->app->relay),
             store_lease_shard(match));
    snprintf(body, sizeof body, "%s %llu", match, (unsigned long long)last);
    bus_publish(l->app->bus, subject, text_of(body));
}

static void listen(struct lease *l)
{
    char subject[BUS_SUBJECT];
    if (l->sub || !bus_is_shared(l->app->bus))
        return;
    snprintf(subject, sizeof subject, "%s.shard.*", relay_prefix(l->app->relay));
    l->sub = bus_subscribe(l->app->bus, subject, NULL, heard, l);
}

void lease_renew(struct lease *l)
{
    count_held(l);
    if (!l->shared || l->released || l->job.run)
        return;
    listen(l);
    l->job = (struct store_job){.run = run_renew, .done = renewed};
    l->sent = net_ticks_ms();
    store_write(l->app->store, &l->job);
}

struct lease *lease_open(struct app *app)
{
    struct lease *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->app = app;
    l->shared = store_is_shared(app->store) || bus_is_shared(app->bus);
    snprintf(l->owner, sizeof l->owner, "%s", bus_name(app->bus));
    l->leases = (struct store_leases){.ms = HELD_MS};
    memcpy(l->leases.owner, l->owner, sizeof l->owner);
    return l;
}

void lease_free(struct lease *l)
{
    if (l && l->sub)
        bus_unsubscribe(l->app->bus, l->sub);
    free(l);
}
