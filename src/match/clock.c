#include "match/clock.h"

#include "base/bug.h"

static bool runs(const struct clocks *c, unsigned seat)
{
    return c->running >> seat & 1;
}

void clocks_init(struct clocks *c, const struct clock_terms *terms)
{
    *c = (struct clocks){.terms = *terms};
    for (unsigned i = 0; i < SEATS_MAX; i++)
        c->left_ms[i] = terms->base_ms;
}

int64_t clocks_left(const struct clocks *c, unsigned seat, int64_t now_ms)
{
    BUG_UNLESS(seat < SEATS_MAX);
    if (!runs(c, seat) || now_ms <= c->since_ms[seat])
        return c->left_ms[seat];
    int64_t used = now_ms - c->since_ms[seat];
    return used < c->left_ms[seat] ? c->left_ms[seat] - used : 0;
}

static void stop(struct clocks *c, unsigned seat, int64_t at_ms)
{
    bool stock = c->terms.kind == CLOCK_FISCHER;
    c->left_ms[seat] = stock ? clocks_left(c, seat, at_ms) : c->terms.base_ms;
    c->running &= ~(1u << seat);
    c->since_ms[seat] = 0;
}

void clocks_run(struct clocks *c, unsigned seats, int64_t at_ms)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        bool wanted = seats >> i & 1;
        if (runs(c, i) && !wanted)
            stop(c, i, at_ms);
        else if (!runs(c, i) && wanted)
            c->since_ms[i] = at_ms;
    }
    c->running = seats & ((1u << SEATS_MAX) - 1);
}

void clocks_move(struct clocks *c, unsigned seat, int64_t at_ms)
{
    BUG_UNLESS(seat < SEATS_MAX);
    stop(c, seat, at_ms);
    c->left_ms[seat] += c->terms.increment_ms;
}

void clocks_hold(struct clocks *c, int64_t ms, int64_t at_ms)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (!runs(c, i))
            continue;
        int64_t room = at_ms - c->since_ms[i];
        c->since_ms[i] += ms < room ? ms : room;
    }
}

int64_t clocks_deadline(const struct clocks *c, unsigned *seat)
{
    int64_t first = 0;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        int64_t end = c->since_ms[i] + c->left_ms[i];
        if (c->terms.kind == CLOCK_NONE || !runs(c, i) || (first && end >= first))
            continue;
        first = end;
        *seat = i;
    }
    return first;
}
