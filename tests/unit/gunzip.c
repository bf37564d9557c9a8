// Unpacking gzip in memory.
#include "sources/readers/gunzip.h"
#include "test.h"

#include <string.h>
#include <zlib.h>

// A gzip file with a pattern of `size` bytes.
static struct buf packed_pattern(size_t size)
{
    struct buf plain = {0}, packed = {0};
    for (size_t i = 0; i < size; i++)
        buf_add_byte(&plain, (unsigned char)(i * i >> 7));
    z_stream z = {.next_in = (Bytef *)plain.at, .avail_in = (uInt)plain.len};
    CHECK(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    size_t bound = deflateBound(&z, (uLong)plain.len);
    z.next_out = (Bytef *)buf_reserve(&packed, bound);
    z.avail_out = (uInt)bound;
    CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    packed.len = z.total_out;
    deflateEnd(&z);
    buf_release(&plain);
    return packed;
}

static void refuses(struct text packed, size_t limit, enum message what)
{
    struct buf out = {0};
    struct reason why = {0};
    CHECK(!gunzip(packed, limit, &out, &why));
    CHECK_NUMBER(why.what, what);
    buf_release(&out);
}

static void good(void)
{
    static const size_t sizes[] = {0, 1, 1000, 65535, 65536, 65537, 300000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct buf packed = packed_pattern(sizes[s]), out = {0};
        struct reason why = {0};
        buf_add_string(&out, "before");
        CHECK(gunzip(buf_text(&packed), 300000, &out, &why));
        CHECK_NUMBER(out.len, sizes[s] + 6);
        CHECK(text_starts(buf_text(&out), "before"));
        for (size_t i = 0; i < sizes[s] && i + 6 < out.len; i++)
            if (out.at[i + 6] != (char)(i * i >> 7)) {
                test_fail(__FILE__, __LINE__, "byte %zu of %zu differs", i, sizes[s]);
                break;
            }
        buf_release(&packed);
        buf_release(&out);
    }
}

static void cut_short(void)
{
    struct buf packed = packed_pattern(1000);
    for (size_t len = 0; len < packed.len; len++)
        refuses(text_head(buf_text(&packed), len), 1 << 20, MSG_GZIP_BAD);
    buf_release(&packed);
}

static void corrupt(void)
{
    struct buf packed = packed_pattern(1000);
    packed.at[packed.len - 6] ^= 1; // in the checksum
    refuses(buf_text(&packed), 1 << 20, MSG_GZIP_BAD);
    packed.at[0] = 'P';
    refuses(buf_text(&packed), 1 << 20, MSG_GZIP_BAD);
    refuses(TEXT("this is no gzip file at all"), 1 << 20, MSG_GZIP_BAD);
    buf_release(&packed);
}

static void over_the_limit(void)
{
    struct buf packed = packed_pattern(100000), out = {0};
    refuses(buf_text(&packed), 99999, MSG_GZIP_TOO_LARGE);
    refuses(buf_text(&packed), 0, MSG_GZIP_TOO_LARGE);
    CHECK(gunzip(buf_text(&packed), 100000, &out, NULL));
    buf_release(&packed);
    buf_release(&out);
}

static const struct test tests[] = {TEST(good), TEST(cut_short), TEST(corrupt),
                                    TEST(over_the_limit)};
TEST_MAIN(tests)
