#include "server/play/scheduler.h"

#include "base/vec.h"
#include "server/net/net.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ALONE_MS = 10000,  // between two scans
    SHARED_MS = 2000,  // the same where other processes may set a clock running
    RETRY_MS = 1000,   // after a scan that failed
    AHEAD = 3,         // a match is loaded this many scans before its clock runs out
    WAKES_A_TICK = 20, // matches to load at a time
};

struct due_match {
    char id[STORE_MATCH_ID];
    int32_t last; // seq of its last event if known, else -1
};

struct scheduler {
    struct store_job job; // first
    const struct play *play;
    struct tables *tables;
    bool scanning;
    int64_t scanned;
    uint64_t fresh; // acquired shards whose running matches are all to be scanned
    // The scan under way, then its result.
    bool all;
    uint64_t shards;
    int64_t until;
    struct due_match *found;
    size_t count, cap, next; // those before `next` are loaded
};

// Called on a thread of the store.
static bool add_due(struct scheduler *s, const char *id, int32_t last)
{
    if (!(s->shards >> store_lease_shard(id) & 1))
        return true;
    if (!vec_reserve(&s->found, &s->cap, s->count + 1))
        return false;
    struct due_match *f = &s->found[s->count++];
    snprintf(f->id, sizeof f->id, "%s", id);
    f->last = last;
    return true;
}

static bool scheduler_add_running(void *context, const char *id, int64_t deadline)
{
    (void)deadline;
    return add_due(context, id, -1);
}

static bool scheduler_add_computer(void *context, const char *id, int32_t last)
{
    return add_due(context, id, last);
}

static enum store_status scheduler_run_scan(struct store_tx *tx, struct store_job *job)
{
    struct scheduler *s = (struct scheduler *)job;
    enum store_status status = STORE_OK;
    if (lease_is_shared(s->play->lease))
        status = store_match_computers(tx, scheduler_add_computer, s);
    return status == STORE_OK ? store_match_running(tx, s->until, scheduler_add_running, s)
                              : status;
}

static void scheduler_scan_done(struct store_job *job)
{
    struct scheduler *s = (struct scheduler *)job;
    s->scanning = false;
    if (job->status != STORE_OK && s->all)
        s->fresh |= s->shards;
}

static int64_t period(const struct scheduler *s)
{
    return lease_is_shared(s->play->lease) ? SHARED_MS : ALONE_MS;
}

static void scan(struct scheduler *s, int64_t ticks)
{
    uint64_t held = lease_shards(s->play->lease);
    s->all = s->fresh & held;
    s->shards = s->all ? s->fresh & held : held;
    s->until = s->all ? 0 : (int64_t)net_now_ms() + AHEAD * period(s);
    s->fresh = 0;
    s->scanned = ticks;
    s->count = s->next = 0;
    if (!s->shards)
        return;
    s->scanning = true;
    s->job = (struct store_job){.run = scheduler_run_scan, .done = scheduler_scan_done};
    store_read(s->play->site->store, &s->job);
}

void scheduler_acquired(struct scheduler *s, uint64_t shards)
{
    s->fresh |= shards;
    s->scanned = 0;
    if (s->scanning || s->next == s->count)
        return;
    // The rest of the last list must not delay these: it will be found again.
    s->fresh |= s->all ? s->shards : 0;
    s->next = s->count;
}

void scheduler_tick(struct scheduler *s)
{
    int64_t ticks = (int64_t)net_ticks_ms();
    if (s->scanning)
        return;
    for (int i = 0; i < WAKES_A_TICK && s->next < s->count; i++) {
        const struct due_match *f = &s->found[s->next++];
        tables_wake(s->tables, f->id);
        if (f->last > 0)
            tables_notice(s->tables, f->id, (uint64_t)f->last, false);
    }
    if (s->next == s->count && ticks - s->scanned >= (s->fresh ? RETRY_MS : period(s)))
        scan(s, ticks);
}

struct scheduler *scheduler_open(const struct play *play, struct tables *tables)
{
    struct scheduler *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->play = play;
    s->tables = tables;
    s->fresh = lease_is_shared(play->lease) ? 0 : UINT64_MAX;
    return s;
}

void scheduler_free(struct scheduler *s)
{
    if (!s)
        return;
    free(s->found);
    free(s);
}
