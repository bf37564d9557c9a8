// rng: a deterministic random number generator, the ChaCha20 stream cipher (RFC 8439): good enough
// to deal cards. A seed gives the same numbers on every platform, so a published seed proves a
// deal. A plain value: copying it copies the position in the stream.
//
//     if (rng_seed_hex(&rng, TEXT("8f3a"))) {
//         uint32_t die = 1 + rng_below(&rng, 6);
//         ok = die <= 6;
//     }
#ifndef LOGOMACHY_BASE_RNG_H
#define LOGOMACHY_BASE_RNG_H

#include "base/text.h"

enum { RNG_SEED = 32 };

struct rng {
    uint32_t key[8];
    uint32_t counter;
    uint32_t used; // words of the current block that were consumed
    uint32_t block[16];
};

void rng_seed(struct rng *r, const uint8_t seed[RNG_SEED]);

// A seed of 1 to 64 hexadecimal digits, as in records; short ones are padded with zeros at the end.
bool rng_seed_hex(struct rng *r, struct text hex);

// Another stream from the same seed: the second half of the generator's period. Numbers taken from
// one leave the other as it is.
struct rng rng_apart(const struct rng *r);

uint32_t rng_next(struct rng *r);

// Uniform below `limit`, which is not 0 (rejection sampling).
uint32_t rng_below(struct rng *r, uint32_t limit);

// One ChaCha20 block (RFC 8439, 2.3), for tests.
void rng_chacha20(const uint32_t input[16], uint32_t out[16]);

#endif
