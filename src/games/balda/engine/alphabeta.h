// balda_alphabeta: looks ahead in the middle of a game, where there is too much to see it all: the
// longest words only, and an estimate of what the rest is worth where it stops looking.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ALPHABETA_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ALPHABETA_H

#include "games/balda/engine/tree.h"

// Values are in parts of a point.
enum { BALDA_POINT = 16 };

struct balda_best {
    struct balda_option move;
    int value;      // difference still to come, for the side to move, in parts of a point
    unsigned depth; // 0: not looked ahead at all
};

// Looks ahead further and further until the tree stops, the depth reaches the last square or
// `deepest`. Fills `best` after each depth, and after one that was not finished. The position must
// have a word or a single letter to play.
void balda_deepen(struct balda_tree *t, unsigned deepest, struct balda_best *best);

// What the position is worth to the side to move, without looking ahead.
int balda_estimate(const struct balda_position *p);

#endif
