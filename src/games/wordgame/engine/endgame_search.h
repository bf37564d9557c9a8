// endgame_search: the move of a Word Game position with an empty bag, by the instance's endgame
// solver (endgame.h). The unseen tiles are the other seat's.
//
//     struct wordgame_position at; /* see position.h */
//     const struct engine_options options = {.level = ENGINE_LEVELS, .max_nodes = 1000};
//     struct wordgame_endgame_found found;
//     if (wordgame_endgame(&at, &options, &found))
//         action = found.line[0];
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_SEARCH_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_SEARCH_H

#include "games/wordgame/engine/endgame.h"
#include "games/wordgame/engine/position.h"

// Stops when told to, with the best so far. False: no memory.
bool wordgame_endgame(const struct wordgame_position *at, const struct engine_options *options,
                      struct wordgame_endgame_found *out);

#endif
