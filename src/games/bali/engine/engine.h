// The Bali engine, for one to four seats (docs/bali.md). Solitaire: rollouts with beam search over
// sampled decks, and an exact endgame. Several seats: greedy rollouts with sequential halving, and
// an exact endgame for two. Callers reach it through engine/engine.h:
//
//     struct engine *engine = engine_open(config);
//     struct engine_options options = {.level = 4};
//     struct engine_result result;
//     ok = engine && engine_best(engine, view, seat, &options, &rng, &result);
//     engine_close(engine);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H

#include "engine/engine.h"

extern const struct engine_type bali_engine;

#endif
