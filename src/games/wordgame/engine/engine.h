// wordgame: the engine of the Word Game, in every preset of it.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENGINE_H

#include "engine/engine.h"

extern const struct engine_type wordgame_engine;

#endif
