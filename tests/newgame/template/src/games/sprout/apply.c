// apply() of Sprout: what an action that check() has let through does to the state.
#include "games/sprout/state.h"

void sprout_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct sprout_state *b = sprout_state_of(s);
    (void)c;
    if (a->kind == ACTION_RESIGN)
        b->resigned = (uint8_t)(1u << a->seat);
    else
        b->stem.letter[b->stem.len++] = a->data[0];
}
