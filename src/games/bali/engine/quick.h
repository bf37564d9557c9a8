// bali_quick: a move at a glance, so that a game with many columns can be played on many times: the
// word with the most points that can be made or taken now. It looks nothing up but words.
//
//     struct bali_step step;
//     if (bali_quick(&position, &step)) bali_position_make(&position, &step);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_QUICK_H
#define LOGOMACHY_GAMES_BALI_ENGINE_QUICK_H

#include "games/bali/engine/position.h"

// False: the seat whose turn it is can finish no word. Of equal points a take is chosen, since what
// is taken cannot be lost.
bool bali_quick(const struct bali_position *p, struct bali_step *out);

#endif
