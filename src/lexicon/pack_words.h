// pack_words: the model of pack.h: how the DAWG and the properties of its words are coded. The same
// functions write and read.
//
//     struct range_coder *coder = range_coder_new();
//     struct buf packed = {0};
//     range_coder_write(coder, &packed);
//     ok = pack_dawg(coder, &lexicon->graph) && pack_info(coder, &lexicon->graph, lexicon->info);
//     range_coder_end(coder);
#ifndef LOGOMACHY_LEXICON_PACK_WORDS_H
#define LOGOMACHY_LEXICON_PACK_WORDS_H

#include "lexicon/graph_store.h"
#include "lexicon/range_coder.h"

// Writes the DAWG of a graph; nothing where that has no words. False: no memory.
bool pack_dawg(struct range_coder *c, const struct graph *graph);
// Reads one with words, into a store that has just been begun; sets out->graph.forward. False: no
// memory, or bytes that lead to words without end.
bool unpack_dawg(struct range_coder *c, struct graph_store *store);

// Codes the properties of all words, as format.h packs them, in alphabetical order. False where
// the words are not `graph->words`, or have other lengths than written.
bool pack_info(struct range_coder *c, const struct graph *graph, const uint16_t *info);
bool unpack_info(struct range_coder *c, const struct graph *graph, uint16_t *info);

#endif
