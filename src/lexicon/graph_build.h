// graph_build: from a sorted list of words to the graph of graph.h. Builds from the words' ends
// upwards and keeps each distinct place once, so the result is minimal without a second pass.
#ifndef LOGOMACHY_LEXICON_GRAPH_BUILD_H
#define LOGOMACHY_LEXICON_GRAPH_BUILD_H

#include "lexicon/graph.h"

// The words, in order and without repeats. Word i is `length[i]` letters at `letters + start[i]`.
struct word_list {
    const uint8_t *letters;
    const uint32_t *start;
    const uint8_t *length;
    uint32_t count;
};

// Owns what the graph points to.
struct graph_builder {
    struct graph graph;
    uint32_t *cell;
    uint16_t *count;
    struct graph_large *large;
};

// Fills in `b`, to be released with graph_builder_release() in any case.
bool graph_build(struct graph_builder *b, const struct word_list *words, unsigned letters,
                 struct reason *why);
void graph_builder_release(struct graph_builder *b);

#endif
