#include "server/play/expiry.h"

enum { LONG_MS = 24 * 3600000 }; // an outage that restarts a match's days

uint32_t expiry_days(const struct options *options, bool running)
{
    return running ? options->idle_days : options->open_days;
}

static int64_t restarted_at(const struct downtime *d)
{
    int64_t until = 0;
    for (unsigned i = 0; i < d->count; i++)
        if (d->time[i].to - d->time[i].from > LONG_MS)
            until = d->time[i].to;
    return until;
}

bool expiry_is_due(const struct table *t)
{
    const struct match *m = &t->match;
    bool running = m->status == MATCH_RUNNING;
    int64_t days = expiry_days(t->play->site->options, running),
            since = restarted_at(&t->play->heartbeat->downtime);
    if (!days || table_is_over(t) || match_deadline_ms(m, NULL))
        return false;
    since = since > m->last_ms ? since : m->last_ms;
    since = since > t->row.created ? since : t->row.created;
    return table_time(t) - since > days * CLOCK_DAY;
}
