// The computer's play of Bali, alone and with two to four seats.
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H
#define LOGOMACHY_GAMES_BALI_ENGINE_ENGINE_H

#include "engine/search.h"

extern const struct engine bali_engine;

#endif
