// tt: a transposition table: what a search has found out about positions, by Zobrist key. A newer
// entry replaces an older one of less depth.
//
// Threads share it without a lock (Hyatt's lockless hashing): an entry is two words, and the first
// is the key xor the second. A mix of two threads' writes fits no key, so it is not found.
//
// A table is emptied for the next search without touching its entries. A key tells an entry's
// place, so the key's low bits are stored xor the number of the search (its *era*): what an earlier
// search has left behind does not fit its place, and counts as empty.
//
//     struct tt table = {0};
//     struct tt_entry entry = {.key = 42, .word = TT_WORD_NONE, .depth = 3, .bound = TT_EXACT};
//     if (tt_reset(&table, 16)) {
//         tt_put(&table, &entry);
//         ok = tt_find(&table, 42, &entry);
//     }
//     tt_release(&table);
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

// Zeroed: without memory.
struct tt {
    struct tt_slot *slot;
    uint64_t mask;
    uint64_t era;        // since all entries were last cleared
    unsigned room_bits;  // there is memory for 2 to the power of `room_bits` entries
    unsigned least_bits; // of the tables of all eras; an era has a bit less
};

// Empties the table and gives it 2 to the power of `bits` entries, at least 2. Keeps its memory
// where that is enough. False: no memory.
bool tt_reset(struct tt *t, unsigned bits);
void tt_release(struct tt *t); // the table is zeroed

// False where nothing is known: then the entry's bound is TT_NONE and it has no best move.
bool tt_find(const struct tt *t, uint64_t key, struct tt_entry *out);
void tt_put(struct tt *t, const struct tt_entry *new);

#endif
