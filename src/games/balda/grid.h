// grid: a square board and which of its squares touch. Squares are numbered row by row from the top
// left. A *board* is one letter for each square; 0 is empty.
//
//     struct grid g;
//     uint8_t board[GRID_SQUARES] = {0};
//     grid_init(&g, 5, false);
//     board[12] = 1;
//     ok = grid_open(&g, board, 7); // the square above it
#ifndef LOGOMACHY_GAMES_BALDA_GRID_H
#define LOGOMACHY_GAMES_BALDA_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum { GRID_WIDEST = 9, GRID_SQUARES = GRID_WIDEST * GRID_WIDEST, GRID_NEIGHBOURS = 8 };

struct grid {
    unsigned width, squares;
    bool diagonal;
    uint8_t neighbours[GRID_SQUARES];                 // how many a square has
    uint8_t neighbour[GRID_SQUARES][GRID_NEIGHBOURS]; // in ascending order
};

// With `diagonal`, squares also touch at corners.
void grid_init(struct grid *g, unsigned width, bool diagonal);

// Do two squares of the board touch? No square touches itself.
bool grid_touch(const struct grid *g, unsigned a, unsigned b);

// May a letter be placed there: is it a square of the board, empty, and beside a filled one? The
// number may be any.
bool grid_open(const struct grid *g, const uint8_t *board, unsigned square);

#endif
