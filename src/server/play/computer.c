// Computer moves. A worker process searches, or the local pool if none is free, on the seat's own
// view of the match. The move is played a fixed time after the search began, so that its duration
// reveals nothing about the rack.
#include "engine/engine_cache.h"
#include "server/cluster/remote.h"
#include "server/net/net.h"
#include "server/play/table.h"
#include "server/runtime/metrics.h"
#include "server/runtime/owner.h"
#include "server/runtime/pool.h"

#include <stdlib.h>

enum { RETRY_MS = 500, SHOW_MS = 200 };

enum { SHORT_LEVEL = 3 }; // up to this level a search takes a few milliseconds

struct thought {
    struct pool_job job;
    struct table *table;
    const struct pool *pool;
    struct remote_job remote; // the position, for the pool too
    uint64_t seq;             // of the match when it began
    uint64_t began, until;    // by net_ticks_ms()
    bool waits;               // for a place in the pool
    bool ready;
    struct action move;
};

// How long each level appears to think, in ms. The strongest uses all of it but SHOW_MS.
static const unsigned seen_thinking[ENGINE_LEVELS + 1] = {0, 700, 700, 800, 800, 900, 1200};

static bool computer_time_is_up(void *context)
{
    struct thought *th = context;
    return net_ticks_ms() >= th->until || pool_stopping(th->pool);
}

static void computer_think(struct pool_job *job, const struct pool *pool)
{
    struct thought *th = (struct thought *)job;
    const struct search_job *j = &th->remote.search;
    struct engine_options options = {
        .level = j->level, .stop = computer_time_is_up, .context = th, .seconds = j->ms / 1000.0};
    struct engine_result result;
    struct rng rng;
    th->pool = pool;
    rng_seed_hex(&rng, text_of(j->seed));
    uint64_t start = net_ticks_ms();
    // From now, not from when it was queued: a full pool must not make it play badly.
    th->until = start + j->ms;
    bool found = engine_cache_best(th->table->play->site->engines, &j->config, &j->view, j->seat,
                                   &options, &rng, &result);
    th->move =
        found ? result.move : (struct action){.kind = ACTION_RESIGN, .seat = (uint8_t)j->seat};
    metrics_observe(METRIC_SEARCH_SECONDS, (int64_t)(net_ticks_ms() - start) * 1000);
}

static void drop_thought(struct table *t)
{
    free(t->thought);
    t->thought = NULL;
}

static void computer_thought_done(struct pool_job *job, bool cancelled)
{
    struct thought *th = (struct thought *)job;
    th->ready = true;
    if (cancelled)
        drop_thought(th->table);
}

static void ask_pool(struct thought *th)
{
    // Before the job is another thread's, which sets its own end.
    th->until = net_ticks_ms() + RETRY_MS;
    th->waits = !pool_add(th->table->play->site->pool, &th->job);
}

// tables.c checks whether the move is still wanted, and legal.
static void computer_worker_done(struct remote_job *job, bool found)
{
    struct thought *th = job->context;
    th->move = job->found.move;
    th->ready = found;
    if (!found)
        ask_pool(th);
}

// A worker, or the pool.
static void start_search(struct thought *th)
{
    th->waits = false;
    if (!remote_ask(th->table->play->remote, &th->remote))
        ask_pool(th);
}

// The account that made the match; if unknown, the first one seated.
static uint64_t owner_of_table(const struct table *t)
{
    int64_t account = 0;
    for (unsigned i = 0; i < SEATS_MAX && !account; i++)
        account = t->match.account[i];
    return t->row.owner ? t->row.owner : owner_of_account(&t->play->site->key, account);
}

void table_think(struct table *t, unsigned seat, unsigned level)
{
    struct thought *th = calloc(1, sizeof *th);
    if (!th)
        return;
    struct search_job *j = &th->remote.search;
    secret_seed(j->seed);
    j->config = t->match.terms.config;
    match_view(&t->match, seat, &j->view);
    j->seat = seat;
    j->level = level;
    j->ms = seen_thinking[level] - SHOW_MS;
    th->remote.done = computer_worker_done;
    th->remote.context = th;
    th->remote.owner = owner_of_table(t);
    th->job = (struct pool_job){.place = {th->remote.owner, j->ms, NULL},
                                .class = level <= SHORT_LEVEL ? POOL_SHORT : POOL_MOVE,
                                .run = computer_think,
                                .done = computer_thought_done};
    th->table = t;
    th->seq = t->match.seq;
    th->began = net_ticks_ms();
    t->thought = th;
    start_search(th);
}

// The match moved on, another process holds its lease now, or it could not be read. A search in the
// pool runs to its end first.
static bool is_unwanted(struct thought *th)
{
    const struct table *t = th->table;
    bool current =
        t->phase == TABLE_READY && th->seq == t->match.seq && lease_holds(t->play->lease, t->id);
    return !current && (th->waits || th->ready || remote_drop(&th->remote));
}

void table_tick_thought(struct table *t)
{
    struct thought *th = t->thought;
    uint64_t now = net_ticks_ms();
    if (!th || t->commit || (t->phase != TABLE_READY && t->phase != TABLE_GONE))
        return;
    if (is_unwanted(th)) {
        drop_thought(t);
        t->steps->thought_dropped(t);
        return;
    }
    if (t->phase == TABLE_GONE)
        return;
    if (th->waits && now >= th->until) {
        start_search(th);
        return;
    }
    if (th->waits || !th->ready || now < th->began + seen_thinking[th->remote.search.level])
        return;
    struct action move = th->move;
    unsigned seat = th->remote.search.seat;
    drop_thought(t);
    t->steps->thought(t, seat, &move);
}
