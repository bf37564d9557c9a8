// bali_standing: how a game with several seats may end from a position, for those who play on at a
// glance (games/bali/engine/quick.h): the lead of a seat, and how much it counts on the way to
// winning.
//
//     double lead = bali_standing(&position, seat);
//     double hope = bali_standing_hope(&position, lead);     // -1 lost, 1 won
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_STANDING_H
#define LOGOMACHY_GAMES_BALI_ENGINE_STANDING_H

#include "games/bali/engine/position.h"

// The points that the seat will be ahead of the best other one, or behind it. Certain when the game
// is over.
double bali_standing(const struct bali_position *p, unsigned seat);

// What a lead means for the result while so much is still to come. Grows with the lead, and less
// and less where the game is as good as decided.
double bali_standing_hope(const struct bali_position *p, double lead);

#endif
