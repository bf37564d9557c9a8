// balda_reach: near the end of a game, a graph of its own for the few words that can still come,
// whatever is put on the empty squares. Walks through it end where no such word goes on, which is
// several times as soon as in the graph of all words.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_REACH_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_REACH_H

#include "games/balda/engine/tree.h"
#include "lexicon/graph_build.h"

// Makes the tree's position use such a graph, which `b` owns and which must live as long as the
// tree. Where there are too many ways to look at, or no memory, or the tree has stopped, it goes on
// with all words. `b` is to be released in any case.
void balda_reach(struct balda_tree *t, struct graph_builder *b);

#endif
