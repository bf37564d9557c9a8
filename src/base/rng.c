#include "base/rng.h"

#include "base/bug.h"

#include <string.h>

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void quarter(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

void rng_chacha20(const uint32_t input[16], uint32_t out[16])
{
    uint32_t x[16];
    memcpy(x, input, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++) // columns
            quarter(x, i, i + 4, i + 8, i + 12);
        for (int i = 0; i < 4; i++) // diagonals
            quarter(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12);
    }
    for (int i = 0; i < 16; i++)
        out[i] = x[i] + input[i];
}

void rng_seed(struct rng *r, const uint8_t seed[RNG_SEED])
{
    *r = (struct rng){.used = 16};
    for (int i = 0; i < RNG_SEED; i++)
        r->key[i / 4] |= (uint32_t)seed[i] << 8 * (i % 4);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool rng_seed_hex(struct rng *r, struct text hex)
{
    uint8_t seed[RNG_SEED] = {0};
    if (hex.len == 0 || hex.len > 2 * (size_t)RNG_SEED)
        return false;
    for (size_t i = 0; i < hex.len; i++) {
        int digit = hex_digit(hex.at[i]);
        if (digit < 0)
            return false;
        seed[i / 2] |= (uint8_t)(i % 2 ? digit : digit << 4);
    }
    rng_seed(r, seed);
    return true;
}

struct rng rng_apart(const struct rng *r)
{
    struct rng apart = {.counter = UINT32_C(1) << 31, .used = 16};
    memcpy(apart.key, r->key, sizeof apart.key);
    return apart;
}

static void refill(struct rng *r)
{
    uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(input + 4, r->key, sizeof r->key);
    input[12] = r->counter++;
    rng_chacha20(input, r->block);
    r->used = 0;
}

uint32_t rng_next(struct rng *r)
{
    if (r->used == 16)
        refill(r);
    return r->block[r->used++];
}

uint32_t rng_below(struct rng *r, uint32_t limit)
{
    BUG_UNLESS(limit > 0);
    // Rejection sampling: without the lowest 2^32 mod limit numbers, the rest divides evenly.
    uint32_t reject = (0u - limit) % limit;
    uint32_t x = rng_next(r);
    while (x < reject)
        x = rng_next(r);
    return x % limit;
}
