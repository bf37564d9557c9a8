// endgame_two: solves the end of a game between two seats. With an empty deck every turn takes a
// word off the table and nothing is added, so the rest depends only on the columns left and whose
// turn it is: minimax by dynamic programming (retrograde, from small sets of columns to larger).
//
//     struct bali_position position;
//     struct bali_endgame_two end;
//     bali_position_init(&position, config, bali_state(view));
//     if (bali_endgame_two_solve(&position, &end))
//         action = bali_move_encode(&end.move, seat);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ENDGAME_TWO_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ENDGAME_TWO_H

#include "games/bali/engine/position.h"

struct bali_endgame_two {
    struct bali_move move;
    int lead; // final lead of the seat whose turn it is, with best play of both
};

// False: not such an end (two seats that both play on, an empty deck, and a bonus that adds points
// and does not multiply), the seat can only pass, or there is no memory.
bool bali_endgame_two_solve(const struct bali_position *p, struct bali_endgame_two *out);

#endif
