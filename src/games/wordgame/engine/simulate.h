// wordgame_simulate: Monte Carlo simulation while tiles are hidden. Each candidate is played on for
// a few plies by static players, again and again, with the hidden tiles drawn again. All candidates
// get the same draws (common random numbers), so their differences have little variance. A
// candidate that is behind the leader by some standard errors is dropped; the time goes to those
// that are hard to tell apart. The objective is the probability of winning.
//
// With few tiles in the bag a playout runs to the end of the game; with one or two, the possible
// bags are enumerated instead of sampled.
//
//     struct wordgame_position at; /* see position.h */
//     const struct engine_options options = {.level = ENGINE_LEVELS, .threads = 2};
//     struct wordgame_simulated result;
//     if (wordgame_simulate(&at, &options, &rng, &result))
//         action = result.best.action;
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_SIMULATE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_SIMULATE_H

#include "engine/engine.h"
#include "games/wordgame/engine/candidates.h"

enum { SIMULATED_BEST = 8 };

struct wordgame_simulated {
    struct wordgame_candidate best;
    // The best ones, `best` first, then by their estimates: for a search that takes a closer look.
    struct wordgame_candidate ranked[SIMULATED_BEST];
    unsigned ranks;
    double win;    // probability of winning, 0 to 1
    double margin; // expected final lead, as far as it was played
    unsigned plies;
    uint64_t playouts; // of all moves
    uint64_t mapped;   // moves in them that were generated with a word map
};

// Stops when told to, with the best so far. The same seed gives the same result with any number of
// threads, unless it is stopped by the clock. False: no memory.
bool wordgame_simulate(struct wordgame_position *at, const struct engine_options *options,
                       struct rng *r, struct wordgame_simulated *out);

#endif
