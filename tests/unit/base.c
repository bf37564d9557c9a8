// The small parts of base: texts, buffers, the arena, UTF-8, messages, files.
#include "base/arena.h"
#include "base/data.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void texts(void)
{
    struct text rest = TEXT("one\r\ntwo\n\nfour"), line;
    const char *want[] = {"one", "two", "", "four"};
    for (int i = 0; i < 4; i++) {
        CHECK(text_next_line(&rest, &line));
        CHECK_TEXT(line, want[i]);
    }
    CHECK(!text_next_line(&rest, &line));
    struct text fields = TEXT("a b");
    CHECK_TEXT(text_cut(&fields, ' '), "a");
    CHECK_TEXT(text_cut(&fields, ' '), "b");
    CHECK_TEXT(text_cut(&fields, ' '), "");
    CHECK_TEXT(text_trim(TEXT(" \t x y\n")), "x y");
    struct text words = TEXT("  one\t two \n");
    CHECK_TEXT(text_cut_word(&words), "one");
    CHECK_TEXT(words, "two");
    CHECK_TEXT(text_cut_word(&words), "two");
    CHECK_TEXT(text_cut_word(&words), "");
    CHECK(text_compare(TEXT("ab"), TEXT("abc")) < 0 && text_compare(TEXT("b"), TEXT("abc")) > 0);
    CHECK_NUMBER(text_find_string(TEXT("abcabd"), "abd"), 3);
    CHECK_NUMBER(text_find_string(TEXT("abcab"), "abd"), 5);
    CHECK(text_starts(TEXT("abc"), "ab") && !text_starts(TEXT("a"), "ab"));
    CHECK(text_ends(TEXT("abc"), "bc") && !text_ends(TEXT("c"), "bc"));
}

static void vectors(void)
{
    uint32_t *number = NULL;
    size_t count = 0, cap = 0;
    for (; count < 1000; count++) {
        CHECK(vec_reserve(&number, &cap, count + 1));
        number[count] = (uint32_t)count;
    }
    CHECK_NUMBER(cap, 1024);
    for (size_t i = 0; i < count; i++)
        CHECK_NUMBER(number[i], i);
    const uint32_t *before = number;
    CHECK(vec_reserve(&number, &cap, 1024) && number == before);
    CHECK(!vec_reserve(&number, &cap, SIZE_MAX / 4) && number == before && cap == 1024);
    CHECK(!vec_reserve(&number, &cap, SIZE_MAX));
    CHECK(vec_reserve(&number, &cap, 5000) && cap == 8192 && number[999] == 999);
    free(number);
}

// The first outputs of SplitMix64 with the seed 0, as published with the generator.
static void hashes(void)
{
    CHECK(hash_mix(HASH_GOLDEN) == UINT64_C(0xE220A8397B1DCDAF));
    CHECK(hash_mix(2 * HASH_GOLDEN) == UINT64_C(0x6E789E6AA1B965F4));
    CHECK(hash_mix(0) == 0);
}

static void quotes(void)
{
    char text[] = "0123456789012345678901234567890123456789012345678901234567\xC3\xA9\xC3\xA9";
    CHECK_TEXT(reason_quote(TEXT("short")), "short");
    CHECK_NUMBER(reason_quote(text_of(text)).len, 60);
    CHECK_NUMBER(reason_quote(text_of(text + 1)).len, 59); // not half a character
}

static void numbers(void)
{
    uint32_t n = 0;
    CHECK(text_to_u32(TEXT("4294967295"), &n) && n == UINT32_MAX);
    CHECK(!text_to_u32(TEXT("4294967296"), &n));
    CHECK(!text_to_u32(TEXT(""), &n));
    CHECK(!text_to_u32(TEXT("-1"), &n));
    CHECK(!text_to_u32(TEXT("1x"), &n));
    uint64_t sum = 0;
    CHECK(text_to_hex64(TEXT("00c0ffee12345678"), &sum) && sum == UINT64_C(0xc0ffee12345678));
    CHECK(!text_to_hex64(TEXT("0c0ffee12345678"), &sum) && !text_to_hex64(TEXT(""), &sum));
    CHECK(!text_to_hex64(TEXT("00C0FFEE12345678"), &sum));
}

static void buffers(void)
{
    struct buf b = {0};
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%d,", i);
    CHECK_NUMBER(b.len, 3890);
    buf_clear(&b);
    buf_add_json(&b, TEXT("a\"\\\n\x01\xFFé"));
    CHECK_TEXT(buf_text(&b), "a\\\"\\\\\\u000a\\u0001\xEF\xBF\xBDé");
    buf_clear(&b);
    buf_add_varint(&b, 300);
    CHECK(b.len == 2 && (unsigned char)b.at[0] == 0xAC && b.at[1] == 2);
    CHECK(buf_reserve(&b, SIZE_MAX / 2 + 2) == NULL);
    CHECK(!buf_ok(&b));
    buf_add_string(&b, "is not added");
    CHECK_NUMBER(b.len, 2);
    buf_release(&b);
}

static void arenas(void)
{
    struct arena a = {0};
    struct text copy;
    for (size_t i = 0; i < 5000; i++) {
        char *p = arena_alloc(&a, i);
        REQUIRE(p && (uintptr_t)p % sizeof(void *) == 0);
        if (p && i) {
            CHECK(p[0] == 0 && p[i - 1] == 0);
            memset(p, 'x', i);
        }
    }
    CHECK(arena_copy(&a, TEXT("kept"), &copy));
    CHECK_TEXT(copy, "kept");
    CHECK(arena_alloc(&a, SIZE_MAX) == NULL);
    arena_release(&a);
}

static void utf8(void)
{
    uint32_t c;
    struct text t = TEXT("aé\xED\xA0\x80");
    CHECK(utf8_next(&t, &c) && c == 'a');
    CHECK(utf8_next(&t, &c) && c == 0xE9);
    CHECK(!utf8_next(&t, &c)); // a surrogate
    CHECK_NUMBER(t.len, 2);
    CHECK(utf8_valid(TEXT("слово")) && !utf8_valid(TEXT("\xC3")));
    CHECK_NUMBER(utf8_length(TEXT("слово")), 5);
    CHECK_NUMBER(utf8_whole(TEXT("ab")), 2);
    CHECK_NUMBER(utf8_whole(TEXT("aб")), 3);
    CHECK_NUMBER(utf8_whole(TEXT("a\xD0")), 1);
    CHECK_NUMBER(utf8_whole(TEXT("a\xE2\x80")), 1);
    CHECK_NUMBER(utf8_whole(TEXT("")), 0);
    char bytes[UTF8_MAX];
    CHECK_NUMBER(utf8_put(0x110000, bytes), 0);
    CHECK_NUMBER(utf8_put(0xD800, bytes), 0);
    CHECK_NUMBER(utf8_put(0x1F600, bytes), 4);
    CHECK_NUMBER(utf8_compose(0x438, 0x306), 0x439);
    CHECK_NUMBER(utf8_compose('x', 0x306), 0);
}

static void messages_fill_their_places(void)
{
    struct buf b = {0};
    struct reason why;
    CHECK(!refuse_line(&why, 7, MSG_FILE_CANNOT_READ, "%s\t%s", "x.txt", "gone"));
    reason_word(&why, LANGUAGE_EN, &b);
    CHECK_TEXT(buf_text(&b), "line 7: cannot read x.txt: gone");
    buf_clear(&b);
    reason_word(&why, LANGUAGE_RU, &b);
    CHECK_TEXT(buf_text(&b), "line 7: не удаётся прочитать x.txt: gone");
    buf_release(&b);
    CHECK_NUMBER(language_from_tag(TEXT("de_AT.UTF-8")), LANGUAGE_DE);
    CHECK_NUMBER(language_from_tag(TEXT("fr-CA")), LANGUAGE_FR);
    CHECK_NUMBER(language_from_tag(TEXT("fra")), LANGUAGE_EN);
    CHECK_NUMBER(language_from_tag(TEXT("C.UTF-8")), LANGUAGE_EN);
    CHECK_NUMBER(language_from_tag(TEXT("")), LANGUAGE_EN);
}

static void files(void)
{
    char folder[TEST_PATH], path[TEST_PATH + 8];
    struct reason why;
    struct file_map m;
    test_folder(folder);
    snprintf(path, sizeof path, "%s/a", folder);
    CHECK(!file_map(&m, path, &why));
    CHECK_NUMBER(why.what, MSG_FILE_CANNOT_READ);
    CHECK(file_write(path, TEXT("first"), &why));
    CHECK(file_write(path, TEXT("second"), &why));
    CHECK(file_map(&m, path, &why));
    CHECK_TEXT(m.content, "second");
    file_unmap(&m);
    CHECK(file_write(path, TEXT(""), &why) && file_map(&m, path, &why));
    CHECK_NUMBER(m.content.len, 0);
    file_unmap(&m);
    CHECK(!file_map(&m, folder, &why));
    CHECK_NUMBER(why.what, MSG_FILE_NOT_A_FILE);
    unlink(path);
    CHECK(!file_write("/proc/nowhere/x", TEXT("x"), &why));
    CHECK_NUMBER(why.what, MSG_FILE_CANNOT_WRITE);
    CHECK(rmdir(folder) == 0); // no temporary file is left behind
}

static void data(void)
{
    struct text content;
    CHECK(data_find("alphabets/en.txt", &content) && text_starts(content, "# English"));
    CHECK(!data_find("alphabets/xx.txt", &content));
}

static const struct test tests[] = {
    TEST(texts),
    TEST(vectors),
    TEST(hashes),
    TEST(quotes),
    TEST(numbers),
    TEST(buffers),
    TEST(arenas),
    TEST(utf8),
    TEST(files),
    TEST(data),
    TEST(messages_fill_their_places),
};
TEST_MAIN(tests)
