// joins: every way to set columns one below the other so that they read as a word or as a run of
// letters inside one. Found through the word graph from the bottom up: a run is inside a word if
// its letters lead, last first, from the way *around*, so each column that is set on top either
// makes another legal join or ends there. Nothing is built that is not itself a part of a word.
//
//     struct bali_part part[...];                  // the columns that may be joined
//     bali_joins(graph, part, count, own, take_join, &context);
//
// Knows nothing of seats and turns: `own` says of which columns at least one has to be in it.
#ifndef LOGOMACHY_GAMES_BALI_JOINS_H
#define LOGOMACHY_GAMES_BALI_JOINS_H

#include "lexicon/graph.h"

enum { BALI_PARTS = 16 }; // columns on a table at most

// A column as it may be joined.
struct bali_part {
    const uint8_t *letter; // from the top; not looked at where there is a choice; borrowed
    uint8_t len;
    uint32_t choice; // of a lone card whose letter is not settled: those it may be; else 0
};

// One join, from the top. Lives until the sink returns.
struct bali_join {
    unsigned count;        // columns, two or more
    const uint8_t *part;   // which they are: `count` indices
    const uint8_t *settle; // the letter that each of them is settled as; 0: nothing to settle
    unsigned length;
    const uint8_t *run; // the letters
    bool word;          // they are a whole word
};

// Returns false to stop.
typedef bool bali_join_fn(void *context, const struct bali_join *join);

// All joins of two columns or more with at least one that is among the bits of `own`, each once, in
// an order of its own. Returns false if the sink stopped it.
bool bali_joins(const struct graph *graph, const struct bali_part *part, unsigned count,
                uint32_t own, bali_join_fn *sink, void *context);

#endif
