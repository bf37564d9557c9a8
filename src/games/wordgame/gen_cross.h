// gen_cross: which letters may stand between two runs of tiles so that all together is a word.
#ifndef LOGOMACHY_GAMES_WORDGAME_GEN_CROSS_H
#define LOGOMACHY_GAMES_WORDGAME_GEN_CROSS_H

#include "games/wordgame/set.h"

// `line` has the letters of a line, 0 where a square is empty; `at` is an empty square beside at
// least one that is not. A bit for each letter, as graph_bit() has it.
uint32_t gen_cross(const struct wordgame_set *set, const struct graph *graph,
                   const uint8_t line[BOARD_SIDE], unsigned at);

#endif
