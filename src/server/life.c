#include "server/life.h"

#include "server/net.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>

enum { SILENT_MS = 6000 }; // nobody has noted for so long that he is alive: nobody is

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

// One process alone knows that it was itself who was not there; where there may be others, or it
// has lived on, the note of who was alive last has to be old.
static enum store_status note_life(struct life *l, struct store_tx *tx)
{
    struct buf alive = {0}, away = {0};
    int64_t now = (int64_t)net_now_ms();
    enum store_status status = get_note(tx, "alive", &alive);
    if (status == STORE_OK)
        status = get_note(tx, "away", &away);
    buf_add_byte(&alive, 0);
    int64_t last = buf_ok(&alive) ? strtoll(alive.at, NULL, 10) : 0;
    away_read(&l->found, buf_text(&away));
    if (status == STORE_OK && (l->first || now - last > SILENT_MS)) {
        away_add(&l->found, last, now);
        status = put_away(tx, &l->found);
    }
    buf_release(&alive);
    buf_release(&away);
    return status == STORE_OK ? put_time(tx, "alive", now) : status;
}

static void noted(struct life *l)
{
    l->away = l->found;
    l->noted = net_ticks_ms();
    l->first = false;
}

static enum store_status begin(struct store_tx *tx, void *context)
{
    return note_life(context, tx);
}

enum store_status life_begin(struct life *l, struct store *s, bool alone)
{
    l->first = alone;
    enum store_status status = store_do(s, true, begin, l);
    if (status == STORE_OK)
        noted(l);
    return status;
}

static enum store_status run_beat(struct store_tx *tx, struct store_job *job)
{
    return note_life((struct life *)job, tx);
}

static void beat_done(struct store_job *job)
{
    if (job->status == STORE_OK)
        noted((struct life *)job);
    job->run = NULL;
}

void life_beat(struct life *l, struct store *s)
{
    if (l->job.run)
        return;
    l->job = (struct store_job){.run = run_beat, .done = beat_done};
    store_write(s, &l->job);
}

bool life_is_sure(const struct life *l)
{
    return net_ticks_ms() - l->noted < SILENT_MS;
}
