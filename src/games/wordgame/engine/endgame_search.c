#include "games/wordgame/engine/endgame_search.h"

#include "base/bug.h"

#include <string.h>

enum { NODES = 20000 }; // limit without a clock

bool wordgame_endgame(const struct wordgame_position *at, const struct engine_options *options,
                      struct wordgame_endgame_found *out)
{
    struct deadline deadline;
    deadline_init(&deadline, options, WORDGAME_ENDGAME_STRIDE);
    struct wordgame_endgame_limits limits = {
        .watch = deadline_watch(&deadline, 0, deadline_nodes(options, NODES)),
        .low = -WORDGAME_ENDGAME_FAR,
        .high = WORDGAME_ENDGAME_FAR};
    struct wordgame_endgame *e = wordgame_instance_endgame(at->instance, 0);
    struct wordgame_state w = *at->state;
    BUG_UNLESS(w.in_bag == 0);
    memcpy(w.rack[1 - at->seat], at->unseen, TILE_KINDS);
    return e && wordgame_endgame_solve(e, &w, &limits, out);
}
