// The generator: RFC 8439's own example, and that a limit is kept evenly.
#include "base/rng.h"
#include "test.h"

#include <string.h>

static void block_of_the_rfc(void)
{
    // RFC 8439, 2.3.2.
    static const uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
                                       0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                                       0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
                                       0x00000001, 0x09000000, 0x4a000000, 0x00000000};
    static const uint32_t want[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                      0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                      0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                      0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    uint32_t got[16];
    rng_chacha20(input, got);
    CHECK(memcmp(got, want, sizeof want) == 0);
}

// The key stream of an all-zero key and nonce begins like this everywhere (RFC 8439, A.1).
static void stream_is_the_same_everywhere(void)
{
    static const uint32_t want[4] = {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653};
    struct rng r;
    uint8_t seed[RNG_SEED] = {0};
    rng_seed(&r, seed);
    for (int i = 0; i < 4; i++)
        CHECK_NUMBER(rng_next(&r), want[i]);
    for (int i = 4; i < 16; i++)
        rng_next(&r);
    CHECK_NUMBER(rng_next(&r), 0xbee7079f); // the second block
}

static void copies_go_on_alike(void)
{
    struct rng a, b;
    REQUIRE(rng_seed_hex(&a, TEXT("c0ffee")));
    rng_next(&a);
    b = a;
    for (int i = 0; i < 100; i++)
        CHECK_NUMBER(rng_next(&a), rng_next(&b));
}

static void seeds_in_hex(void)
{
    struct rng a, b;
    uint8_t seed[RNG_SEED] = {0xAB, 0xC0};
    rng_seed(&a, seed);
    REQUIRE(rng_seed_hex(&b, TEXT("abC")));
    CHECK_NUMBER(rng_next(&a), rng_next(&b));
    CHECK(!rng_seed_hex(&b, TEXT("")));
    CHECK(!rng_seed_hex(&b, TEXT("xyz")));
    CHECK(!rng_seed_hex(&b,
                        TEXT("00000000000000000000000000000000000000000000000000000000000000000")));
}

static void below_is_even(void)
{
    struct rng r;
    unsigned seen[7] = {0};
    REQUIRE(rng_seed_hex(&r, TEXT("1")));
    for (int i = 0; i < 70000; i++)
        seen[rng_below(&r, 7)]++;
    for (int i = 0; i < 7; i++)
        CHECK(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 100; i++) {
        CHECK_NUMBER(rng_below(&r, 1), 0);
        CHECK(rng_below(&r, 0x80000001u) <= 0x80000000u);
    }
}

static const struct test tests[] = {
    TEST(block_of_the_rfc),   TEST(stream_is_the_same_everywhere),
    TEST(copies_go_on_alike), TEST(seeds_in_hex),
    TEST(below_is_even),
};
TEST_MAIN(tests)
