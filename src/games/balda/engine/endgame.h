// balda_endgame: the end of a game solved: every move, to the last square. What it says is certain.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ENDGAME_H

#include "games/balda/engine/tree.h"

// The best result between alpha and beta, as the difference in points at the end, for the side to
// move, which is `lead` points ahead now. A draw by passing is 0. Means nothing if the tree has
// stopped.
int balda_solve(struct balda_tree *t, int lead, int alpha, int beta);

// Value of a position with passing allowed, for the mover. `mine` and `theirs`: its value if that
// side places a letter now, each from its own view. `left` more passes in a row make a draw.
int balda_pass_value(int mine, int theirs, unsigned left);

// The best move, with its value from the mover's view; a pass has length 0. False: the tree stopped
// before it was known; then `best` is the best of those that were solved, letter 0 if none was.
bool balda_solve_root(struct balda_tree *t, int lead, unsigned passes, struct balda_option *best,
                      int *value);

// The key under which the table keeps what was solved.
uint64_t balda_solved_key(const struct balda_position *p, int lead);

#endif
