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

bool grid_touch(const struct grid *g, unsigned a, unsigned b)
{
    int across = abs((int)(a % g->width) - (int)(b % g->width));
    int down = abs((int)(a / g->width) - (int)(b / g->width));
    return across <= 1 && down <= 1 && across + down > 0 && (g->diagonal || across + down == 1);
}

// R-BALDA-12, R-BALDA-13, R-BALDA-16
bool grid_open(const struct grid *g, const uint8_t *board, unsigned square)
{
    if (square >= g->squares || board[square])
        return false;
    for (unsigned i = 0; i < g->neighbours[square]; i++)
        if (board[g->neighbour[square][i]])
            return true;
    return false;
}
