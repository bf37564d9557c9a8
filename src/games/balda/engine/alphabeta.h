// alphabeta: selective search for the middle of a game: negamax with alpha-beta pruning, principal
// variation search (null windows after the first move), a transposition table and iterative
// deepening. It searches only the longest words of a position and evaluates leaves by the words
// that are there.
//
//     struct balda_worker *worker = NULL; // see worker.h
//     struct balda_best best;
//     balda_deepen(worker, 4, &best);
//     ok = best.value > 0;
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ALPHABETA_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ALPHABETA_H

#include "games/balda/engine/worker.h"

// Values are in fractions of a point.
enum { BALDA_POINT = 16 };

struct balda_best {
    struct balda_option move;
    int value;      // difference still to come, for the side to move, in 1/BALDA_POINT points
    unsigned depth; // 0: static evaluation only
};

// Searches depth 1, 2, ... until the worker's watch is over or the depth reaches `deepest` or the
// last square. Updates `best` after each depth, and after an unfinished one that found a better
// move. The position must have a word or a single letter to play.
void balda_deepen(struct balda_worker *w, unsigned deepest, struct balda_best *best);

// Static evaluation for the side to move.
int balda_estimate(const struct balda_position *p);

#endif
