// The browser's way to unpack definitions against zlib's.
#include "wasm/inflate_small.h"

#include "base/rng.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 70000 };

static unsigned char plain[ROOM], packed[2 * ROOM], out[ROOM];

// Texts of several kinds: noise, few letters, long repetitions, and words that come again.
static void fill(struct rng *r, unsigned kind, size_t len)
{
    static const char *const words[] = {"noun", "a word that ", "in the sense of ", "; ", "слово"};
    const char *word = "";
    for (size_t i = 0; i < len; i++) {
        if (!*word)
            word = words[rng_below(r, 5)];
        unsigned char byte[] = {(unsigned char)rng_below(r, 256),
                                (unsigned char)('a' + rng_below(r, 3)), (unsigned char)(i / 300),
                                (unsigned char)*word++};
        plain[i] = byte[kind];
    }
}

static size_t pack(size_t len, int level, int strategy)
{
    z_stream z = {
        .next_in = plain, .avail_in = (uInt)len, .next_out = packed, .avail_out = 2 * ROOM};
    CHECK(deflateInit2(&z, level, Z_DEFLATED, 15, 8, strategy) == Z_OK);
    CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    size_t size = z.total_out;
    deflateEnd(&z);
    return size;
}

static void what_zlib_packs_is_unpacked(void)
{
    static const size_t lengths[] = {0, 1, 2, 300, 5000, 66000};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
    struct rng r;
    rng_seed(&r, (uint8_t[RNG_SEED]){17});
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned n = 0; n < 6; n++)
            for (int level = 0; level <= 9; level += 3)
                for (unsigned s = 0; s < 4; s++) {
                    fill(&r, kind, lengths[n]);
                    size_t len = pack(lengths[n], level, strategies[s]), size = ROOM;
                    CHECK(inflate_small(out, &size, packed, len));
                    CHECK(size == lengths[n] && memcmp(out, plain, size) == 0);
                    size = lengths[n] ? lengths[n] - 1 : 0;
                    CHECK(!lengths[n] || !inflate_small(out, &size, packed, len));
                }
}

// Exactly as large as it is, so that a sanitizer sees a step too far. zlib's result is
// right; it is stricter about codes that nobody uses.
static bool unpack_exactly(const unsigned char *bytes, size_t len, size_t room)
{
    unsigned char *in = malloc(len ? len : 1), *to = malloc(room ? room : 1);
    uLongf theirs = ROOM;
    size_t size = room;
    memcpy(in, bytes, len);
    bool ok = inflate_small(to, &size, in, len);
    CHECK(size <= room);
    if (uncompress(out, &theirs, in, len) == Z_OK && theirs <= room)
        CHECK(ok && size == theirs && memcmp(to, out, size) == 0);
    free(in);
    free(to);
    return ok;
}

static void what_is_cut_off_is_refused_and_what_is_changed_as_zlib_has_it(void)
{
    struct rng r;
    rng_seed(&r, (uint8_t[RNG_SEED]){18});
    for (unsigned kind = 0; kind < 4; kind++) {
        fill(&r, kind, 900);
        size_t len = pack(900, kind ? 9 : 1, kind == 1 ? Z_FIXED : Z_DEFAULT_STRATEGY);
        for (size_t cut = 0; cut < len; cut++)
            CHECK(!unpack_exactly(packed, cut, 900));
        for (unsigned n = 0; n < 4000; n++) {
            size_t at = rng_below(&r, (uint32_t)len);
            unsigned char was = packed[at];
            packed[at] ^= (unsigned char)(1u << rng_below(&r, 8));
            (void)unpack_exactly(packed, len, 900);
            packed[at] = was;
        }
    }
}

static void noise_is_refused(void)
{
    struct rng r;
    rng_seed(&r, (uint8_t[RNG_SEED]){19});
    for (unsigned n = 0; n < 20000; n++) {
        size_t len = rng_below(&r, 200);
        packed[0] = 0x78;
        packed[1] = 0x9C;
        for (size_t i = 2; i < len; i++)
            packed[i] = (unsigned char)rng_below(&r, 256);
        CHECK(!unpack_exactly(packed, len, 400));
    }
}

static const struct test tests[] = {
    TEST(what_zlib_packs_is_unpacked),
    TEST(what_is_cut_off_is_refused_and_what_is_changed_as_zlib_has_it),
    TEST(noise_is_refused),
};
TEST_MAIN(tests)
