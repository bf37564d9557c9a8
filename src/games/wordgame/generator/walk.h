// wordgame_gen_walk: moves by walking the GADDAG from an anchor: leftwards to the first letter,
// then rightwards to the end, with letters of the rack in the cross-sets. It needs only the graph,
// so it serves small searches and the browser, and it is the fastest way to list all moves.
//
// Missing letters are provisionally played as blanks; which squares get the blanks is decided once
// a word is found, so each word is found once.
//
//     struct wordgame_gen_board b; /* see board.h */
//     struct wordgame_gen_fit fit; /* see fit.h */
//     for (unsigned anchors = b.line[7]->anchors; anchors; anchors &= anchors - 1)
//         ok = wordgame_gen_walk(&b, b.line[7], (unsigned)__builtin_ctz(anchors), &fit);
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_WALK_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_WALK_H

#include "games/wordgame/generator/fit.h"

// Gives all moves in a line whose leftmost, or uppermost, new tile on an anchor lies on this one.
// So each move comes once if all anchors of all lines are asked for. False: the sink stopped it.
bool wordgame_gen_walk(const struct wordgame_gen_board *b, const struct wordgame_gen_line *line,
                       unsigned anchor, struct wordgame_gen_fit *fit);

#endif
