// graph_store: stores the places of a word graph once each (hash consing), for what builds one:
// graph_build() from words, lexicon_unpack() from a packed lexicon, graph_add_around() from a DAWG.
// Bottom-up: the places that an arc leads to are stored before it.
//
//     struct graph_builder b = {.graph = {.letters = 26}};
//     struct graph_store s;
//     struct graph_place end = {0}, place = {0};
//     ok = graph_store_init(&s, &b);
//     graph_place_add(&place, 1, graph_store_place(&s, &end) | GRAPH_ACCEPT); // A is a word
//     b.graph.forward = graph_store_place(&s, &place);
//     ok = graph_store_end_dawg(&s) && graph_store_around(&s);
//     graph_store_release(&s); // and graph_builder_release(&b)
#ifndef LOGOMACHY_LEXICON_GRAPH_STORE_H
#define LOGOMACHY_LEXICON_GRAPH_STORE_H

#include "lexicon/graph.h"

// Owns what the graph points to.
struct graph_builder {
    struct graph graph;
    uint32_t *cell;
    uint16_t *count;
    struct graph_large *large;
};

void graph_builder_release(struct graph_builder *b);

// The ways on from one place: arcs by letter, and the turn last.
struct graph_place {
    uint32_t letters;
    bool turn;
    unsigned width;
    graph_arc arc[LETTERS_MAX + 1];
};

// In the order of letters.
static inline void graph_place_add(struct graph_place *p, unsigned letter, graph_arc arc)
{
    p->letters |= graph_bit(letter);
    p->arc[p->width++] = arc;
}

// Finds what is stored already: open addressing over cells, 0 is empty.
struct graph_table {
    uint32_t *slot;
    uint32_t mask;
    uint32_t used;
};

struct graph_store {
    struct graph_builder *out; // borrowed
    struct graph_table heads, singles;
    uint32_t *count; // for each cell of the DAWG
    size_t cells, cells_cap, counts_cap;
    bool in_dawg;
    bool failed; // out of memory or of numbers
};

// To be released in any case. The builder is empty but for the number of letters.
bool graph_store_init(struct graph_store *s, struct graph_builder *out);
// Goes on from a DAWG that is there: `out->cell` begins with its cells. `room` is how many cells
// there will be about.
bool graph_store_resume(struct graph_store *s, struct graph_builder *out, const struct graph *dawg,
                        uint32_t room);
void graph_store_release(struct graph_store *s);

// The arc that leads to this place. The caller adds GRAPH_ACCEPT.
graph_arc graph_store_place(struct graph_store *s, const struct graph_place *p);

// Words behind an arc of the DAWG, while it is stored. A number past all limits stays there.
uint32_t graph_store_words(const struct graph_store *s, graph_arc arc);

// The DAWG is complete, and out->graph.forward leads to it: counts the words.
bool graph_store_end_dawg(struct graph_store *s);

// Then the ways around, from the reversed beginnings of all words.
bool graph_store_around(struct graph_store *s);

// Adds the ways around to a DAWG, as graph_build() would have: the same cells follow its own. The
// builder gets a copy of the cells and borrows the counts. `room` is how many cells there will be,
// or 0. False: no memory, or too many words for the numbers.
bool graph_add_around(struct graph_builder *b, const struct graph *dawg, uint32_t room);

#endif
