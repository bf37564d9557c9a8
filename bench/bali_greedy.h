// The plain player of Bali, to compare with: it makes and takes the best word it can make now;
// where there is none, it makes the join with the most continuations, that is, the one that most
// words have inside (counted once for each place where they do).
#ifndef LOGOMACHY_BENCH_BALI_GREEDY_H
#define LOGOMACHY_BENCH_BALI_GREEDY_H

#include "games/bali/move.h"

struct bali_greedy;

struct bali_greedy *bali_greedy_new(const struct lexicon *lexicon);
void bali_greedy_free(struct bali_greedy *g);

// For a seat whose turn it is, in a game without challenges.
struct action bali_greedy_choose(struct bali_greedy *g, const struct config *c,
                                 const struct state *s, unsigned seat);

#endif
