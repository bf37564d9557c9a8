// humanlike: the lower levels of Balda and Bukva. Levels 1 to BALDA_HUMANLIKE model human players:
// they know familiar words, miss some of them (long and rare ones more often), and play one of the
// longest words that they see. The level above is a two-ply search.
//
//     struct balda_position *p = NULL; // see position.h
//     struct balda_option move;
//     ok = balda_humanlike_choose(p, 2, &rng, &move);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_HUMANLIKE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_HUMANLIKE_H

#include "base/rng.h"
#include "games/balda/engine/position.h"

enum { BALDA_HUMANLIKE = 4 }; // highest level of this kind

// Chooses a move. False: there is no word and no single letter to play.
bool balda_humanlike_choose(struct balda_position *p, unsigned level, struct rng *r,
                            struct balda_option *move);

// Searches each word and the best reply to it. `value`: points of the move less those of the reply.
// Ties are broken at random.
bool balda_two_ply(struct balda_position *p, struct rng *r, struct balda_option *move, int *value);

#endif
