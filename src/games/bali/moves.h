// moves: finds every join of columns whose letters are a word, or a run of letters inside a word.
//
// A join is built from the bottom up through the GADDAG part of the word graph (lexicon/graph.h):
// the letters of a run, last letter first, lead from graph_around() to some arc exactly if a word
// contains the run. So each column that is set on top either makes another legal join or ends the
// branch, and nothing is built that is not inside a word.
//
// The generator knows nothing of seats and turns. It borrows the graph and the letters of the
// parts. A join lives until the callback returns.
//
//     const struct bali_state *b = bali_state(state);
//     struct bali_part part[BALI_PARTS];
//     uint8_t place[BALI_PARTS];
//     uint32_t own;
//     bali_join_fn *on_join = NULL; /* called for each join */
//     unsigned count = bali_parts(b, seat, part, place, &own);
//     ok = bali_joins(&config->lexicon->graph, part, count, own, on_join, NULL);
#ifndef LOGOMACHY_GAMES_BALI_MOVES_H
#define LOGOMACHY_GAMES_BALI_MOVES_H

#include "games/bali/move.h"

// A column that may be joined.
struct bali_part {
    const uint8_t *letter; // from the top; not read where a card is open
    uint8_t len;
    uint32_t open; // the letters that an open card may be settled as; 0: no card is open
};

struct bali_join {
    unsigned count;        // parts, two or more
    const uint8_t *part;   // their indices, from the top
    const uint8_t *settle; // the letter that settles each one's open card; 0: none
    unsigned length;
    const uint8_t *run; // the letters
    bool word;          // they are a whole word
};

// Returns false to stop.
typedef bool bali_join_fn(void *context, const struct bali_join *join);

// Every join of two parts or more with at least one that is among the bits of `own`, each once, in
// no particular order. Returns false if the callback stopped it.
bool bali_joins(const struct graph *graph, const struct bali_part *part, unsigned count,
                uint32_t own, bali_join_fn *on_join, void *context);

// The columns on the table as parts, in the order of their places, which go to `place`. Returns how
// many there are. `own` gets the bits of the seat's.
unsigned bali_parts(const struct bali_state *b, unsigned seat, struct bali_part part[BALI_PARTS],
                    uint8_t place[BALI_PARTS], uint32_t *own);

// The move of a join; `place` has the places of its parts.
struct bali_move bali_join_move(const struct bali_join *join, const uint8_t *place);

#endif
