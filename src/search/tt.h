// tt: a transposition table: what a search has found out about positions, by their key. A newer
// finding replaces an older one of less depth; nothing is ever missing that correctness needs.
#ifndef LOGOMACHY_SEARCH_TT_H
#define LOGOMACHY_SEARCH_TT_H

#include <stdbool.h>
#include <stdint.h>

enum tt_bound {
    TT_NONE,
    TT_UPPER,
    TT_LOWER,
    TT_EXACT
}; // the value is at most, at least, just this

// Depth of what was searched to the end of the game, with every move.
enum { TT_SOLVED = 255 };

struct tt_entry {
    uint64_t key;
    uint32_t word; // of the best move
    int16_t value;
    uint8_t square, letter; // of the best move; letter 0: none
    uint8_t depth;
    uint8_t bound;
};

struct tt {
    struct tt_entry *entry;
    uint64_t mask;
};

bool tt_init(struct tt *t, unsigned bits); // 2 to the power of `bits` entries; false: no memory
void tt_release(struct tt *t);

// NULL where nothing is known.
const struct tt_entry *tt_find(const struct tt *t, uint64_t key);
void tt_put(struct tt *t, const struct tt_entry *new);

#endif
