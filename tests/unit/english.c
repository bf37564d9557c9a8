// Which English headwords are words of play.
#include "forge/english.h"
#include "test.h"

static void common_words(void)
{
    static const char *const words[] = {"ox",      "e-mail", "o'clock", "café", "will-o'-the-wisp",
                                        "rhythms", "cwm",    "nth",     "tsk",  "œuvre"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!english_is_common(text_of(words[i])))
            test_fail(__FILE__, __LINE__, "%s is a common word", words[i]);
}

static void others(void)
{
    static const char *const words[] = {
        "",     "a",    "London", "iPod",   "ice cream", "-er",       "pre-",  "x--ray",
        "kg",   "xv",   "ie",     "men's",  "mp3",       "a.m.",      "слово", "\xFFx",
        "ÉLAN", "Élan", "x\xF7",  "and/or", "a\0b",      "he\xC3\xB7"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (english_is_common(text_of(words[i])))
            test_fail(__FILE__, __LINE__, "%s is no common word", words[i]);
    CHECK(!english_is_common(TEXT("an\0d")));
}

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

static const struct test tests[] = {TEST(common_words), TEST(others), TEST(forms)};
TEST_MAIN(tests)
