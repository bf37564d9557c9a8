// The engine of the Word Game, in every preset of it: static evaluation, Monte Carlo simulation,
// pre-endgame and endgame search, and human-like low levels (docs/strength.md). Callers reach it
// through engine/engine.h:
//
//     struct engine *engine = engine_open(config);
//     struct engine_options options = {.level = 4};
//     struct engine_result result;
//     ok = engine && engine_best(engine, view, seat, &options, &rng, &result);
//     engine_close(engine);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENGINE_H

#include "engine/engine.h"

extern const struct engine_type wordgame_engine;

#endif
