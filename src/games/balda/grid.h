// grid: which squares of a square board touch. Squares are numbered row by row from the top left.
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

// Without the table, which takes longer to make than a question or two.
bool grid_touch(unsigned width, bool diagonal, unsigned a, unsigned b);

#endif
