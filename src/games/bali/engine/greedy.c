#include "games/bali/engine/greedy.h"

#include "games/bali/engine/words.h"

struct greedy {
    struct bali_move *best;
    int points; // of the best so far; -1: there is none
};

static void compare_word(void *context, const struct bali_found_word *word)
{
    struct greedy *g = context;
    int points = (int)(word->sum * word->length);
    if (points <= g->points)
        return;
    g->points = points;
    *g->best = bali_found_move(word);
}

bool bali_greedy_move(const struct bali_position *p, struct bali_move *out)
{
    struct greedy g = {.best = out, .points = -1};
    bali_words(p, (struct bali_word_filter){0}, compare_word, &g);
    for (unsigned i = 0; i < p->set.row; i++) {
        unsigned place = p->turn * BALI_ROW + i;
        int points = bali_position_points(p, place);
        if (points < 0 || points < g.points)
            continue;
        g.points = points;
        *out = (struct bali_move){.kind = BALI_TAKE, .count = 1, .place = {(uint8_t)place}};
    }
    return g.points >= 0;
}
