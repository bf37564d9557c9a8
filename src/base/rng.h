// rng: random numbers from a seed, good enough to deal cards by (ChaCha20, RFC 8439). The same seed
// gives the same numbers on every platform, so a published seed proves a deal. A flat value:
// copying it copies the position in the stream.
#ifndef LOGOMACHY_BASE_RNG_H
#define LOGOMACHY_BASE_RNG_H

#include "base/text.h"

enum { RNG_SEED = 32 };

struct rng {
    uint32_t key[8];
    uint32_t counter;
    uint32_t used; // words of the current block that have been given out
    uint32_t block[16];
};

void rng_seed(struct rng *r, const uint8_t seed[RNG_SEED]);

// A seed from 1 to 64 hexadecimal digits, as a record writes it; short ones are filled with zeros
// behind.
bool rng_seed_hex(struct rng *r, struct text hex);

uint32_t rng_next(struct rng *r);

// Below `limit`, which is not 0; every number is equally likely.
uint32_t rng_below(struct rng *r, uint32_t limit);

// One block of the stream, as RFC 8439 2.3 defines it: for the tests.
void rng_chacha20(const uint32_t input[16], uint32_t out[16]);

#endif
