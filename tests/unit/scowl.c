// SCOWL's lists: names, encodings, what is left out, and how many words the real lists make.
#include "sources/english/scowl.h"
#include "count.h"
#include "test.h"

#include <stdio.h>

static bool take_tier(void *context, const struct source_entry *entry)
{
    CHECK_NUMBER(entry->classes, 0);
    CHECK_NUMBER(entry->definition.len, 0);
    buf_printf(context, "%.*s%u|", TEXT_ARG(entry->spelling), entry->tier);
    return true;
}

static void reads(struct text list, unsigned size, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(scowl_read(list, size, &(struct source_sink){take_tier, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void one_word_a_line(void)
{
    reads(TEXT("zebra\ncat\n\nmelon"), 10, "zebra1|cat1|melon1|");
    reads(TEXT("owl\r\nelk\r\n"), 10, "owl1|elk1|");
    reads(TEXT(""), 10, "");
}

static void two_encodings(void)
{
    reads(TEXT("soirée\n"), 20, "soirée2|");
    reads(TEXT("soir\xE9"
               "e\nna\xEFve\n"),
          20, "soirée2|naïve2|");
}

static void no_words_for_games(void)
{
    reads(TEXT("dog's\ndogs'\no'clock\nParis\nkW\n\xC3\x89poque\ntub\n"), 35, "tub3|");
}

static void sizes_make_tiers(void)
{
    static const unsigned size[] = {0, 10, 20, 35, 40, 50, 55, 60, 70, 80, 95};
    static const char *const want[] = {"a1|", "a1|", "a2|", "a3|", "a4|", "a5|",
                                       "a5|", "a6|", "a7|", "a8|", "a8|"};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        reads(TEXT("a"), size[i], want[i]);
}

static void names(void)
{
    struct text spelling, category;
    unsigned size = 0;
    CHECK(scowl_parse_name(TEXT("british_variant_1-words.60"), &spelling, &category, &size));
    CHECK_TEXT(spelling, "british_variant_1");
    CHECK_TEXT(category, "words");
    CHECK_NUMBER(size, 60);
    CHECK(scowl_parse_name(TEXT("english-proper-names.35"), &spelling, &category, &size));
    CHECK_TEXT(spelling, "english");
    CHECK_TEXT(category, "proper-names");
    static const char *const no[] = {
        "",
        "README",
        "words.10",
        "-words.10",
        "english-words",
        "a-words.x",
        "english-words.",
        "special-hacker.50",
        "english-words.99999999999",
    };
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        CHECK(!scowl_parse_name(text_of(no[i]), &spelling, &category, &size));
    CHECK(scowl_is_american(TEXT("english")) && scowl_is_american(TEXT("variant_2")));
    CHECK(!scowl_is_american(TEXT("british")) && !scowl_is_american(TEXT("variant_3")));
}

static void malformed(void)
{
    char line[120];
    struct reason why = {0};
    struct buf got = {0};
    struct source_sink sink = {take_tier, &got};
    snprintf(line, sizeof line, "ox\n%0110d", 0);
    CHECK(!scowl_read(text_of(line), 10, &sink, &why));
    CHECK_NUMBER(why.what, MSG_SCOWL_LONG);
    CHECK_NUMBER(why.line, 2);
    buf_release(&got);
    int calls = 0;
    CHECK(!scowl_read(TEXT("a\nb\n"), 10, &(struct source_sink){stopping_take, &calls}, &why));
    CHECK_NUMBER(calls, 1);
}

// Counts the words of 2 to 15 letters.
static bool take_playable(void *context, const struct source_entry *entry)
{
    struct tally *t = context;
    struct word word;
    if (alphabet_fold(&t->alphabet, entry->spelling, &word, NULL) && word.len >= 2 &&
        word.len <= 15)
        tally_take(t, entry);
    return true;
}

static bool read_real(const char *spelling, unsigned size, struct tally *t)
{
    char name[120];
    struct buf list = {0};
    struct reason why = {0};
    snprintf(name, sizeof name, "scowl/usr/share/dict/scowl/%s-words.%u", spelling, size);
    if (!test_source(name, &list))
        return false;
    CHECK(scowl_read(buf_text(&list), size, &(struct source_sink){take_playable, t}, &why));
    buf_release(&list);
    return true;
}

static void counts(unsigned limit, bool american, size_t want)
{
    static const unsigned sizes[] = {10, 20, 35, 40, 50, 55, 60, 70, 80};
    static const char *const spellings[] = {
        "english",           "american",           "british",
        "british_z",         "canadian",           "australian",
        "variant_1",         "variant_2",          "variant_3",
        "british_variant_1", "canadian_variant_1", "australian_variant_1",
        "british_variant_2", "canadian_variant_2", "australian_variant_2",
    };
    struct tally t;
    bool here = true;
    tally_init(&t, "en");
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            if (here && sizes[j] <= limit &&
                (!american || scowl_is_american(text_of(spellings[i]))))
                here = read_real(spellings[i], sizes[j], &t);
    if (here) {
        CHECK_NUMBER(t.words.count, want);
        CHECK_NUMBER(t.unfoldable, 0);
    }
    tally_release(&t);
}

// 696 words at size 80, and 231 at 70, exist only with an accent: they are among these numbers.
static void real_lists(void)
{
    counts(80, false, 248485);
    counts(80, true, 240823);
    counts(70, false, 116936);
}

static void lists_of_names(void)
{
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(scowl_read_names(TEXT("Toltec\nToltec's\nox\nWoden\n"), &sink, NULL));
    CHECK_TEXT(buf_text(&got), "Toltec|0|\nWoden|0|\n");
    buf_release(&got);
}

static const struct test tests[] = {
    TEST(one_word_a_line), TEST(two_encodings),  TEST(no_words_for_games), TEST(sizes_make_tiers),
    TEST(names),           TEST(lists_of_names), TEST(malformed),          TEST(real_lists),
};
TEST_MAIN(tests)
