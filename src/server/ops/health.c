#include "server/ops/health.h"

#include "server/cluster/heartbeat.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"
#include "store/social.h"

enum { SILENT_MS = 8000 }; // a probe without an answer for so long has failed

static enum store_status state_of(enum store_status last, bool under_way, uint64_t asked)
{
    bool silent = under_way && net_ticks_ms() - asked > SILENT_MS;
    return last == STORE_OK && silent ? STORE_BUSY : last;
}

static enum store_status reads_of(const struct health *h)
{
    return state_of(h->reads, h->job.run, h->asked);
}

static enum store_status writes_of(const struct health *h)
{
    return state_of(h->heartbeat->status, h->heartbeat->job.run, h->heartbeat->asked);
}

static void note_damage(struct health *h)
{
    uint64_t damaged = store_stats(h->store).damaged;
    if (damaged == h->damaged)
        return;
    metrics_add(METRIC_DAMAGED, 0, damaged - h->damaged);
    h->damaged = damaged;
    journal_line(JOURNAL_ERROR, "database.damaged", JOURNAL_NUMBER("times", (int64_t)damaged),
                 JOURNAL_END);
}

// Logs each change once.
static void note_state(struct health *h)
{
    enum store_status reads = reads_of(h), writes = writes_of(h);
    bool well = reads == STORE_OK && writes == STORE_OK;
    metrics_set(METRIC_DATABASE, METRICS_READS, reads == STORE_OK);
    metrics_set(METRIC_DATABASE, METRICS_WRITES, writes == STORE_OK);
    if (well != h->was_well)
        journal_line(well ? JOURNAL_INFO : JOURNAL_ERROR, well ? "database.well" : "database.ill",
                     JOURNAL_STRING("reads", store_status_name(reads)),
                     JOURNAL_STRING("writes", store_status_name(writes)), JOURNAL_END);
    h->was_well = well;
}

static enum store_status health_run_probe(struct store_tx *tx, struct store_job *job)
{
    struct buf text = {0};
    (void)job;
    enum store_status status = store_note_get(tx, "alive", &text);
    buf_release(&text);
    return status == STORE_NONE ? STORE_OK : status;
}

static void health_probed(struct store_job *job)
{
    struct health *h = (struct health *)job;
    h->reads = job->status;
    job->run = NULL;
}

void health_probe(struct health *h)
{
    note_damage(h);
    note_state(h);
    if (h->job.run)
        return;
    h->job = (struct store_job){.run = health_run_probe, .done = health_probed, .single = true};
    h->asked = net_ticks_ms();
    store_read(h->store, &h->job);
}

void health_begin(struct health *h, struct store *store, const struct heartbeat *heartbeat)
{
    *h = (struct health){.store = store, .heartbeat = heartbeat, .was_well = true};
    note_state(h);
}

bool health_json(const struct health *h, struct buf *out)
{
    enum store_status reads = reads_of(h), writes = writes_of(h);
    uint64_t damaged = store_stats(h->store).damaged;
    if (reads != STORE_OK)
        buf_printf(out, "database reads %s\n", store_status_name(reads));
    if (writes != STORE_OK)
        buf_printf(out, "database writes %s\n", store_status_name(writes));
    if (damaged)
        buf_printf(out, "database damaged %llu\n", (unsigned long long)damaged);
    return reads == STORE_OK && writes == STORE_OK;
}
