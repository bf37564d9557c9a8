// hash: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014; Stafford's variant 13). A
// bijection of 64-bit numbers in which each input bit changes each output bit with a probability of
// about a half: it turns a small number, such as a square with its letter, into a Zobrist key.
//
//     uint64_t square = 12, letter = 5, key = hash_mix(square * 64 + letter);
//
// It is no cryptographic hash, and maps 0 to 0: add HASH_GOLDEN first where that matters.
#ifndef LOGOMACHY_BASE_HASH_H
#define LOGOMACHY_BASE_HASH_H

#include <stdint.h>

// 2^64 divided by the golden ratio: the step of the SplitMix64 sequence.
#define HASH_GOLDEN UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t hash_mix(uint64_t n)
{
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

#endif
