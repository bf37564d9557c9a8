// valid() of Sprout: could some game have come to this state?
#include "games/sprout/state.h"

bool sprout_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct sprout_state *b = sprout_state(s);
    unsigned len = b->stem.len;
    struct sprout_state before = *b;
    if (len && (!(sprout_starts(c) & graph_bit(b->stem.letter[0])) || !sprout_arc(c, &b->stem)))
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    // A seat gives up when it is its turn in a game that goes on.
    before.resigned = 0;
    return !b->resigned ||
           (len && b->resigned == 1u << sprout_seat(len) && !sprout_end(c, &before)) ||
           refuse(why, MSG_STATE_TURN, "%s", "");
}
