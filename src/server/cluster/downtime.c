#include "server/cluster/downtime.h"

#include <string.h>

static bool to_time(struct text t, int64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] < '0' || t.at[i] > '9' || i > 17)
            return false;
        *out = 10 * *out + (t.at[i] - '0');
    }
    return t.len > 0;
}

void downtime_read(struct downtime *d, struct text text)
{
    *d = (struct downtime){0};
    while (text.len) {
        int64_t from, to;
        struct text first = text_cut(&text, ' ');
        if (!to_time(first, &from) || !to_time(text_cut(&text, ' '), &to)) {
            *d = (struct downtime){0};
            return;
        }
        downtime_add(d, from, to);
    }
}

void downtime_write(const struct downtime *d, struct buf *out)
{
    for (unsigned i = 0; i < d->count; i++)
        buf_printf(out, "%s%lld %lld", i ? " " : "", (long long)d->time[i].from,
                   (long long)d->time[i].to);
}

void downtime_add(struct downtime *d, int64_t from, int64_t to)
{
    if (d->count == DOWNTIME_MAX)
        memmove(&d->time[0], &d->time[1], --d->count * sizeof d->time[0]);
    d->time[d->count].from = from;
    d->time[d->count++].to = to;
}

void downtime_cut(struct downtime *d, int64_t now)
{
    struct downtime all = *d;
    d->count = 0;
    for (unsigned i = 0; i < all.count; i++)
        if (all.time[i].from < now)
            downtime_add(d, all.time[i].from, all.time[i].to < now ? all.time[i].to : now);
}

// Clocks that follow the database's are accurate to some milliseconds.
enum { SLACK_MS = 1000 };

bool downtime_since(const struct downtime *d, int64_t last_ms, int64_t now, struct outage *out)
{
    for (unsigned i = 0; i < d->count; i++)
        if (last_ms < d->time[i].to && d->time[i].to <= now + SLACK_MS) {
            *out = d->time[i];
            out->from = last_ms > out->from ? last_ms : out->from;
            return true;
        }
    return false;
}
