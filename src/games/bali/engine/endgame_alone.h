// endgame_alone: solves the end of a game for one seat. With an empty deck nothing is refilled, so
// the columns are to be partitioned into words: dynamic programming over the sets of columns, for
// the most points with the bonus of a bali.
//
//     struct bali_position position;
//     static struct bali_completions completions;
//     struct bali_endgame_alone end;
//     bali_position_init(&position, config, bali_state(view)); /* one seat, an empty deck */
//     if (bali_completions_open(&completions, config, bali_state(view), &(struct humanlike){0})) {
//         bali_endgame_alone_solve(&position, &completions, &end);
//     }
//     bali_completions_release(&completions);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ENDGAME_ALONE_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ENDGAME_ALONE_H

#include "games/bali/engine/completions.h"
#include "games/bali/engine/position.h"

struct bali_endgame_alone {
    struct bali_move move[BALI_ROW]; // takes, of one column or several
    unsigned count;                  // 0: there is nothing to gain
    int total;                       // points at the end of the game
    bool bali;
};

// With the words that the player knows.
void bali_endgame_alone_solve(const struct bali_position *p, struct bali_completions *completions,
                              struct bali_endgame_alone *out);

#endif
