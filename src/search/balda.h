// balda: the engine of Balda and Bukva.
#ifndef LOGOMACHY_SEARCH_BALDA_H
#define LOGOMACHY_SEARCH_BALDA_H

#include "search/search.h"

extern const struct engine balda_engine;

#endif
