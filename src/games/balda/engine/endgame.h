// balda_endgame: the end of a game solved: every move, to the last square. What it says is certain.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H

#include "games/balda/engine/tree.h"

// The best result between alpha and beta, as the difference in points at the end, for the side to
// move, which is `lead` points ahead now. A draw by passing is 0. Means nothing if the tree has
// stopped.
int balda_solve(struct balda_tree *t, int lead, int alpha, int beta);

// What six passes in a row make of a position of which `mine` and `theirs` say what comes of it if
// the one side or the other makes a real move now (each from its own view). `passes` have been made
// already. The value is the mover's.
int balda_pass_value(int mine, int theirs, unsigned passes);

// The best move, with its value from the mover's view; a pass has length 0. False: the tree stopped
// before it was known; then `best` is the best of those that were solved, letter 0 if none was.
bool balda_solve_root(struct balda_tree *t, int lead, unsigned passes, struct balda_option *best,
                      int *value);

// The key under which the table keeps what was solved.
uint64_t balda_solved_key(const struct balda_position *p, int lead);

#endif
