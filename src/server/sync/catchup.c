#include "server/sync/catchup.h"

#include "bus/bus.h"
#include "server/net/net.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 2000 };

// A batched read of several logs. A log with more than a few moves is read again by itself, with
// the match's row and seats.
struct reading {
    struct store_job job; // first
    struct catchup *catchup;
    size_t count;
    struct store_log log[STORE_CATCH_UP_LOGS];
    struct table *table[STORE_CATCH_UP_LOGS];
    bool whole[STORE_CATCH_UP_LOGS];
};

struct catchup {
    struct store_job job; // first
    struct site *site;
    struct tables *tables;
    bool polling;
    int64_t polled;
    char (*id)[STORE_MATCH_ID];
    int32_t *last; // of each
    size_t ids, limit;
    size_t place; // among the tables, where the next poll continues

    struct table *first, **end; // queue of tables that are behind
    bool gathers;
    struct reading reading; // its `count` is 0 while there is none
};

struct catchup *catchup_open(struct site *site, struct tables *tables)
{
    struct catchup *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->site = site;
    c->tables = tables;
    c->end = &c->first;
    c->reading.catchup = c;
    c->limit = CATCHUP_TABLES;
    return c;
}

void catchup_free(struct catchup *c)
{
    if (!c)
        return;
    free(c->id);
    free(c->last);
    free(c);
}

// --- Reading on.

// A line that begins with a seat is a move: seats did not change. Called on a thread of the store,
// which owns the tables' logs meanwhile.
static bool catchup_keep_entry(void *context, size_t place, const struct store_entry *e)
{
    struct reading *r = context;
    struct table *t = r->table[place];
    bool is_move = e->text.len > 2 && e->text.at[1] == ' ';
    bool is_last = e->seq - r->log[place].from + 1 >= STORE_CATCH_UP_EACH; // there may be more
    r->whole[place] = r->whole[place] || !is_move || is_last ||
                      (uint64_t)e->seq != t->entries + 1 || !table_keep(t, e);
    return true;
}

static enum store_status catchup_run_reading(struct store_tx *tx, struct store_job *job)
{
    struct reading *r = (struct reading *)job;
    return store_entries_of(tx, r->log, r->count, catchup_keep_entry, r);
}

static void read_next(struct catchup *c);

// One log that cannot be read does not hold up the others.
static void catchup_read_done(struct store_job *job)
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
            t->steps->caught_up(t, status);
    }
    r->count = 0;
    read_next(r->catchup);
}

static void read_next(struct catchup *c)
{
    struct reading *r = &c->reading;
    if (r->count || c->gathers || !c->first)
        return;
    for (struct table *t; (t = c->first) && r->count < STORE_CATCH_UP_LOGS; r->count++) {
        c->first = t->sync.next_behind;
        r->table[r->count] = t;
        r->whole[r->count] = false;
        memcpy(r->log[r->count].match, t->id, sizeof t->id);
        r->log[r->count].from = (int32_t)t->entries + 1;
    }
    if (!c->first)
        c->end = &c->first;
    r->job =
        (struct store_job){.run = catchup_run_reading, .done = catchup_read_done, .single = true};
    store_read(c->site->store, &r->job);
}

void catchup_read(struct catchup *c, struct table *t)
{
    t->sync.next_behind = NULL;
    *c->end = t;
    c->end = &t->sync.next_behind;
    read_next(c);
}

void catchup_gather(struct catchup *c, bool gathers)
{
    c->gathers = gathers;
    read_next(c);
}

// --- Polling for lost notices.

// Results come in any order: each is found by binary search among the sorted ids.
static int catchup_by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool catchup_note_last_seq(void *context, const char *match, int32_t seq)
{
    struct catchup *c = context;
    const char(*at)[STORE_MATCH_ID] = bsearch(match, c->id, c->ids, sizeof *c->id, catchup_by_name);
    if (at)
        c->last[at - (const char(*)[STORE_MATCH_ID])c->id] = seq;
    return true;
}

static enum store_status catchup_run_poll(struct store_tx *tx, struct store_job *job)
{
    struct catchup *c = (struct catchup *)job;
    return store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])c->id, c->ids,
                               catchup_note_last_seq, c);
}

static void catchup_poll_done(struct store_job *job)
{
    struct catchup *c = (struct catchup *)job;
    c->polling = false;
    for (size_t i = 0; i < c->ids && job->status == STORE_OK; i++)
        if (c->last[i] > 0)
            tables_notice(c->tables, c->id[i], (uint64_t)c->last[i], false);
}

static bool make_room(struct catchup *c, size_t count)
{
    free(c->id);
    free(c->last);
    c->ids = 0;
    c->id = calloc(count ? count : 1, sizeof *c->id);
    c->last = calloc(count ? count : 1, sizeof *c->last);
    return c->id && c->last;
}

void catchup_set_limit(struct catchup *c, size_t tables)
{
    c->limit = tables;
}

// Round-robin over the tables. One that is added where the last poll ended may be skipped once, or
// polled twice, which is harmless.
static void choose_tables(struct catchup *c, size_t most)
{
    const struct table *t = NULL;
    for (size_t seen = tables_count(c->tables); seen && c->ids < most; seen--) {
        if (!(t = tables_next(c->tables, &c->place))) {
            c->place = 0;
            t = tables_next(c->tables, &c->place);
        }
        if (t && t->phase == TABLE_READY && !table_is_over(t))
            memcpy(c->id[c->ids++], t->id, sizeof t->id);
    }
}

void catchup_tick(struct catchup *c)
{
    int64_t ticks = (int64_t)net_ticks_ms();
    size_t most = tables_count(c->tables);
    if (!bus_is_shared(c->site->bus) || c->polling || ticks - c->polled < POLL_MS)
        return;
    c->polled = ticks;
    most = most < c->limit ? most : c->limit;
    if (!make_room(c, most))
        return;
    choose_tables(c, most);
    if (!c->ids)
        return;
    qsort(c->id, c->ids, sizeof *c->id, catchup_by_name);
    c->polling = true;
    c->job = (struct store_job){.run = catchup_run_poll, .done = catchup_poll_done};
    store_read(c->site->store, &c->job);
}
