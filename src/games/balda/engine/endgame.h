// endgame: exact solver for the end of a game: negamax with alpha-beta pruning and the
// transposition table over every move that makes a difference, to the last square. Bounds on the
// squares that are left, and a check for words that can still come (reachable.h), prune most moves.
//
//     struct balda_worker *worker = NULL; // see worker.h
//     struct balda_option best;
//     int value;
//     ok = balda_solve_root(worker, 0, 0, &best, &value);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H

#include "games/balda/engine/worker.h"

// The final difference in points for the side to move, which is `lead` points ahead now, within the
// window from alpha to beta. A draw by passing is 0. Invalid if the worker's watch is over.
int balda_solve(struct balda_worker *w, int lead, int alpha, int beta);

// Value of a position with passing allowed, for the mover. `mine` and `theirs`: its value if that
// side places a letter now, each from its own view. `left` more passes in a row make a draw.
int balda_pass_value(int mine, int theirs, unsigned left);

// The best move, with its value for the mover; a pass has length 0. `passes` have been made in a
// row. False: the watch was over first; then `best` is the best of the moves that were solved,
// letter 0 if none was.
bool balda_solve_root(struct balda_worker *w, int lead, unsigned passes, struct balda_option *best,
                      int *value);

// The transposition table key of a solved position.
uint64_t balda_solved_key(const struct balda_position *p, int lead);

#endif
