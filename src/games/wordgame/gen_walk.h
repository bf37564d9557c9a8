// gen_walk: moves found by walking through the word graph from the squares that a move must cover.
// It needs nothing but the graph, so it is what small searches and the browser use, and what the
// word map's answers are compared with.
#ifndef LOGOMACHY_GAMES_WORDGAME_GEN_WALK_H
#define LOGOMACHY_GAMES_WORDGAME_GEN_WALK_H

#include "games/wordgame/gen_board.h"
#include "games/wordgame/gen_move.h"
#include "games/wordgame/gen_rack.h"

// Takes a move, which lives until it returns; its equity is that of its points alone. Returns false
// to stop.
typedef bool gen_sink_fn(void *context, const struct gen_move *move);

// All moves in a line whose leftmost, or uppermost, new tile on an anchor lies on this one. So each
// move comes once if all anchors of all lines are asked for. False: the sink stopped it.
bool gen_walk(const struct gen_board *b, const struct gen_rack *rack, const struct gen_line *line,
              unsigned anchor, gen_sink_fn *sink, void *context);

#endif
