#include "games/balda/spots.h"

void spot_find(struct spot *spot, const struct grid *grid, const uint8_t *board, unsigned square)
{
    unsigned count = grid->neighbours[square];
    *spot = (struct spot){0};
    for (unsigned i = 0; i < count; i++) {
        unsigned letter = board[spot->beside[i] = grid->neighbour[square][i]];
        if (letter)
            spot->letters |= graph_bit(letter);
        else
            spot->empty |= (uint8_t)(1u << i);
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned letter = board[spot->beside[i]];
        uint32_t before = letter ? spot->letters & (graph_bit(letter) - 1) : 0;
        if (letter)
            spot->with[__builtin_popcount(before)] |= (uint8_t)(1u << i);
    }
}
