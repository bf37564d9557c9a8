// The Russian words of FreeDict's dictionaries into Russian.
#include "sources/readers/translation.h"
#include "count.h"
#include "sources/readers/gunzip.h"
#include "test.h"

#include <stdio.h>

static bool take_spelling(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_add_text(out, entry->spelling);
    buf_add_byte(out, '|');
    CHECK_NUMBER(entry->classes, 0);
    CHECK_NUMBER(entry->tier, 0);
    return true;
}

// Reads one entry, with an index that leads to all of it.
static bool read_one(struct text dict, struct buf *got, struct reason *why)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char index[32];
    snprintf(index, sizeof index, "word\tA\t%c%c\n", digits[dict.len / 64], digits[dict.len % 64]);
    return translation_read(dict, text_of(index), &(struct source_sink){take_spelling, got}, why);
}

static void reads(const char *entry, const char *want)
{
    struct buf got = {0};
    CHECK(read_one(text_of(entry), &got, NULL));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void words_of_a_line(void)
{
    reads("Kirsche //ˈkɪʁʃə// <n, fem>\nвишня, черешня; вишенье\n", "вишня|черешня|вишенье|");
    reads("Igel <n>\nёж", "ёж|");
    reads("Igel <n>\n", "");
    reads("ёж", "");
}

static void numbers_are_dropped(void)
{
    reads("Haus <n>\n1. дом, здание 2.\n\tein Bauwerk\n 3.\n12. жилище\n", "дом|здание|жилище|");
}

static void notes_and_other_texts_are_passed_over(void)
{
    reads("Haus <n>\nдом\nein Bauwerk, groß\n", "дом|");
    reads("Moskau <pn>\nМосква\n", "");
    reads("Eis <n>\nмороженое (сладкое), сладкий лёд, лёд!\n", "");
    reads("x <n>\n-то, кое-, кое-что, что́-то\n", "кое-что|что́-то|");
}

static void malformed_files(void)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!read_one(TEXT("Haus <n>\nдом\xFF\n"), &got, &why));
    CHECK_NUMBER(why.what, MSG_TRANSLATION_NOT_UTF8);
    CHECK(!translation_read(TEXT("Haus"), TEXT("Haus\tA\tZ\n"),
                            &(struct source_sink){take_spelling, &got}, &why));
    CHECK_NUMBER(why.what, MSG_DICTD_OUTSIDE);
    buf_release(&got);
}

static void count_real(const char *pair, size_t want)
{
    char name[128];
    struct tally t;
    struct reason why = {0};
    struct buf packed = {0}, dict = {0}, index = {0};
    snprintf(name, sizeof name, "dict-freedict-%s/usr/share/dictd/freedict-%s.dict.dz", pair, pair);
    bool found = test_source(name, &packed);
    snprintf(name, sizeof name, "dict-freedict-%s/usr/share/dictd/freedict-%s.index", pair, pair);
    if (found && test_source(name, &index)) {
        tally_init(&t, "ru");
        CHECK(gunzip(buf_text(&packed), 1 << 26, &dict, &why));
        CHECK(translation_read(buf_text(&dict), buf_text(&index),
                               &(struct source_sink){tally_take, &t}, &why));
        CHECK_NUMBER(t.words.count, want);
        CHECK_NUMBER(t.unfoldable, 0);
        tally_release(&t);
    }
    buf_release(&packed);
    buf_release(&dict);
    buf_release(&index);
}

static void the_real_dictionaries(void)
{
    count_real("deu-rus", 17032);
    count_real("ell-rus", 9753);
    count_real("fra-rus", 14554);
    count_real("ita-rus", 9720);
    count_real("nld-rus", 8853);
    count_real("pol-rus", 21952);
    count_real("swe-rus", 9969);
}

static const struct test tests[] = {
    TEST(words_of_a_line), TEST(numbers_are_dropped),   TEST(notes_and_other_texts_are_passed_over),
    TEST(malformed_files), TEST(the_real_dictionaries),
};
TEST_MAIN(tests)
