// spots: what lies beside each square of a board: which letters there are, and which of the squares
// has each of them. A walk over the board goes only where a word goes on with it, without trying
// the other squares.
//
//     letters = graph_letters(graph, arc) & spot->letters;
//     for each letter: for (left = spot_with(spot, letter); left; left &= left - 1)
//         square = spot->beside[__builtin_ctz(left)];
#ifndef LOGOMACHY_GAMES_BALDA_SPOTS_H
#define LOGOMACHY_GAMES_BALDA_SPOTS_H

#include "games/balda/grid.h"
#include "lexicon/graph.h"

struct spot {
    uint32_t letters;                // on the filled squares beside it
    uint8_t beside[GRID_NEIGHBOURS]; // the squares
    uint8_t with[GRID_NEIGHBOURS];   // for each of the letters, a bit for each square that has it
    uint8_t empty;                   // a bit for each square that is empty
};

void spot_find(struct spot *spot, const struct grid *grid, const uint8_t *board, unsigned square);

// A bit for each square beside it that has the letter, which is one of its letters.
static inline unsigned spot_with(const struct spot *spot, unsigned letter)
{
    return spot->with[__builtin_popcount(spot->letters & (graph_bit(letter) - 1))];
}

#endif
