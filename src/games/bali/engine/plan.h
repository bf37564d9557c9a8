// bali_plan: the end of a game for one seat, solved. When the deck is empty nothing is refilled, so
// what is left to do is to share the columns out among words: the most points, with what a bali
// adds.
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_PLAN_H
#define LOGOMACHY_GAMES_BALI_ENGINE_PLAN_H

#include "games/bali/engine/completions.h"
#include "games/bali/engine/position.h"

struct bali_plan {
    struct bali_step step[2 * BALI_ROW]; // joins and takes, one after the other
    unsigned count;                      // 0: there is nothing to gain
    int total;                           // points of the game in the end
    bool bali;
};

// For a seat alone, with an empty deck. With the words that are known.
void bali_plan_end(const struct bali_position *p, struct bali_hopes *h, struct bali_plan *out);

#endif
