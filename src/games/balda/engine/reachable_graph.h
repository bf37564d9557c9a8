// reachable_graph: near the end of a game, a word graph (GADDAG) of only the words that can still
// be formed, whatever letters go on the empty squares. Walks in it end several times as soon as in
// the lexicon's graph.
//
//     struct balda_worker *worker = NULL; // see worker.h
//     struct graph_builder words;
//     balda_restrict_graph(worker, &words);
//     graph_builder_release(&words); // after the worker
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_REACHABLE_GRAPH_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_REACHABLE_GRAPH_H

#include "games/balda/engine/worker.h"
#include "lexicon/graph_build.h"

// Makes the worker's position use such a graph. `b` owns it, must outlive the worker, and must be
// released in any case. Keeps the lexicon's graph where the walk takes too many steps, memory runs
// out, or the worker's watch is over.
void balda_restrict_graph(struct balda_worker *w, struct graph_builder *b);

#endif
