// wordgame_humanlike: the low levels of the Word Game, which play like people (engine/humanlike.h).
// They know the familiar words, overlook some, more often the long and the rare ones and those that
// lie along other words, save their blanks, and take one of the highest scores they see.
//
//     struct wordgame_position at; /* see position.h */
//     int32_t points;
//     ok = wordgame_humanlike_choose(&at, 2, &rng, &action, &points); // at level 2
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_HUMANLIKE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_HUMANLIKE_H

#include "base/rng.h"
#include "engine/humanlike.h"
#include "games/wordgame/engine/position.h"

enum { WORDGAME_HUMANLIKE = 4 }; // levels 1 to this play so

// Chooses a move; `points` are those that it scores. False: there is nothing to do but pass.
bool wordgame_humanlike_choose(struct wordgame_position *at, unsigned level, struct rng *r,
                               struct action *move, int32_t *points);

#endif
