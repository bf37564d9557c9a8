#include "server/play/rounds.h"

#include "server/ops/app.h"
#include "server/play/lease.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ALONE_MS = 10000,  // between two looks
    SHARED_MS = 2000,  // the same where another process may know of a clock before us
    RETRY_MS = 1000,   // after a look that failed
    AHEAD = 3,         // so many looks before a clock runs out its match is brought into memory
    WAKES_A_TICK = 20, // matches to bring into memory at a time
};

struct found {
    char id[STORE_MATCH_ID];
    int32_t last; // its last event, as far as that is known; else -1
};

struct rounds {
    struct store_job job; // first
    struct app *app;
    bool looking;
    int64_t looked;
    uint64_t fresh; // shards of which all matches have to be looked for
    // The look that is under way, then what it has found.
    bool all;
    uint64_t shards;
    int64_t until;
    struct found *found;
    size_t count, cap, next; // those before `next` are in memory
};

// Called on a thread of the store.
static bool add_found(struct rounds *r, const char *id, int32_t last)
{
    if (!(r->shards >> store_lease_shard(id) & 1))
        return true;
    if (r->count == r->cap) {
        size_t cap = r->cap ? 2 * r->cap : 64;
        void *more = realloc(r->found, cap * sizeof *r->found);
        if (!more)
            return false;
        r->found = more;
        r->cap = cap;
    }
    struct found *f = &r->found[r->count++];
    snprintf(f->id, sizeof f->id, "%s", id);
    f->last = last;
    return true;
}

static bool found_running(void *context, const char *id, int64_t deadline)
{
    (void)deadline;
    return add_found(context, id, -1);
}

static bool found_computer(void *context, const char *id, int32_t last)
{
    return add_found(context, id, last);
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct rounds *r = (struct rounds *)job;
    enum store_status status = STORE_OK;
    if (lease_is_shared(r->app->lease))
        status = store_match_computers(tx, found_computer, r);
    return status == STORE_OK ? store_match_running(tx, r->until, found_running, r) : status;
}

static void look_done(struct store_job *job)
{
    struct rounds *r = (struct rounds *)job;
    r->looking = false;
    if (job->status != STORE_OK && r->all)
        r->fresh |= r->shards;
}

static int64_t period(const struct rounds *r)
{
    return lease_is_shared(r->app->lease) ? SHARED_MS : ALONE_MS;
}

static void look(struct rounds *r, int64_t ticks)
{
    uint64_t held = lease_shards(r->app->lease);
    r->all = r->fresh & held;
    r->shards = r->all ? r->fresh & held : held;
    r->until = r->all ? 0 : (int64_t)net_now_ms() + AHEAD * period(r);
    r->fresh = 0;
    r->looked = ticks;
    r->count = r->next = 0;
    if (!r->shards)
        return;
    r->looking = true;
    r->job = (struct store_job){.run = run_look, .done = look_done};
    store_read(r->app->store, &r->job);
}

void rounds_took(struct rounds *r, uint64_t shards)
{
    r->fresh |= shards;
    r->looked = 0;
    if (r->looking || r->next == r->count)
        return;
    // What is left of the last list must not keep these waiting: it will be found again.
    r->fresh |= r->all ? r->shards : 0;
    r->next = r->count;
}

void rounds_tick(struct rounds *r, int64_t ticks)
{
    if (r->looking)
        return;
    for (int i = 0; i < WAKES_A_TICK && r->next < r->count; i++) {
        const struct found *f = &r->found[r->next++];
        hall_wake(r->app->hall, f->id);
        if (f->last > 0)
            hall_heard(r->app->hall, f->id, (uint64_t)f->last, false);
    }
    if (r->next == r->count && ticks - r->looked >= (r->fresh ? RETRY_MS : period(r)))
        look(r, ticks);
}

struct rounds *rounds_open(struct app *app)
{
    struct rounds *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->app = app;
    r->fresh = lease_is_shared(app->lease) ? 0 : UINT64_MAX;
    return r;
}

void rounds_free(struct rounds *r)
{
    if (!r)
        return;
    free(r->found);
    free(r);
}
