// wordgame_gen_move: a move as the generator finds it, with what it is worth, and the best of
// several.
//
// Of two moves the better is the one with more equity; of equal ones the one across before the one
// down, then the one that begins on the lower square, then the shorter one, then the one whose
// tiles come first, compared one by one (a blank comes behind the letters). That leaves no ties:
// whichever way the moves are found, the same one is the best.
//
//     struct wordgame_gen_move best[3], found = {.points = 14, .equity = 14 * EQUITY_POINT};
//     struct wordgame_gen_top top = {.move = best, .room = 3}; // borrows the array
//     if (found.equity >= wordgame_gen_top_least(&top))
//         wordgame_gen_top_offer(&top, &found); // insertion sort: the tops are short
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_MOVE_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_MOVE_H

#include "games/wordgame/move.h"

enum { EQUITY_POINT = 1000 }; // equity and leaves are in thousandths of a point

struct wordgame_gen_move {
    struct wordgame_placement placement;
    uint8_t used;  // of the rack, as a mask of places (games/wordgame/generator/rack.h)
    uint8_t tiles; // that are new
    int32_t points;
    int64_t equity; // points and the value of what is left on the rack
};

bool wordgame_gen_move_better(const struct wordgame_gen_move *a, const struct wordgame_gen_move *b);

// The best `room` moves of those that are offered, best first.
struct wordgame_gen_top {
    struct wordgame_gen_move *move; // the caller's, room for `room`
    unsigned room, moves;
};

void wordgame_gen_top_offer(struct wordgame_gen_top *t, const struct wordgame_gen_move *move);

// The least equity that may get in; a move with exactly this may still be rejected.
static inline int64_t wordgame_gen_top_least(const struct wordgame_gen_top *t)
{
    return t->moves < t->room ? INT64_MIN : t->move[t->moves - 1].equity;
}

#endif
