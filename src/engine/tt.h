// tt: a transposition table: what a search has found out about positions, by their key. A newer
// finding replaces an older one of less depth; nothing is ever missing that correctness needs.
//
// Threads may share one without a lock. An entry is two words that are written one after the other,
// and the first is the key mixed with the second: what two threads have written half and half fits
// no key, and so is not found.
#ifndef LOGOMACHY_ENGINE_TT_H
#define LOGOMACHY_ENGINE_TT_H

#include <stdatomic.h>
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

// Word numbers are kept in three bytes. A best move with a larger one is not remembered.
#define TT_WORD_NONE UINT32_MAX // a move without a word

struct tt_entry {
    uint64_t key;
    uint32_t word; // of the best move, or TT_WORD_NONE
    int16_t value;
    uint8_t square, letter; // of the best move, below 128 and 64; letter 0: none
    uint8_t depth;
    uint8_t bound; // TT_NONE: nothing is known
};

struct tt_slot {
    _Atomic uint64_t check, data;
};

struct tt {
    struct tt_slot *slot;
    uint64_t mask;
};

bool tt_init(struct tt *t, unsigned bits); // 2 to the power of `bits` entries; false: no memory
void tt_release(struct tt *t);

// False where nothing is known: then the entry's bound is TT_NONE and it has no best move.
bool tt_find(const struct tt *t, uint64_t key, struct tt_entry *out);
void tt_put(struct tt *t, const struct tt_entry *new);

#endif
