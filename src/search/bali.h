// The computer's play of Bali, alone and with two to four seats.
#ifndef LOGOMACHY_SEARCH_BALI_H
#define LOGOMACHY_SEARCH_BALI_H

#include "search/search.h"

extern const struct engine bali_engine;

#endif
