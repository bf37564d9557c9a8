// The computer's moves at a table. It thinks in the pool, about what its seat may see, and its move
// is played a fixed time after it began to: how long it really took says nothing about what it has
// in its hand.
#include "server/app.h"
#include "server/metrics.h"
#include "server/table.h"

#include "search/search.h"

#include <stdlib.h>

enum { RETRY_MS = 500 };

struct thought {
    struct pool_job job;
    struct table *table;
    const struct pool *pool;
    struct config config;
    struct state view;
    unsigned seat, level;
    uint64_t seq; // of the match when it began
    struct rng rng;
    uint64_t began, until; // by net_ticks_ms()
    bool waits;            // for a place in the pool
    bool ready;
    struct action move;
};

// How long each level is seen to think, in ms. The strongest uses all of it.
static const unsigned seen_thinking[SEARCH_LEVELS + 1] = {0, 700, 700, 800, 800, 900, 1200};

static bool time_is_up(void *context)
{
    struct thought *th = context;
    return net_ticks_ms() >= th->until || pool_stopping(th->pool);
}

static void think(struct pool_job *job, const struct pool *pool)
{
    struct thought *th = (struct thought *)job;
    struct search_options options = {.level = th->level, .stop = time_is_up, .context = th};
    struct search_result result;
    th->pool = pool;
    uint64_t start = net_ticks_ms();
    // From now, not from when it was queued: a full pool must not make it play badly.
    th->until = start + seen_thinking[th->level] - 200;
    bool found = search_best(&th->config, &th->view, th->seat, &options, &th->rng, &result);
    th->move =
        found ? result.move : (struct action){.kind = ACTION_RESIGN, .seat = (uint8_t)th->seat};
    metrics_observe(METRIC_SEARCH_SECONDS, (int64_t)(net_ticks_ms() - start) * 1000);
}

static void forget(struct table *t)
{
    free(t->thought);
    t->thought = NULL;
}

static void thought_done(struct pool_job *job, bool cancelled)
{
    struct thought *th = (struct thought *)job;
    th->ready = true;
    if (cancelled)
        forget(th->table);
}

static void ask_pool(struct thought *th)
{
    th->waits = !pool_add(th->table->app->pool, &th->job);
    th->until = net_ticks_ms() + RETRY_MS;
}

void table_think(struct table *t, unsigned seat, unsigned level)
{
    struct thought *th = calloc(1, sizeof *th);
    char seed[SECRET_HEX];
    if (!th)
        return;
    secret_seed(seed);
    rng_seed_hex(&th->rng, text_of(seed));
    th->job = (struct pool_job){.class = POOL_MOVE, .run = think, .done = thought_done};
    th->table = t;
    th->config = t->match.terms.config;
    match_view(&t->match, seat, &th->view);
    th->seat = seat;
    th->level = level;
    th->seq = t->match.seq;
    th->began = net_ticks_ms();
    t->thought = th;
    ask_pool(th);
}

void table_tick(struct table *t, int64_t now_ms)
{
    struct thought *th = t->thought;
    uint64_t now = net_ticks_ms();
    (void)now_ms;
    if (!th || t->commit || t->phase != TABLE_READY)
        return;
    if (th->waits && now >= th->until) {
        ask_pool(th);
        return;
    }
    if (th->waits || !th->ready || now < th->began + seen_thinking[th->level])
        return;
    struct action move = th->move;
    unsigned seat = th->seat;
    // Something else has happened meanwhile: the hall sees whether it is still the computer's turn.
    bool current = th->seq == t->match.seq;
    forget(t);
    if (current)
        hall_thought(t, seat, &move);
    else
        hall_wake(t->hall, t->id);
}
