// greedy: the playout policy for several seats: the word with the most points that can be made or
// taken now. It looks up words only, so a game with many columns can be played on many times.
//
//     struct bali_position position;
//     struct bali_move move;
//     bali_position_init(&position, config, bali_state(view));
//     if (bali_greedy_move(&position, &move))
//         bali_position_make(&position, &move);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_GREEDY_H
#define LOGOMACHY_GAMES_BALI_ENGINE_GREEDY_H

#include "games/bali/engine/position.h"

// False: the seat whose turn it is can finish no word. A take is preferred to a join of equal
// points, since a taken word cannot be lost.
bool bali_greedy_move(const struct bali_position *p, struct bali_move *out);

#endif
