#include "server/follow.h"

#include "server/app.h"
#include "server/relay.h"
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 2000, TABLES_MAX = 20000 };

struct follow {
    struct store_job job; // first
    struct app *app;
    bool looking;
    int64_t looked;
    char (*id)[STORE_MATCH_ID];
    int32_t *last; // of each
    size_t ids;
};

struct follow *follow_open(struct app *app)
{
    struct follow *f = calloc(1, sizeof *f);
    if (f)
        f->app = app;
    return f;
}

void follow_free(struct follow *f)
{
    if (!f)
        return;
    free(f->id);
    free(f->last);
    free(f);
}

// The answers come in any order: each is found by its name among those that were asked for, which
// are sorted.
static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool take_last(void *context, const char *match, int32_t seq)
{
    struct follow *f = context;
    const char(*at)[STORE_MATCH_ID] = bsearch(match, f->id, f->ids, sizeof *f->id, by_name);
    if (at)
        f->last[at - (const char(*)[STORE_MATCH_ID])f->id] = seq;
    return true;
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct follow *f = (struct follow *)job;
    return store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])f->id, f->ids, take_last, f);
}

static void looked(struct store_job *job)
{
    struct follow *f = (struct follow *)job;
    f->looking = false;
    for (size_t i = 0; i < f->ids && job->status == STORE_OK; i++)
        if (f->last[i] > 0)
            hall_heard(f->app->hall, f->id[i], (uint64_t)f->last[i], false);
}

static bool make_room(struct follow *f, size_t count)
{
    free(f->id);
    free(f->last);
    f->ids = 0;
    f->id = calloc(count ? count : 1, sizeof *f->id);
    f->last = calloc(count ? count : 1, sizeof *f->last);
    return f->id && f->last;
}

void follow_tick(struct follow *f, int64_t now_ms)
{
    size_t at = 0, most = hall_count(f->app->hall);
    const struct table *t;
    if (!relay_is_shared(f->app->relay) || f->looking || now_ms - f->looked < LOOK_MS)
        return;
    f->looked = now_ms;
    most = most < TABLES_MAX ? most : TABLES_MAX;
    if (!make_room(f, most))
        return;
    while (f->ids < most && (t = hall_next(f->app->hall, &at)))
        if (t->phase == TABLE_READY && !table_is_over(t))
            memcpy(f->id[f->ids++], t->id, sizeof t->id);
    if (!f->ids)
        return;
    qsort(f->id, f->ids, sizeof *f->id, by_name);
    f->looking = true;
    f->job = (struct store_job){.run = run_look, .done = looked};
    store_read(f->app->store, &f->job);
}
