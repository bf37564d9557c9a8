#include "server/cluster/follow.h"

#include "server/cluster/relay.h"
#include "server/ops/app.h"
#include "server/play/table.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 2000 };

// A reading of several logs. Of one that turns out to have more than a few moves everything is
// read, the match's row and its seats too, by itself.
struct reading {
    struct store_job job; // first
    struct follow *follow;
    size_t count;
    struct store_log log[STORE_CATCH_UP_LOGS];
    struct table *table[STORE_CATCH_UP_LOGS];
    bool whole[STORE_CATCH_UP_LOGS];
};

struct follow {
    struct store_job job; // first
    struct app *app;
    bool looking;
    int64_t looked;
    char (*id)[STORE_MATCH_ID];
    int32_t *last; // of each
    size_t ids, limit;
    size_t place; // among the tables, where the next look goes on

    struct table *first, **end; // are behind
    bool gathers;
    struct reading reading; // its `count` is 0 while there is none
};

struct follow *follow_open(struct app *app)
{
    struct follow *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->app = app;
    f->end = &f->first;
    f->reading.follow = f;
    f->limit = FOLLOW_TABLES;
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

// --- Reading on.

// A line that begins with a seat is a move of it: nobody has come or gone. Called on a thread of
// the store; a table's log is nobody else's while it is read.
static bool take_entry(void *context, size_t place, const struct store_entry *e)
{
    struct reading *r = context;
    struct table *t = r->table[place];
    bool is_move = e->text.len > 2 && e->text.at[1] == ' ';
    bool is_last = e->seq - r->log[place].from + 1 >= STORE_CATCH_UP_EACH; // there may be more
    r->whole[place] = r->whole[place] || !is_move || is_last ||
                      (uint64_t)e->seq != t->entries + 1 || !table_keep(t, e);
    return true;
}

static enum store_status run_reading(struct store_tx *tx, struct store_job *job)
{
    struct reading *r = (struct reading *)job;
    return store_entries_of(tx, r->log, r->count, take_entry, r);
}

static void read_next(struct follow *f);

// One log that cannot be read does not keep the others from going on.
static void have_read(struct store_job *job)
{
    struct reading *r = (struct reading *)job;
    enum store_status status = job->status;
    for (size_t i = 0; i < r->count; i++) {
        struct table *t = r->table[i];
        bool whole = r->whole[i] || (status != STORE_OK && status != STORE_BUSY);
        if (whole || status != STORE_OK)
            t->entries = (size_t)r->log[i].from - 1;
        if (whole)
            table_catch_up(t);
        else if (status == STORE_OK)
            table_catch_up_moves(t);
        else
            hall_caught_up(t, status);
    }
    r->count = 0;
    read_next(r->follow);
}

static void read_next(struct follow *f)
{
    struct reading *r = &f->reading;
    if (r->count || f->gathers || !f->first)
        return;
    for (struct table *t; (t = f->first) && r->count < STORE_CATCH_UP_LOGS; r->count++) {
        f->first = t->behind;
        r->table[r->count] = t;
        r->whole[r->count] = false;
        memcpy(r->log[r->count].match, t->id, sizeof t->id);
        r->log[r->count].from = (int32_t)t->entries + 1;
    }
    if (!f->first)
        f->end = &f->first;
    r->job = (struct store_job){.run = run_reading, .done = have_read, .single = true};
    store_read(f->app->store, &r->job);
}

void follow_read(struct follow *f, struct table *t)
{
    t->behind = NULL;
    *f->end = t;
    f->end = &t->behind;
    read_next(f);
}

void follow_gather(struct follow *f, bool gathers)
{
    f->gathers = gathers;
    read_next(f);
}

// --- Looking for what was not heard.

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

void follow_set_limit(struct follow *f, size_t tables)
{
    f->limit = tables;
}

// Where there are more tables than a look takes, each comes at its turn. One that was put in where
// the last look ended may be left out once, or come twice: that does no harm.
static void choose(struct follow *f, size_t most)
{
    const struct table *t = NULL;
    for (size_t seen = hall_count(f->app->hall); seen && f->ids < most; seen--) {
        if (!(t = hall_next(f->app->hall, &f->place))) {
            f->place = 0;
            t = hall_next(f->app->hall, &f->place);
        }
        if (t && t->phase == TABLE_READY && !table_is_over(t))
            memcpy(f->id[f->ids++], t->id, sizeof t->id);
    }
}

void follow_tick(struct follow *f, int64_t ticks)
{
    size_t most = hall_count(f->app->hall);
    if (!relay_is_shared(f->app->relay) || f->looking || ticks - f->looked < LOOK_MS)
        return;
    f->looked = ticks;
    most = most < f->limit ? most : f->limit;
    if (!make_room(f, most))
        return;
    choose(f, most);
    if (!f->ids)
        return;
    qsort(f->id, f->ids, sizeof *f->id, by_name);
    f->looking = true;
    f->job = (struct store_job){.run = run_look, .done = looked};
    store_read(f->app->store, &f->job);
}
