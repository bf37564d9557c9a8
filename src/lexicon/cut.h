// cut: a graph without some of its words. The ways of the words that go are copied and shortened;
// everything else is shared, so the work grows with those words and not with the graph. The result
// leads to exactly the words that are left, forwards and around, so that a search in it costs what
// a search in any graph does. It has no numbers: words keep those of the whole graph.
//
//     const uint32_t words[] = {17, 4711};
//     struct graph left;
//     uint32_t *cells = graph_cut(&lexicon->graph, words, 2, &left); // to be freed
//     ok = cells != NULL;
#ifndef LOGOMACHY_LEXICON_CUT_H
#define LOGOMACHY_LEXICON_CUT_H

#include "lexicon/graph.h"

// The words are numbers in `g`, each once. Returns the cells of `out`; NULL where there is no
// memory, or more cells would be needed than a graph can have.
uint32_t *graph_cut(const struct graph *g, const uint32_t *word, size_t words, struct graph *out);

#endif
