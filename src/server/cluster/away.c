#include "server/cluster/away.h"

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

void away_read(struct away *a, struct text text)
{
    *a = (struct away){0};
    while (text.len) {
        int64_t from, to;
        struct text first = text_cut(&text, ' ');
        if (!to_time(first, &from) || !to_time(text_cut(&text, ' '), &to)) {
            *a = (struct away){0};
            return;
        }
        away_add(a, from, to);
    }
}

void away_write(const struct away *a, struct buf *out)
{
    for (unsigned i = 0; i < a->count; i++)
        buf_printf(out, "%s%lld %lld", i ? " " : "", (long long)a->time[i].from,
                   (long long)a->time[i].to);
}

void away_add(struct away *a, int64_t from, int64_t to)
{
    if (a->count == AWAY_MAX)
        memmove(&a->time[0], &a->time[1], --a->count * sizeof a->time[0]);
    a->time[a->count].from = from;
    a->time[a->count++].to = to;
}

void away_cut(struct away *a, int64_t now)
{
    struct away all = *a;
    a->count = 0;
    for (unsigned i = 0; i < all.count; i++)
        if (all.time[i].from < now)
            away_add(a, all.time[i].from, all.time[i].to < now ? all.time[i].to : now);
}

// Clocks that follow the database's are right to some milliseconds.
enum { SLACK_MS = 1000 };

bool away_since(const struct away *a, int64_t last_ms, int64_t now, struct outage *out)
{
    for (unsigned i = 0; i < a->count; i++)
        if (last_ms < a->time[i].to && a->time[i].to <= now + SLACK_MS) {
            *out = a->time[i];
            out->from = last_ms > out->from ? last_ms : out->from;
            return true;
        }
    return false;
}
