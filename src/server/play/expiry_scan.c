#include "server/play/expiry_scan.h"

#include "server/net/net.h"
#include "server/play/expiry.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 200,
    WAKES_A_TICK = 5,      // matches to load
    PAGE_MS = 10000,       // between two pages with nothing to do
    CYCLE_MS = 30 * 60000, // from one end of the store to the next beginning
};

struct expiry_scan {
    struct store_job job; // first
    const struct play *play;
    struct tables *tables;
    bool scanning;
    uint64_t scanned; // by the monotonic clock; 0: never
    uint64_t pause;   // until the next page
    struct store_stale_query query;
    struct store_stale_query asked;   // where the page began: a scan that fails goes back to it
    char found[PAGE][STORE_MATCH_ID]; // of the last page
    size_t count, next;
    unsigned rows; // of the page, whether or not they are stale
};

// --- Scanning, on a thread of the store.

static bool expiry_scan_match(void *context, const char *id, int64_t at, int64_t last)
{
    struct expiry_scan *e = context;
    e->rows++;
    e->query.after = at;
    snprintf(e->query.after_id, sizeof e->query.after_id, "%s", id);
    if (last < e->query.before && e->count < PAGE)
        memcpy(e->found[e->count++], e->query.after_id, STORE_MATCH_ID);
    return true;
}

static enum store_status expiry_scan_run_scan(struct store_tx *tx, struct store_job *job)
{
    struct expiry_scan *e = (struct expiry_scan *)job;
    return store_match_stale(tx, &e->query, expiry_scan_match, e);
}

// --- Page by page, kind by kind.

static void next_kind(struct expiry_scan *e)
{
    bool all = e->query.kind == STORE_STALE_IDLE;
    e->query.kind = all ? STORE_STALE_OPEN : e->query.kind + 1;
    e->query.after = 0;
    e->query.after_id[0] = '\0';
    e->pause = all ? CYCLE_MS : 0;
}

static void expiry_scan_done(struct store_job *job)
{
    struct expiry_scan *e = (struct expiry_scan *)job;
    e->scanning = false;
    e->pause = PAGE_MS;
    if (job->status != STORE_OK) {
        e->count = 0;
        e->query = e->asked;
    } else if (e->rows < PAGE) {
        next_kind(e);
    }
}

static void scan_page(struct expiry_scan *e)
{
    int64_t days = expiry_days(e->play->site->options, e->query.kind == STORE_STALE_IDLE);
    e->scanned = net_ticks_ms();
    e->count = e->next = e->rows = 0;
    if (!days) {
        next_kind(e);
        return;
    }
    e->query.limit = PAGE;
    e->query.before = (int64_t)net_now_ms() - days * CLOCK_DAY;
    e->scanning = true;
    e->asked = e->query;
    e->job = (struct store_job){.run = expiry_scan_run_scan, .done = expiry_scan_done};
    store_read(e->play->site->store, &e->job);
}

void expiry_scan_tick(struct expiry_scan *e)
{
    if (e->scanning || e->play->site->stopping)
        return;
    for (unsigned woken = 0; e->next < e->count && woken < WAKES_A_TICK; e->next++)
        if (lease_holds(e->play->lease, e->found[e->next])) {
            tables_wake(e->tables, e->found[e->next]);
            woken++;
        }
    // Without a shard there is nothing to do yet.
    if (e->next == e->count && lease_shards(e->play->lease) &&
        (!e->scanned || net_ticks_ms() - e->scanned >= e->pause))
        scan_page(e);
}

struct expiry_scan *expiry_scan_open(const struct play *play, struct tables *tables)
{
    struct expiry_scan *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->play = play;
    e->tables = tables;
    return e;
}

void expiry_scan_free(struct expiry_scan *e)
{
    free(e);
}
