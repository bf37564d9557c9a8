#include "server/cluster/heartbeat.h"

#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SILENT_MS = 6000,  // no heartbeat of any process for so long: an outage
    STEPPED_MS = 1000, // a heartbeat so far in the future: the clock was set back
    SKEW_MS = 1000,    // a machine's clock that is wrong by this is worth a line
};

static enum store_status put_time(struct store_tx *tx, const char *note, int64_t ms)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)ms);
    return store_note_put(tx, note, text_of(text));
}

static enum store_status get_note(struct store_tx *tx, const char *note, struct buf *out)
{
    enum store_status status = store_note_get(tx, note, out);
    return status == STORE_NONE ? STORE_OK : buf_ok(out) ? status : STORE_BROKEN;
}

static enum store_status put_downtime(struct store_tx *tx, const struct downtime *a)
{
    struct buf text = {0};
    downtime_write(a, &text);
    enum store_status status =
        buf_ok(&text) ? store_note_put(tx, "away", buf_text(&text)) : STORE_BROKEN;
    buf_release(&text);
    return status;
}

static enum store_status ask_time(struct heartbeat *h, struct store_tx *tx)
{
    uint64_t before = net_ticks_ms();
    enum store_status status = store_clock(tx, &h->now);
    uint64_t took = net_ticks_ms() - before;
    h->ticks = before + took / 2;
    h->error = took / 2 + 2;
    return status;
}

// True if the outages changed. A single process was down whenever it starts; where there may be
// others, or it kept running, the last heartbeat has to be stale.
static bool judge(struct heartbeat *h, int64_t last)
{
    if (last > h->now + STEPPED_MS) {
        downtime_cut(&h->found, h->now);
        return true;
    }
    if (!last || last >= h->now || (!h->first && h->now - last <= SILENT_MS))
        return false;
    downtime_add(&h->found, last, h->now);
    return true;
}

static enum store_status note_heartbeat(struct heartbeat *h, struct store_tx *tx)
{
    struct buf alive = {0}, away = {0};
    enum store_status status = ask_time(h, tx);
    if (status == STORE_OK)
        status = get_note(tx, "alive", &alive);
    if (status == STORE_OK)
        status = get_note(tx, "away", &away);
    buf_add_byte(&alive, 0);
    int64_t last = buf_ok(&alive) ? strtoll(alive.at, NULL, 10) : 0;
    downtime_read(&h->found, buf_text(&away));
    if (status == STORE_OK && judge(h, last))
        status = put_downtime(tx, &h->found);
    buf_release(&alive);
    buf_release(&away);
    return status == STORE_OK ? put_time(tx, "alive", h->now) : status;
}

static bool differ(const struct downtime *a, const struct downtime *b)
{
    return a->count != b->count || memcmp(a->time, b->time, a->count * sizeof a->time[0]) != 0;
}

// Logged once, and again when it has changed: only the timestamps of logs depend on it.
static void log_skew(struct heartbeat *h)
{
    int64_t skew = (int64_t)net_wall_ms() - (int64_t)net_now_ms(), more = skew - h->skew;
    if (more <= SKEW_MS && more >= -SKEW_MS)
        return;
    h->skew = skew > SKEW_MS || skew < -SKEW_MS ? skew : 0;
    journal_line(h->skew ? JOURNAL_WARNING : JOURNAL_INFO, "clock.skew",
                 JOURNAL_NUMBER("ahead_of_database_ms", skew), JOURNAL_END);
}

static void noted(struct heartbeat *h)
{
    h->outages += differ(&h->downtime, &h->found);
    h->downtime = h->found;
    h->noted = net_ticks_ms();
    h->first = false;
    if (net_set_now(h->now, h->ticks, h->error))
        log_skew(h);
}

static enum store_status heartbeat_tick(struct store_tx *tx, void *context)
{
    return note_heartbeat(context, tx);
}

enum store_status heartbeat_begin(struct heartbeat *h, struct store *s, bool alone)
{
    h->first = alone;
    h->status = store_do(s, true, heartbeat_tick, h);
    if (h->status == STORE_OK)
        noted(h);
    return h->status;
}

static enum store_status heartbeat_run(struct store_tx *tx, struct store_job *job)
{
    return note_heartbeat((struct heartbeat *)job, tx);
}

static void heartbeat_done(struct store_job *job)
{
    struct heartbeat *h = (struct heartbeat *)job;
    h->status = job->status;
    if (job->status == STORE_OK)
        noted(h);
    job->run = NULL;
}

void heartbeat_send(struct heartbeat *h, struct store *s)
{
    if (h->job.run)
        return;
    h->job = (struct store_job){.run = heartbeat_run, .done = heartbeat_done};
    h->asked = net_ticks_ms();
    store_write(s, &h->job);
}

bool heartbeat_is_fresh(const struct heartbeat *h)
{
    return net_ticks_ms() - h->noted < SILENT_MS;
}
