// The plain way to find Balda's words, to compare with: a trie whose nodes have the set of their
// letters as bits; from every square it walks forward through the word and puts one letter on the
// way.
#ifndef LOGOMACHY_BENCH_BALDA_BASELINE_H
#define LOGOMACHY_BENCH_BALDA_BASELINE_H

#include "games/balda/moves.h"
#include "lexicon/lexicon.h"

struct baseline;

struct baseline *baseline_new(const struct lexicon *lexicon);
void baseline_free(struct baseline *b);

// As balda_find_words(), in another order.
void baseline_find_words(const struct baseline *b, const struct grid *grid, const uint8_t *board,
                         balda_found_fn *sink, void *context);

#endif
