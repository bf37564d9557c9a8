// lead: the static evaluation at the end of a playout with several seats: the expected final lead
// of a seat (a linear model of the words on the table, fitted to greedy playouts), and how much a
// lead counts towards winning (a logistic-like curve).
//
//     struct bali_position position;
//     bali_position_init(&position, config, bali_state(view));
//     double lead = bali_expected_lead(&position, seat);
//     ok = bali_lead_value(&position, lead) > 0; /* -1 lost, 1 won */
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_LEAD_H
#define LOGOMACHY_GAMES_BALI_ENGINE_LEAD_H

#include "games/bali/engine/position.h"

// Expected points of the seat at the end, less those of the best other seat. Exact when the game is
// over.
double bali_expected_lead(const struct bali_position *p, unsigned seat);

// The value of a lead, from -1 to 1: steep near 0, flat where the game is decided. The fewer cards
// are in the deck, the steeper.
double bali_lead_value(const struct bali_position *p, double lead);

#endif
