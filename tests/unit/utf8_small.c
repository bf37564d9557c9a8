// The browser's utf8 (src/wasm/utf8_small.c) against utf8proc's.
#include "base/utf8.h"
#include "test.h"

#include <string.h>

// The build calls them so, to have both in one program.
bool small_next(struct text *rest, uint32_t *code_point);
size_t small_put(uint32_t code_point, char out[UTF8_MAX]);
size_t small_fold(uint32_t code_point, uint32_t out[UTF8_FOLDED_MAX]);
bool small_is_mark(uint32_t code_point);
uint32_t small_upper(uint32_t code_point);
bool small_is_upper(uint32_t code_point);
uint32_t small_compose(uint32_t base, uint32_t mark);

static bool is_letter_of_ours(uint32_t c)
{
    return c < 0x370 || (c >= 0x400 && c < 0x530) || (c >= 0x1E00 && c < 0x1F00);
}

static void letters_fold_alike(void)
{
    for (uint32_t c = 0; c < 0x1F00; c++) {
        uint32_t here[UTF8_FOLDED_MAX], there[UTF8_FOLDED_MAX];
        if (!is_letter_of_ours(c))
            continue;
        size_t n = utf8_fold(c, here);
        CHECK(n == small_fold(c, there) && memcmp(here, there, n * sizeof *here) == 0);
        CHECK(utf8_is_mark(c) == small_is_mark(c) && utf8_upper(c) == small_upper(c) &&
              utf8_is_upper(c) == small_is_upper(c));
        for (uint32_t mark = 0x300; mark < 0x370; mark++) {
            // "<" with a stroke is no letter, nor is what accents make of other signs.
            uint32_t whole = utf8_compose(c, mark);
            CHECK_NUMBER(small_compose(c, mark), is_letter_of_ours(whole) ? whole : 0);
        }
    }
}

static void every_code_point_is_written_alike(void)
{
    for (uint32_t c = 0; c < 0x110010; c++) {
        char here[UTF8_MAX], there[UTF8_MAX];
        size_t n = utf8_put(c, here);
        CHECK(n == small_put(c, there) && memcmp(here, there, n) == 0);
    }
}

// Three bytes of every kind and a fourth.
static void bytes_are_read_alike(void)
{
    for (uint32_t i = 0; i < 0x1000000; i += 5) {
        char bytes[4] = {(char)(i >> 16), (char)(i >> 8), (char)i, (char)(i * 31)};
        struct text here = {bytes, i % 5}, there = here;
        here.len = there.len = 1 + i / 5 % 4;
        uint32_t a = 0, b = 0;
        bool ok = utf8_next(&here, &a);
        CHECK(ok == small_next(&there, &b) && here.len == there.len && (!ok || a == b));
    }
}

static const struct test tests[] = {
    TEST(letters_fold_alike),
    TEST(every_code_point_is_written_alike),
    TEST(bytes_are_read_alike),
};
TEST_MAIN(tests)
