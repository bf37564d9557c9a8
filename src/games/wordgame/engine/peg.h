// wordgame_preend: the Word Game just before its end, with one or two tiles in the bag. What is
// hidden is little enough to try all of it: for each of some moves and all that the bag can hold,
// the tiles are drawn, and once the bag is empty the end is searched as if it were known. What
// counts is the chance to win, then the points.
//
// Which moves are worth that, look-ahead says. All ends are looked at a little first, then those of
// the better moves further and further: half of the moves are left out each time. Where a move
// leaves tiles in the bag, the static player plays on until it is empty: what the other does not
// know it cannot use.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_PEG_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_PEG_H

#include "engine/engine.h"
#include "games/wordgame/engine/candidates.h"

enum {
    PREEND_BAG = 2, // tiles in it at most
    PREEND_MOVES = 24,
};

struct preend_found {
    struct wordgame_choice choice;
    double win;        // chance to win, 0 to 1
    double margin;     // expected difference at the end
    bool exact;        // all its ends were searched, and the bag was emptied by the move
    unsigned compared; // moves of which all ends were looked at; 0: it had to stop before
    unsigned rounds;
    uint64_t nodes;
};

// The best of these moves, 1 to PREEND_MOVES. The most promising come first: it stops when told to,
// with the best so far. The same seed gives the same result with any number of
// threads, unless it is stopped by the clock. False: no memory. The bag has 1 to PREEND_BAG tiles.
bool wordgame_preend(const struct wordgame_case *at, const struct wordgame_choice *move,
                     unsigned moves, const struct engine_options *options, struct rng *r,
                     struct preend_found *out);

#endif
