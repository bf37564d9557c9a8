#include "search/bali_quick.h"

struct glance {
    const struct bali_position *p;
    uint8_t place[BALI_PARTS];
    struct bali_step *best;
    int points; // of the best so far; -1: there is none
};

static bool take_join(void *context, const struct bali_join *join)
{
    struct glance *g = context;
    int sum = 0;
    if (!join->word || join->length < g->p->min_word)
        return true;
    for (unsigned i = 0; i < join->count; i++)
        sum += g->p->pile[g->place[join->part[i]]].sum;
    int points = sum * (int)join->length;
    if (points <= g->points)
        return true;
    g->points = points;
    *g->best = (struct bali_step){.kind = BALI_JOIN, .count = (uint8_t)join->count};
    for (unsigned i = 0; i < join->count; i++) {
        g->best->place[i] = g->place[join->part[i]];
        g->best->settle[i] = join->settle[i];
    }
    return true;
}

bool bali_quick(const struct bali_position *p, struct bali_step *out)
{
    struct glance g = {.p = p, .best = out, .points = -1};
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_position_parts(p, part, g.place, &own);
    bali_joins(p->graph, part, count, own, take_join, &g);
    for (unsigned i = 0; i < p->row; i++) {
        unsigned place = p->turn * BALI_ROW + i;
        int points = bali_position_points(p, place);
        if (points < 0 || points < g.points)
            continue;
        g.points = points;
        *out = (struct bali_step){.kind = BALI_TAKE, .count = 1, .place = {(uint8_t)place}};
    }
    return g.points >= 0;
}
