// balda_future: what can still come of the letters on the board, whatever is put on the empty
// squares. The endgame leaves out moves that make no difference with it.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_FUTURE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_FUTURE_H

#include "games/balda/engine/position.h"

// Can this word still be scored somewhere, as far as the letters go?
bool balda_can_come(const struct balda_position *p, uint32_t word);

// Can any word in play still be scored that runs through this filled square? Yes, too, where
// finding out would take long.
bool balda_can_come_through(struct balda_position *p, unsigned square);

#endif
