// adjacency: the letters beside each square of a board, as bit sets, and the squares that have each
// of them. A walk over the board intersects them with the letters that the word graph allows next,
// so it visits only squares where some word goes on.
//
//     struct grid g;
//     struct adjacency near;
//     uint8_t board[GRID_SQUARES] = {0};
//     grid_init(&g, 5, false);
//     adjacency_init(&near, &g, board, 12);
//     const struct graph *graph = &config->lexicon->graph;
//     uint32_t fit = graph_letters(graph, graph_forward(graph));
//     for (fit &= near.letters; fit; fit &= fit - 1)
//         for (unsigned left = adjacency_with(&near, (unsigned)__builtin_ctz(fit) + 1); left;
//              left &= left - 1)
//             seat += near.square[__builtin_ctz(left)];
#ifndef LOGOMACHY_GAMES_BALDA_ADJACENCY_H
#define LOGOMACHY_GAMES_BALDA_ADJACENCY_H

#include "games/balda/grid.h"
#include "lexicon/graph.h"

struct adjacency {
    uint32_t letters;                // on the filled squares beside it: graph_bit() of each
    uint8_t square[GRID_NEIGHBOURS]; // the squares beside it
    uint8_t with[GRID_NEIGHBOURS];   // for each letter of `letters`: bit i if square[i] has it
    uint8_t empty;                   // bit i if square[i] is empty
};

void adjacency_init(struct adjacency *a, const struct grid *grid, const uint8_t *board,
                    unsigned square);

// Bit i if square[i] has the letter, which must be one of `letters`.
static inline unsigned adjacency_with(const struct adjacency *a, unsigned letter)
{
    return a->with[__builtin_popcount(a->letters & (graph_bit(letter) - 1))];
}

#endif
