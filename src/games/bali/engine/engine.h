// The computer's play of Bali, alone and with two to four seats.
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H

#include "engine/engine.h"

extern const struct engine_type bali_engine;

#endif
