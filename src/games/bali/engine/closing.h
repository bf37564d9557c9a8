// bali_closing: the end of a game between two seats, solved. When the deck is empty every turn
// takes a word off the table and nothing is added any more, so what is still to come depends only
// on which columns are left and whose turn it is: the best for every set of them is worked out from
// the best for smaller ones.
//
//     struct bali_closing end;
//     if (bali_closing_solve(&position, &end)) ...end.step, end.lead...
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_CLOSING_H
#define LOGOMACHY_GAMES_BALI_ENGINE_CLOSING_H

#include "games/bali/engine/position.h"

struct bali_closing {
    struct bali_step step;
    int lead; // of the seat whose turn it is, in the end, if both do their best
};

// False: it is not such an end (see above; both seats play on, and a bali adds points instead of
// multiplying them), the seat can only pass, or there is no memory.
bool bali_closing_solve(const struct bali_position *p, struct bali_closing *out);

#endif
