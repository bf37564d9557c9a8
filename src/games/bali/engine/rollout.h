// rollout: Monte Carlo evaluation of the most promising moves of a position. Each candidate is
// played on with the same sampled orders of the deck (determinizations). A seat alone is played on
// by beam search (games/bali/engine/beam.h); several seats by the greedy policy for some turns,
// then the position is evaluated (games/bali/engine/lead.h). *Sequential halving*: after some
// samples the worse half of the candidates is dropped, after twice as many half of the rest, and so
// on.
//
// A request borrows everything that it points to.
//
//     struct bali_position position;
//     static struct bali_completions completions;
//     static struct bali_beam beam;
//     struct engine_options options = {.level = 6};
//     struct bali_rollout_result result;
//     bali_position_init(&position, config, bali_state(view));
//     if (!bali_completions_open(&completions, config, bali_state(view), &(struct humanlike){0}))
//         return;
//     struct bali_rollout request = {
//         .root = &position,
//         .completions = &completions,
//         .beam = &beam,
//         .weights = &bali_weights_versus,
//         .options = &options,
//         .limits = {.moves = 8, .samples = 16, .depth = 6, .halve_after = 4},
//     };
//     if (bali_rollout(&request, &rng, &result))
//         action = bali_move_encode(&result.move, seat);
//     bali_beam_release(&beam);
//     bali_completions_release(&completions);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ROLLOUT_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ROLLOUT_H

#include "engine/engine.h"
#include "games/bali/engine/beam.h"

enum { ROLLOUT_MOVES = 32 };

struct bali_limits {
    unsigned moves;       // candidates
    unsigned samples;     // orders of the deck
    unsigned depth;       // turns that each is played on; for a seat alone: cards that are drawn
    unsigned halve_after; // samples before the worse half is dropped
    unsigned width, ways; // of the beam of a seat alone: positions kept, moves expanded in each
};

struct bali_rollout {
    const struct bali_position *root;
    struct bali_completions *completions;
    struct bali_beam *beam; // its memory; the search sets how it works
    const struct bali_weights *weights;
    const struct engine_options *options;
    struct bali_limits limits;
};

struct bali_rollout_result {
    struct bali_move move;
    double margin;  // to the best other seat; a seat alone: its points
    unsigned depth; // turns or cards looked ahead
    uint64_t nodes;
};

// The expected end of the game for the seat whose turn it is.
struct bali_forecast {
    double score; // points
    double bali;  // the chance of one
};

// False: the seat can only pass, or there is no memory.
bool bali_rollout(const struct bali_rollout *request, struct rng *r,
                  struct bali_rollout_result *out);

// Plays several samples on to the end: a seat alone with a beam wider than 1 by beam search, all
// others by the first candidate or the greedy policy. The beam knows the sampled order, so its
// forecast is a little too high (docs/strength.md). False: stopped before the first end, or no
// memory.
bool bali_forecast(const struct bali_rollout *request, struct rng *r, struct bali_forecast *out);

#endif
