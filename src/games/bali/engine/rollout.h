// bali_rollout: the most promising moves of a Bali position, each played on with the same guesses
// of the deck's order, and judged by how that ends. A seat alone is played on by a beam search
// (games/bali/engine/beam.h), several for some turns, at a glance, and then they are judged by how
// they stand (games/bali/engine/standing.h). After some guesses the worse half of the moves is
// dropped, after twice as many half of the rest, and so on.
//
//     struct bali_rollout how = {.root = &p, .hopes = &hopes, .taste = &taste, .options = options,
//                                .look = {.moves = 8, .guesses = 16, .depth = 6, .cut = 4}};
//     if (bali_rollout(&how, &rng, &verdict)) ...verdict.step...
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ROLLOUT_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ROLLOUT_H

#include "engine/engine.h"
#include "games/bali/engine/evaluation.h"

enum { ROLLOUT_MOVES = 32 };

struct bali_look {
    unsigned moves, guesses; // how many are tried
    unsigned depth;          // turns that each is played on; for a seat alone: cards that are drawn
    unsigned cut;            // guesses until the worse half is dropped
    unsigned width, ways;    // of a seat alone: positions kept, moves that are tried in each
};

struct bali_rollout {
    const struct bali_position *root;
    struct bali_hopes *hopes;
    const struct bali_taste *taste;
    const struct engine_options *options;
    struct bali_look look;
};

struct bali_verdict {
    struct bali_step step;
    double margin;  // to the best other seat; a seat alone: its points
    unsigned depth; // turns or cards looked ahead
    uint64_t nodes;
};

// What one may hope for in the end.
struct bali_outlook {
    double score; // of the seat whose turn it is
    double bali;  // the chance of one
};

// False: there is nothing to do but pass; or there is no memory.
bool bali_rollout(const struct bali_rollout *how, struct rng *r, struct bali_verdict *out);

// Plays on to the end with several guesses: a seat alone that looks at more than one position by a
// beam search, all others by everybody's first choice. The beam knows each guess for the truth, so
// it hopes for a little too much (docs/strength.md). False: stopped before the first end, or there
// is no memory.
bool bali_look_out(const struct bali_rollout *how, struct rng *r, struct bali_outlook *out);

#endif
