// completions: which words a run of letters can still become: is it a word itself, and which words
// that contain it need only a few letters more. Iterative deepening through the GADDAG part of the
// word graph: one letter more each round, until enough arcs have been visited. The most promising
// completions are kept (value times the chance that the missing cards come along).
//
// Answers are cached in a hash table by the run's letters, since a game asks for the same runs
// again and again. They depend on the lexicon, the pack, the shortest word and the player, not on
// the deck: while these stay the same, the cache serves one search after the other. The table owns
// its memory, 4.5 MB at most, and borrows the lexicon. It is not thread-safe: each worker has its
// own.
//
//     static struct bali_completions table;
//     struct humanlike player = {.tier = 0}; /* knows every word */
//     uint8_t letter[] = {1, 9, 19, 15, 14};
//     if (bali_completions_open(&table, config, bali_state(view), &player)) {
//         const struct bali_run *run = bali_completions_find(&table, letter, sizeof letter);
//         ok = run->word || run->count; /* table.pool[run->first] is the first of run->count */
//     }
//     bali_completions_release(&table);
//
// An answer is valid until the next call of bali_completions_find().
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_COMPLETIONS_H
#define LOGOMACHY_GAMES_BALI_ENGINE_COMPLETIONS_H

#include "engine/humanlike.h"
#include "games/bali/state.h"

enum {
    COMPLETION_LETTERS = 5, // missing at most
    COMPLETION_REPEATS = 4, // of one missing letter at most
    COMPLETIONS_OF_RUN = 24,
    COMPLETION_RUNS = 1 << 15, // slots of the hash table
    COMPLETION_POOL = 1 << 19,
};

// A word that a run may become. Each missing letter is coded as letter * COMPLETION_REPEATS + the
// number of equal letters before it in the list.
struct bali_completion {
    uint8_t missing[COMPLETION_LETTERS];
    uint8_t count;
    uint8_t value; // of the missing cards
};

struct bali_run {
    uint64_t key;   // hash of the letters
    uint32_t era;   // the slot is free if this is not the table's
    uint32_t first; // index of its first completion in the pool
    uint32_t next;  // letters that may be set above or below it, as graph_letters() has them
    uint8_t count;
    bool word;  // long enough to be taken, and known to the player
    bool known; // the player knows a word that contains it
};

// Zeroed: empty, without memory.
struct bali_completions {
    // The cache's key: the inputs that its answers depend on.
    struct bali_completions_basis {
        const struct lexicon *lexicon;
        struct humanlike player; // whose vocabulary it is
        unsigned min_word;
        uint8_t value[LETTERS_MAX + 1];
        uint8_t cards[LETTERS_MAX + 1]; // of each letter in a pack
    } basis;
    float chance[LETTERS_MAX + 1]; // that a card of the letter comes along
    // The arc that each letter and the one after it lead to from graph_around(): the first two
    // steps of asking which letters may follow a run.
    graph_arc pair[LETTERS_MAX + 1][LETTERS_MAX + 1];
    struct bali_run *run; // hash table with linear probing
    unsigned runs;
    uint32_t era; // how often it has been emptied
    struct bali_completion *pool;
    uint32_t pooled;
};

// For the words, cards and settings of the state's game. Keeps what it has if these and the player
// are the same as before. False: no memory.
bool bali_completions_open(struct bali_completions *t, const struct config *c,
                           const struct bali_state *b, const struct humanlike *player);
void bali_completions_release(struct bali_completions *t);

// Does the player know this word of the lexicon?
bool bali_completions_knows(const struct bali_completions *t, const uint8_t *letter, unsigned len);

const struct bali_run *bali_completions_find(struct bali_completions *t, const uint8_t *letter,
                                             unsigned len);

#endif
