// move: a join or take of Bali, decoded from an action's bytes. The rules and the engine share it,
// so the layout of an action's data is known in move.c alone. A value without pointers.
//
//     struct bali_move move;
//     struct bali_column column;
//     if (bali_move_decode(&action, &move) && bali_move_column(bali_state(state), &move, &column))
//         ok = bali_takable(config, bali_state(state), &column);
//     action = bali_move_encode(&move, seat);
#ifndef LOGOMACHY_GAMES_BALI_MOVE_H
#define LOGOMACHY_GAMES_BALI_MOVE_H

#include "games/bali/state.h"

// JOIN: columns from the top. TAKE: one column, or several that are joined and taken at once. Other
// kinds: none.
struct bali_move {
    uint8_t kind; // enum bali_kind or ACTION_PASS
    uint8_t count;
    uint8_t place[BALI_PARTS];
    uint8_t settle[BALI_PARTS]; // the letter that the column's open card is settled as; 0: none
};

// False where the bytes are no move of that kind: a join of one column or too many, a take of a
// place that does not exist. The columns that could be read are in `out` even then. Places of
// several columns are not checked.
bool bali_move_decode(const struct action *a, struct bali_move *out);

struct action bali_move_encode(const struct bali_move *m, unsigned seat);

// The column that a join makes, or that is taken. False where it would be too long.
bool bali_move_column(const struct bali_state *b, const struct bali_move *m,
                      struct bali_column *out);

#endif
