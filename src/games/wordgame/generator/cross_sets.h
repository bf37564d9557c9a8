// cross_sets: which letters may stand on an empty square, by the tiles beside it: the cross-set,
// and the same test along the line.
//
//     struct wordgame_settings set;
//     const uint8_t line[BOARD_SIDE] = {3, 0, 20}; // C.T
//     if (wordgame_settings_load(&set, config, &why))
//         ok = wordgame_gen_cross(&set, &config->lexicon->graph, line, 1) & graph_bit(1); // CAT
//
// The tiles before the square are walked once in the GADDAG; each letter that can follow is kept if
// the tiles behind it complete a word.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_CROSS_SETS_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_CROSS_SETS_H

#include "games/wordgame/settings.h"

// Which letters make a word of all tiles beside a square in a line. `line` has the letters of the
// line, 0 where a square is empty; `at` is an empty square beside at least one that is not. A bit
// for each letter, as graph_bit() has it.
uint32_t wordgame_gen_cross(const struct wordgame_settings *set, const struct graph *graph,
                            const uint8_t line[BOARD_SIDE], unsigned at);

// Which letters can stand there in a longer word along the line: those beside which the tiles occur
// in some word. It is a first glance that saves looking closer; where a letter may be read as two
// it leaves that out, and a tile alone it takes for one that goes with all letters.
uint32_t wordgame_gen_beside(const struct wordgame_settings *set, const struct graph *graph,
                             const uint8_t line[BOARD_SIDE], unsigned at);

#endif
