#include "games/balda/grid.h"

#include "base/bug.h"

#include <stdlib.h>

static void add_neighbours(struct grid *g, int x, int y, bool diagonal)
{
    int width = (int)g->width, square = y * width + x;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int nx = x + dx, ny = y + dy;
            bool side = (dx == 0) != (dy == 0), corner = dx != 0 && dy != 0;
            if (nx < 0 || ny < 0 || nx >= width || ny >= width || !(side || (corner && diagonal)))
                continue;
            g->neighbour[square][g->neighbours[square]++] = (uint8_t)(ny * width + nx);
        }
    }
}

void grid_init(struct grid *g, unsigned width, bool diagonal)
{
    BUG_UNLESS(width >= 1 && width <= GRID_WIDEST);
    *g = (struct grid){.width = width, .squares = width * width, .diagonal = diagonal};
    for (unsigned y = 0; y < width; y++)
        for (unsigned x = 0; x < width; x++)
            add_neighbours(g, (int)x, (int)y, diagonal);
}

bool grid_touch(unsigned width, bool diagonal, unsigned a, unsigned b)
{
    int across = abs((int)(a % width) - (int)(b % width));
    int down = abs((int)(a / width) - (int)(b / width));
    return across <= 1 && down <= 1 && across + down > 0 && (diagonal || across + down == 1);
}
