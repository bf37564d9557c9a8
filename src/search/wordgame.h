// wordgame: the engine of the Word Game, in every preset of it.
#ifndef LOGOMACHY_SEARCH_WORDGAME_H
#define LOGOMACHY_SEARCH_WORDGAME_H

#include "search/search.h"

extern const struct engine wordgame_engine;

#endif
