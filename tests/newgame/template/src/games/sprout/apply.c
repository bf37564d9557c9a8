// apply() of Sprout: what an action that check() has let through does to the state.
#include "games/sprout/state.h"

void sprout_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct sprout_state *b = sprout_state_of(s);
    struct sprout_move m;
    (void)c;
    if (sprout_move_decode(a, &m))
        b->stem.letter[b->stem.len++] = m.letter;
    else
        b->resigned = (uint8_t)(1u << a->seat);
}
