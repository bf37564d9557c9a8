// engine: the engine of Balda and Bukva, for the registry in engine/search.h.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_ENGINE_H

#include "engine/engine.h"

extern const struct engine_type balda_engine;

#endif
