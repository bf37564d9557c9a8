#include "games/sprout/move.h"

bool sprout_move_decode(const struct action *a, struct sprout_move *m)
{
    *m = (struct sprout_move){0};
    if ((a->kind != SPROUT_START && a->kind != SPROUT_ADD) || a->len != 1)
        return false;
    m->letter = a->data[0];
    return true;
}

struct action sprout_move_encode(const struct sprout_move *m, unsigned seat)
{
    return action_of(seat == CHANCE ? SPROUT_START : SPROUT_ADD, seat, &m->letter, 1);
}
