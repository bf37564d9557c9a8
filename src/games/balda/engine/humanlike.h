// balda_people: the lower levels of Balda and Bukva, which play as people do: they know the
// familiar words, overlook some of them, the long and the rare ones sooner, and take one of the
// longest they see.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_HUMANLIKE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_HUMANLIKE_H

#include "base/rng.h"
#include "games/balda/engine/position.h"

enum { BALDA_PEOPLE = 4 }; // levels 1 to this play so

// Chooses a move. False: there is no word and no single letter to play.
bool balda_person_choose(struct balda_position *p, unsigned level, struct rng *r,
                         struct balda_option *move);

// The level above: looks at all words, and at the best answer to each. `worth` is points less the
// answer's.
bool balda_two_ply(struct balda_position *p, struct rng *r, struct balda_option *move, int *worth);

#endif
