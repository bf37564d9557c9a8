// reachable: can a word still be formed, whatever letters go on the empty squares? Depth-first
// searches over the board in which an empty square matches any letter. The endgame solver uses them
// to skip moves that make no difference.
//
//     struct balda_position *p = NULL; // see position.h
//     ok = balda_word_reachable(p, 0) || balda_square_reachable(p, 12);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_REACHABLE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_REACHABLE_H

#include "games/balda/engine/position.h"

// Can this word still be formed on some path with an empty square?
bool balda_word_reachable(const struct balda_position *p, uint32_t word);

// Can any word in play still be formed through this filled square? Also true when the search takes
// too many steps.
bool balda_square_reachable(struct balda_position *p, unsigned square);

#endif
