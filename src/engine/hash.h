// hash: spreading numbers over 64 bits, for hash tables and Zobrist keys.
//
//     uint64_t key = hash_mix(42);
//     key = hash_mix(key + HASH_GOLDEN); // the next one of a sequence
#ifndef LOGOMACHY_ENGINE_HASH_H
#define LOGOMACHY_ENGINE_HASH_H

#include <stdint.h>

// 2^64 divided by the golden ratio: multiples of it are far apart.
#define HASH_GOLDEN UINT64_C(0x9E3779B97F4A7C15)

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014, with the constants of Stafford's
// variant 13). A bijection: different numbers stay different.
static inline uint64_t hash_mix(uint64_t n)
{
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

#endif
