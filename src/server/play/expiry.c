#include "server/play/expiry.h"

#include "server/ops/app.h"
#include "server/play/lease.h"
#include "server/play/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 200,
    WAKES_A_TICK = 5,       // matches to bring into memory
    PAGE_MS = 10000,        // between two pages with nothing to do
    CYCLE_MS = 30 * 60000,  // from one end of the store to the next beginning
    LONG_MS = 24 * 3600000, // an outage that matches are forgiven
};

struct expiry {
    struct store_job job; // first
    struct app *app;
    bool looking;
    uint64_t looked; // by the monotonic clock; 0: never
    uint64_t pause;  // until the next page
    struct store_stale_query query;
    struct store_stale_query asked;   // where the page began: a look that fails goes back to it
    char found[PAGE][STORE_MATCH_ID]; // of the last page
    size_t count, next;
    unsigned rows; // of the page, whether or not they are stale
};

static uint32_t days_for(const struct app *app, bool running)
{
    return running ? app->options->idle_days : app->options->open_days;
}

static int64_t forgiven_until(const struct away *a)
{
    int64_t until = 0;
    for (unsigned i = 0; i < a->count; i++)
        if (a->time[i].to - a->time[i].from > LONG_MS)
            until = a->time[i].to;
    return until;
}

bool expiry_is_due(const struct table *t)
{
    const struct match *m = &t->match;
    bool running = m->status == MATCH_RUNNING;
    int64_t days = days_for(t->app, running), since = forgiven_until(&t->app->life.away);
    if (!days || table_is_over(t) || match_deadline_ms(m, NULL))
        return false;
    since = since > m->last_ms ? since : m->last_ms;
    since = since > t->row.created ? since : t->row.created;
    return table_time(t) - since > days * CLOCK_DAY;
}

// --- Looking, on a thread of the store.

static bool take(void *context, const char *id, int64_t at, int64_t last)
{
    struct expiry *e = context;
    e->rows++;
    e->query.after = at;
    snprintf(e->query.after_id, sizeof e->query.after_id, "%s", id);
    if (last < e->query.before && e->count < PAGE)
        memcpy(e->found[e->count++], e->query.after_id, STORE_MATCH_ID);
    return true;
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct expiry *e = (struct expiry *)job;
    return store_match_stale(tx, &e->query, take, e);
}

// --- Page by page, kind by kind.

static void next_kind(struct expiry *e)
{
    bool all = e->query.kind == STORE_STALE_IDLE;
    e->query.kind = all ? STORE_STALE_OPEN : e->query.kind + 1;
    e->query.after = 0;
    e->query.after_id[0] = '\0';
    e->pause = all ? CYCLE_MS : 0;
}

static void have_looked(struct store_job *job)
{
    struct expiry *e = (struct expiry *)job;
    e->looking = false;
    e->pause = PAGE_MS;
    if (job->status != STORE_OK) {
        e->count = 0;
        e->query = e->asked;
    } else if (e->rows < PAGE) {
        next_kind(e);
    }
}

static void look(struct expiry *e)
{
    int64_t days = days_for(e->app, e->query.kind == STORE_STALE_IDLE);
    e->looked = net_ticks_ms();
    e->count = e->next = e->rows = 0;
    if (!days) {
        next_kind(e);
        return;
    }
    e->query.limit = PAGE;
    e->query.before = (int64_t)net_now_ms() - days * CLOCK_DAY;
    e->looking = true;
    e->asked = e->query;
    e->job = (struct store_job){.run = run_look, .done = have_looked};
    store_read(e->app->store, &e->job);
}

void expiry_tick(struct expiry *e)
{
    if (e->looking || e->app->stopping)
        return;
    for (unsigned woken = 0; e->next < e->count && woken < WAKES_A_TICK; e->next++)
        if (lease_holds(e->app->lease, e->found[e->next])) {
            hall_wake(e->app->hall, e->found[e->next]);
            woken++;
        }
    // Without a shard there is nothing to do yet.
    if (e->next == e->count && lease_shards(e->app->lease) &&
        (!e->looked || net_ticks_ms() - e->looked >= e->pause))
        look(e);
}

struct expiry *expiry_open(struct app *app)
{
    struct expiry *e = calloc(1, sizeof *e);
    if (e)
        e->app = app;
    return e;
}

void expiry_free(struct expiry *e)
{
    free(e);
}
