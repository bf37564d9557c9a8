// Which English headwords are words of play, and how many there are in all.
#include "sources/english/english.h"
#include "count.h"
#include "dictd.h"
#include "sources/english/gcide.h"
#include "sources/english/wordnet.h"
#include "sources/readers/freedict.h"
#include "test.h"

#include <stdio.h>

static void common_words(void)
{
    static const char *const words[] = {"ox",      "e-mail", "o'clock", "café", "will-o'-the-wisp",
                                        "rhythms", "cwm",    "nth",     "tsk",  "œuvre"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!english_is_common(text_of(words[i])))
            test_fail(__FILE__, __LINE__, "%s is a common word", words[i]);
}

// R-BALDA-32
static void others(void)
{
    static const char *const words[] = {"",
                                        "a",
                                        "London",
                                        "iPod",
                                        "ice cream",
                                        "-er",
                                        "pre-",
                                        "x--ray",
                                        "kg",
                                        "xv",
                                        "ie",
                                        "men's",
                                        "mp3",
                                        "a.m.",
                                        "слово",
                                        "\xFFx",
                                        "ÉLAN",
                                        "Élan",
                                        "x\xF7",
                                        "and/or",
                                        "brown-striped",
                                        "liver-colored",
                                        "a\0b",
                                        "he\xC3\xB7"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (english_is_common(text_of(words[i])))
            test_fail(__FILE__, __LINE__, "%s is no common word", words[i]);
    CHECK(!english_is_common(TEXT("an\0d")));
}

// R-BALDA-30
static void forms(void)
{
    CHECK(english_is_form(TEXT("plural of ox")));
    CHECK(english_is_form(TEXT("Plural of {Ox}")));
    CHECK(english_is_form(TEXT("third-person singular present of go")));
    CHECK(english_is_form(TEXT("abbreviation of telephone")));
    CHECK(!english_is_form(TEXT("plural")));
    CHECK(!english_is_form(TEXT("the plural number")));
    CHECK(!english_is_form(TEXT("alternative spelling of colour")));
    CHECK(!english_is_form(TEXT("")));
}

typedef bool dictd_reader(struct text dict, struct text index, const struct source_sink *sink,
                          struct reason *why);

static bool tally_wordnet(struct tally *t, const char *name, enum word_class class)
{
    char path[80];
    struct buf data = {0}, index = {0};
    snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/data.%s", name);
    bool here = test_source(path, &data);
    snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/index.%s", name);
    here = here && test_source(path, &index);
    if (here)
        CHECK(wordnet_read(&(struct wordnet_file){buf_text(&data), buf_text(&index), class, false},
                           &(struct source_sink){tally_take, t}, NULL));
    buf_release(&data);
    buf_release(&index);
    return here;
}

static bool tally_dictd(struct tally *t, const char *package, const char *name, dictd_reader *read)
{
    struct buf dict = {0}, index = {0};
    bool here = test_dictd(package, name, &dict, &index);
    if (here)
        CHECK(read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, t}, NULL));
    buf_release(&dict);
    buf_release(&index);
    return here;
}

static bool read_wikdict(struct text dict, struct text index, const struct source_sink *sink,
                         struct reason *why)
{
    return freedict_read(dict, index, &freedict_english, sink, why);
}

// The sources of the lexicons en and en-large, one after the other.
static void real_lexicons(void)
{
    static const char *const langs[] = {"fin", "bul", "jpn", "ind", "nor"};
    struct tally t;
    char name[32], package[40];
    tally_init(&t, "en");
    bool here = tally_wordnet(&t, "noun", CLASS_NOUN) && tally_wordnet(&t, "verb", CLASS_VERB) &&
                tally_wordnet(&t, "adj", CLASS_ADJECTIVE) && tally_wordnet(&t, "adv", CLASS_ADVERB);
    for (size_t i = 0; here && i < sizeof langs / sizeof *langs; i++) {
        snprintf(name, sizeof name, "freedict-eng-%s", langs[i]);
        snprintf(package, sizeof package, "dict-%s", name);
        here = tally_dictd(&t, package, name, read_wikdict);
    }
    if (here) {
        CHECK_NUMBER(t.words.count, 77285);
        CHECK_NUMBER(t.definitions.count, 202982);
        here = tally_dictd(&t, "dict-gcide", "gcide", gcide_read);
    }
    if (here) {
        CHECK_NUMBER(t.words.count, 129136);
        CHECK_NUMBER(t.definitions.count, 356484);
    }
    tally_release(&t);
}

static const struct test tests[] = {TEST(common_words), TEST(others), TEST(forms),
                                    TEST(real_lexicons)};
TEST_MAIN(tests)
