#include "server/cluster/life.h"

#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SILENT_MS = 6000,  // without a heartbeat of anybody for so long: an outage
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

static enum store_status put_away(struct store_tx *tx, const struct away *a)
{
    struct buf text = {0};
    away_write(a, &text);
    enum store_status status =
        buf_ok(&text) ? store_note_put(tx, "away", buf_text(&text)) : STORE_BROKEN;
    buf_release(&text);
    return status;
}

static enum store_status ask_time(struct life *l, struct store_tx *tx)
{
    uint64_t before = net_ticks_ms();
    enum store_status status = store_clock(tx, &l->now);
    uint64_t took = net_ticks_ms() - before;
    l->ticks = before + took / 2;
    l->error = took / 2 + 2;
    return status;
}

// True where the outages are other ones now. One process alone knows that it was itself who was not
// there; where there may be others, or it has lived on, the last heartbeat has to be old.
static bool judge(struct life *l, int64_t last)
{
    if (last > l->now + STEPPED_MS) {
        away_cut(&l->found, l->now);
        return true;
    }
    if (!last || last >= l->now || (!l->first && l->now - last <= SILENT_MS))
        return false;
    away_add(&l->found, last, l->now);
    return true;
}

static enum store_status note_life(struct life *l, struct store_tx *tx)
{
    struct buf alive = {0}, away = {0};
    enum store_status status = ask_time(l, tx);
    if (status == STORE_OK)
        status = get_note(tx, "alive", &alive);
    if (status == STORE_OK)
        status = get_note(tx, "away", &away);
    buf_add_byte(&alive, 0);
    int64_t last = buf_ok(&alive) ? strtoll(alive.at, NULL, 10) : 0;
    away_read(&l->found, buf_text(&away));
    if (status == STORE_OK && judge(l, last))
        status = put_away(tx, &l->found);
    buf_release(&alive);
    buf_release(&away);
    return status == STORE_OK ? put_time(tx, "alive", l->now) : status;
}

static bool differ(const struct away *a, const struct away *b)
{
    return a->count != b->count || memcmp(a->time, b->time, a->count * sizeof a->time[0]) != 0;
}

// Said once, and again when it has changed: nothing depends on it, but logs are read by it.
static void tell_skew(struct life *l)
{
    int64_t skew = (int64_t)net_wall_ms() - (int64_t)net_now_ms(), more = skew - l->skew;
    if (more <= SKEW_MS && more >= -SKEW_MS)
        return;
    l->skew = skew > SKEW_MS || skew < -SKEW_MS ? skew : 0;
    journal_line(l->skew ? JOURNAL_WARNING : JOURNAL_INFO, "clock.skew",
                 JOURNAL_NUMBER("ahead_of_database_ms", skew), JOURNAL_END);
}

static void noted(struct life *l)
{
    l->outages += differ(&l->away, &l->found);
    l->away = l->found;
    l->noted = net_ticks_ms();
    l->first = false;
    if (net_set_now(l->now, l->ticks, l->error))
        tell_skew(l);
}

static enum store_status begin(struct store_tx *tx, void *context)
{
    return note_life(context, tx);
}

enum store_status life_begin(struct life *l, struct store *s, bool alone)
{
    l->first = alone;
    l->status = store_do(s, true, begin, l);
    if (l->status == STORE_OK)
        noted(l);
    return l->status;
}

static enum store_status run_beat(struct store_tx *tx, struct store_job *job)
{
    return note_life((struct life *)job, tx);
}

static void beat_done(struct store_job *job)
{
    struct life *l = (struct life *)job;
    l->status = job->status;
    if (job->status == STORE_OK)
        noted(l);
    job->run = NULL;
}

void life_beat(struct life *l, struct store *s)
{
    if (l->job.run)
        return;
    l->job = (struct store_job){.run = run_beat, .done = beat_done};
    l->asked = net_ticks_ms();
    store_write(s, &l->job);
}

bool life_is_sure(const struct life *l)
{
    return net_ticks_ms() - l->noted < SILENT_MS;
}
