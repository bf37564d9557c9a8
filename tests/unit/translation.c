// The words of FreeDict's dictionaries into and from Russian.
#include "sources/russian/translation.h"
#include "base/file.h"
#include "count.h"
#include "dictd.h"
#include "test.h"

#include <stdio.h>

static bool take_spelling(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_add_text(out, entry->spelling);
    buf_add_byte(out, '|');
    CHECK_NUMBER(entry->tier, 0);
    return true;
}

static bool take_pair(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    CHECK_NUMBER(entry->kind, TEXT_GLOSS);
    buf_printf(out, "%.*s=%.*s %u|", TEXT_ARG(entry->spelling), TEXT_ARG(entry->definition),
               entry->classes);
    return true;
}

typedef bool read_fn(struct text, struct text, const struct source_sink *, struct reason *);

// Reads one entry, with an index that leads to all of it.
static bool read_with(read_fn *read, struct text dict, const struct source_sink *sink,
                      struct reason *why)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char index[32];
    snprintf(index, sizeof index, "word\tA\t%c%c\n", digits[dict.len / 64], digits[dict.len % 64]);
    return read(dict, text_of(index), sink, why);
}

static bool read_one(struct text dict, struct buf *got, struct reason *why)
{
    return read_with(translation_read, dict, &(struct source_sink){take_spelling, got}, why);
}

static void pairs(read_fn *read, const char *entry, const char *want)
{
    struct buf got = {0};
    CHECK(read_with(read, text_of(entry), &(struct source_sink){take_pair, &got}, NULL));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
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

static void the_headword_is_the_gloss(void)
{
    pairs(translation_read, "house //haʊs// <n>\n1. дом, жильё\nA building.\n",
          "дом=house 1|жильё=house 1|");
    pairs(translation_read, "glass house <n, neut>\nтеплица\n", "теплица=glass house 1|");
    pairs(translation_read, "house <v>\nселить\n", "селить=house 16|");
    pairs(translation_read, "house\nдом\n", "дом=house 0|");
    pairs(translation_read, "ho\tuse <n>\nдом\n", "дом= 1|");
}

static void dictionaries_from_russian(void)
{
    pairs(translation_from, "фасад /fʌsˈɑt/ <n>\n1. facade, front 2.\nлицевая часть\n2. face\n",
          "фасад=facade 1|фасад=front 1|фасад=face 1|");
    pairs(translation_from, "розетка <n>\noutlet, <i>брит.</i> point\nsocket\n",
          "розетка=socket 1|");
    pairs(translation_from, "час <n>\no'clock; hour (60), [x], a=b, 24\nfacade, лицо\n",
          "час=o'clock 1|");
    pairs(translation_from, "Москва <n>\nMoscow\n", "");
    pairs(translation_from, "идти <v>\ngo\n", "");
    pairs(translation_from, "house <n>\nhome\n", "");
    pairs(translation_from, "дом", "");
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

static void count_real(read_fn *read, const char *pair, size_t want)
{
    struct tally t;
    struct reason why = {0};
    struct buf dict = {0}, index = {0};
    if (test_freedict(pair, &dict, &index)) {
        tally_init(&t, "ru");
        CHECK(read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, &t}, &why));
        CHECK_NUMBER(t.words.count, want);
        CHECK_NUMBER(t.unfoldable, 0);
        tally_release(&t);
    }
    buf_release(&dict);
    buf_release(&index);
}

static bool has_source(const char *package)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/VERSION", test_sources(), package);
    return file_exists(path);
}

static void the_real_dictionaries(void)
{
    count_real(translation_read, "deu-rus", 17032);
    count_real(translation_read, "ell-rus", 9753);
    count_real(translation_read, "fra-rus", 14554);
    count_real(translation_read, "ita-rus", 9720);
    count_real(translation_read, "nld-rus", 8853);
    count_real(translation_read, "pol-rus", 21952);
    count_real(translation_read, "swe-rus", 9969);
    // Of Debian 13, which may be missing.
    if (test_sources() && has_source("dict-freedict-rus-eng")) {
        count_real(translation_read, "eng-rus", 47668);
        count_real(translation_from, "rus-eng", 23441);
    }
}

static const struct test tests[] = {
    TEST(words_of_a_line),
    TEST(numbers_are_dropped),
    TEST(notes_and_other_texts_are_passed_over),
    TEST(malformed_files),
    TEST(the_real_dictionaries),
    TEST(the_headword_is_the_gloss),
    TEST(dictionaries_from_russian),
};
TEST_MAIN(tests)
