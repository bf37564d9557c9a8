// gen_walk: moves found by walking through the word graph from the squares that a move must cover.
// It needs nothing but the graph, so it is what small searches and the browser use, and it is the
// faster way to all moves. A letter that the rack lacks is a blank to be, but which square the
// blanks lie on is only asked once a word is found: each word is found once.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_WALK_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_WALK_H

#include "games/wordgame/generator/fit.h"

// Gives all moves in a line whose leftmost, or uppermost, new tile on an anchor lies on this one.
// So each move comes once if all anchors of all lines are asked for. False: the sink stopped it.
bool gen_walk(const struct gen_board *b, const struct gen_line *line, unsigned anchor,
              struct gen_fit *fit);

#endif
