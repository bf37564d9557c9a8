// balda_future: what can still come of the letters on the board, whatever is put on the empty
// squares. The endgame leaves out moves that make no difference with it.
#ifndef LOGOMACHY_SEARCH_BALDA_FUTURE_H
#define LOGOMACHY_SEARCH_BALDA_FUTURE_H

#include "search/balda_position.h"

// Can this word still be scored somewhere, as far as the letters go?
bool balda_can_come(const struct balda_position *p, uint32_t word);

// Can any word in play still be scored that runs through this filled square? Yes, too, where
// finding out would take long.
bool balda_can_come_through(struct balda_position *p, unsigned square);

#endif
