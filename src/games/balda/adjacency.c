#include "games/balda/adjacency.h"

void adjacency_init(struct adjacency *a, const struct grid *grid, const uint8_t *board,
                    unsigned square)
{
    unsigned count = grid->neighbours[square];
    *a = (struct adjacency){0};
    for (unsigned i = 0; i < count; i++) {
        unsigned letter = board[a->square[i] = grid->neighbour[square][i]];
        if (letter)
            a->letters |= graph_bit(letter);
        else
            a->empty |= (uint8_t)(1u << i);
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned letter = board[a->square[i]];
        uint32_t before = letter ? a->letters & (graph_bit(letter) - 1) : 0;
        if (letter)
            a->with[__builtin_popcount(before)] |= (uint8_t)(1u << i);
    }
}
