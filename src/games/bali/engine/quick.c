#include "games/bali/engine/quick.h"

#include "games/bali/engine/words.h"

struct glance {
    struct bali_step *best;
    int points; // of the best so far; -1: there is none
};

static void look_at(void *context, const struct bali_made *word)
{
    struct glance *g = context;
    int points = (int)(word->sum * word->length);
    if (points <= g->points)
        return;
    g->points = points;
    *g->best = bali_made_step(word);
}

bool bali_quick(const struct bali_position *p, struct bali_step *out)
{
    struct glance g = {.best = out, .points = -1};
    bali_words(p, (struct bali_wanted){0}, look_at, &g);
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
