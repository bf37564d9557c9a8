// move: an action of Sprout that adds a letter, decoded. The only decoder of an action's bytes:
// check(), apply(), report() and format() all call it.
//
//     struct sprout_move move;
//     if (sprout_move_decode(&action, &move))
//         action = sprout_move_encode(&move, seat);
#ifndef LOGOMACHY_GAMES_SPROUT_MOVE_H
#define LOGOMACHY_GAMES_SPROUT_MOVE_H

#include "rules/rules.h"

// An action's data is one letter. START is chance's.
enum sprout_kind { SPROUT_START = ACTION_OWN, SPROUT_ADD };

struct sprout_move {
    uint8_t letter; // any byte: check() compares it with the alphabet
};

// False if the data is not one letter, or the action is of another kind.
bool sprout_move_decode(const struct action *a, struct sprout_move *m);

// The seat CHANCE draws a START; the others ADD.
struct action sprout_move_encode(const struct sprout_move *m, unsigned seat);

#endif
