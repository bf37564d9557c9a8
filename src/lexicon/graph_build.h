// graph_build: from a sorted list of words to the graph of graph.h: minimization by hash consing.
// It builds bottom-up, from the words' ends, and looks up each finished node in a hash table, so
// equal suffixes share one node and the result is minimal without a second pass. The GADDAG's part
// is built in the same way, from the reversed prefixes of the DAWG.
//
//     static const uint8_t letters[] = {3, 1, 20, 4, 15, 7}; // CAT, DOG
//     static const uint32_t start[] = {0, 3};
//     static const uint8_t length[] = {3, 3};
//     const struct word_list words = {letters, start, length, 2};
//     struct graph_builder b;
//     ok = graph_build(&b, &words, 26, &why);
//     graph_builder_release(&b); // b.graph points into the builder's arrays
//
// The builder owns the graph's arrays; the word list is borrowed during the call.
#ifndef LOGOMACHY_LEXICON_GRAPH_BUILD_H
#define LOGOMACHY_LEXICON_GRAPH_BUILD_H

#include "lexicon/graph_store.h"

// The words, in order and without repeats. Word i is `length[i]` letters at `letters + start[i]`.
struct word_list {
    const uint8_t *letters;
    const uint32_t *start;
    const uint8_t *length;
    uint32_t count;
};

// Fills in `b`, to be released with graph_builder_release() in any case.
bool graph_build(struct graph_builder *b, const struct word_list *words, unsigned letters,
                 struct reason *why);

#endif
