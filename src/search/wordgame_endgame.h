// wordgame_endgame: the end of a Word Game, when the bag is empty and so nothing is hidden: who has
// not seen a tile knows that the other has it. Alpha-beta deeper and deeper, over all moves; where
// the depth ends, both play on by points and what they get rid of. Once nothing was cut short that
// way, the result is exact.
//
//     struct endgame_found found;
//     if (wordgame_endgame(&at, &options, &found)) ...found.line[0]...
#ifndef LOGOMACHY_SEARCH_WORDGAME_ENDGAME_H
#define LOGOMACHY_SEARCH_WORDGAME_ENDGAME_H

#include "search/search.h"
#include "search/wordgame_case.h"

struct endgame_found {
    struct action line[SEARCH_LINE]; // what both do, the seat's move first
    unsigned line_length;
    int32_t points; // of the first move
    int32_t gain;   // what the seat gains on the other from here to the end
    bool exact;
    unsigned depth;
    uint64_t nodes;
};

// Stops when told to, with the best so far. False: no memory. The bag must be empty.
bool wordgame_endgame(const struct wordgame_case *at, const struct search_options *options,
                      struct endgame_found *out);

#endif
