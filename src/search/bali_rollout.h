// bali_rollout: the most promising moves of a Bali position, each played on for some turns with the
// same guesses of the deck's order, and judged by how that ends. Every few guesses the worse half
// of them is dropped.
//
//     struct bali_rollout how = {.root = &p, .hopes = &hopes, .taste = &taste, .options = options,
//                                .moves = 8, .guesses = 16, .depth = 6};
//     if (bali_rollout(&how, &rng, &verdict)) ...verdict.step...
#ifndef LOGOMACHY_SEARCH_BALI_ROLLOUT_H
#define LOGOMACHY_SEARCH_BALI_ROLLOUT_H

#include "search/bali_worth.h"
#include "search/search.h"

enum { ROLLOUT_MOVES = 32 };

struct bali_rollout {
    const struct bali_position *root;
    struct bali_hopes *hopes;
    const struct bali_taste *taste;
    const struct search_options *options;
    unsigned moves, guesses, depth; // how many are tried; turns that each is played on
};

struct bali_verdict {
    struct bali_step step;
    double margin;  // to the best other seat; a seat alone: its points
    unsigned depth; // turns looked ahead
    uint64_t nodes;
};

// What one may hope for in the end.
struct bali_outlook {
    double score; // of the seat whose turn it is
    double bali;  // the chance of one
};

// False: there is nothing to do but pass.
bool bali_rollout(const struct bali_rollout *how, struct rng *r, struct bali_verdict *out);

// Plays on to the end by everybody's first choice, with several guesses. False: stopped before the
// first end.
bool bali_look_out(const struct bali_rollout *how, struct rng *r, struct bali_outlook *out);

#endif
