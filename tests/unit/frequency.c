// Word frequencies: ranks, tiers, and words that are not in the list.
#include "sources/readers/frequency.h"
#include "count.h"
#include "sources/french/grammalecte.h"
#include "sources/german/tanglet.h"
#include "sources/readers/gunzip.h"
#include "sources/readers/wordlist.h"
#include "test.h"

static bool take_tier(void *context, const struct source_entry *entry)
{
    CHECK_NUMBER(entry->classes, 0);
    buf_printf(context, "%.*s%u|", TEXT_ARG(entry->spelling), entry->tier);
    return true;
}

static void reads(struct text model, bool capitals, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(frequency_read(model, capitals, &(struct source_sink){take_tier, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void by_falling_count(void)
{
    struct text model = TEXT("\\data\\\nngram 1=9\n\n\\1-grams:\n1 <unk>\n30 Haus\n7 und\n500 die\n"
                             "7 der\n80 DVD\n90 Paul-Haus\n5 h2o\n\n\\2-grams:\n8 die Tür\n");
    reads(model, true, "die1|Haus1|und1|der1|");
    reads(model, false, "die1|und1|der1|");
    reads(TEXT("\\1-grams:\r\n3 œuf\r\n4 œil\r\n"), false, "œil1|œuf1|");
    reads(TEXT("\\1-grams:"), false, "");
}

static void malformed(void)
{
    const struct {
        struct text model;
        enum message what;
        uint32_t line;
    } all[] = {
        {TEXT(""), MSG_FREQUENCY_NO_WORDS, 0},
        {TEXT("7 und\n"), MSG_FREQUENCY_NO_WORDS, 0},
        {TEXT("\\1-grams:\n7 und\nund 7\n"), MSG_FREQUENCY_LINE, 3},
        {TEXT("\\1-grams:\n7\n"), MSG_FREQUENCY_LINE, 2},
        {TEXT("\\1-grams:\n99999999999 und\n"), MSG_FREQUENCY_LINE, 2},
        {TEXT("\n\\1-grams:\n7 \xFF\n"), MSG_FREQUENCY_NOT_UTF8, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct reason why = {0};
        struct buf got = {0};
        struct source_sink sink = {take_tier, &got};
        CHECK(!frequency_read(all[i].model, false, &sink, &why));
        CHECK_NUMBER(why.what, all[i].what);
        CHECK_NUMBER(why.line, all[i].line);
        buf_release(&got);
    }
}

static bool count_tier(void *context, const struct source_entry *entry)
{
    ((unsigned *)context)[entry->tier]++;
    return true;
}

static void ranks_make_tiers(void)
{
    struct buf model = {0};
    unsigned tiers[TIERS + 1] = {0};
    buf_add_string(&model, "\\1-grams:\n");
    for (int i = 0; i < 30000; i++)
        buf_printf(&model, "%d %c\n", i, 'a' + i % 26);
    CHECK(frequency_read(buf_text(&model), false, &(struct source_sink){count_tier, tiers}, NULL));
    CHECK_NUMBER(tiers[1], 2000);
    CHECK_NUMBER(tiers[2], 3000);
    CHECK_NUMBER(tiers[3], 5000);
    CHECK_NUMBER(tiers[4], 8000);
    CHECK_NUMBER(tiers[5], 10000);
    CHECK_NUMBER(tiers[6], 2000);
    buf_release(&model);
}

static unsigned tier(const struct frequency *f, const char *text)
{
    struct word word;
    CHECK(alphabet_fold(f->alphabet, text_of(text), &word, NULL));
    return frequency_tier(f, &word);
}

static void words_that_are_not_listed(void)
{
    struct alphabet alphabet;
    struct reason why = {0};
    REQUIRE(alphabet_load(&alphabet, TEXT("de"), &why));
    struct frequency f = {.alphabet = &alphabet};
    CHECK_NUMBER(tier(&f, "Haus"), 8);
    CHECK(frequency_read(TEXT("\\1-grams:\n9 Haus\n8 Tür\n7 sprechen\n6 Wörter\n5 Buch\n"), true,
                         &(struct source_sink){frequency_take, &f}, &why));
    frequency_sort(&f);
    CHECK_NUMBER(f.count, 5);
    CHECK_NUMBER(tier(&f, "haus"), 1);
    CHECK_NUMBER(tier(&f, "Türen"), 8); // three letters in common are not enough
    CHECK_NUMBER(tier(&f, "sprecht"), 7);
    CHECK_NUMBER(tier(&f, "gesprochen"), 8);
    CHECK_NUMBER(tier(&f, "Haustür"), 7);
    CHECK_NUMBER(tier(&f, "Hauses"), 7);
    CHECK_NUMBER(tier(&f, "Wörterbuch"), 7);
    CHECK_NUMBER(tier(&f, "Buchstür"), 7);
    CHECK_NUMBER(tier(&f, "Buchstaben"), 8);
    CHECK_NUMBER(tier(&f, "Eule"), 8);
    frequency_release(&f);
}

static void the_best_tier_counts(void)
{
    struct alphabet alphabet;
    REQUIRE(alphabet_load(&alphabet, TEXT("fr"), NULL));
    struct frequency f = {.alphabet = &alphabet};
    frequency_take(&f, &(struct source_entry){.spelling = TEXT("pêche"), .tier = 4});
    frequency_take(&f, &(struct source_entry){.spelling = TEXT("péché"), .tier = 2});
    frequency_take(&f, &(struct source_entry){.spelling = TEXT("пар"), .tier = 1});
    frequency_sort(&f);
    CHECK_NUMBER(f.count, 2);
    CHECK_NUMBER(tier(&f, "peche"), 2);
    frequency_release(&f);
}

// A lexicon's words by tier.
struct sorting {
    struct frequency frequency;
    struct counter seen;
    size_t in_tier[TIERS + 1];
};

static bool sort_word(void *context, const struct source_entry *entry)
{
    struct sorting *s = context;
    struct word word;
    if (alphabet_fold(s->frequency.alphabet, entry->spelling, &word, NULL) &&
        counter_add(&s->seen, &word, TEXT("")))
        s->in_tier[frequency_tier(&s->frequency, &word)]++;
    return true;
}

static bool read_french(const struct source_sink *sink)
{
    struct buf json = {0};
    bool ok = test_source("python3-grammalecte/usr/lib/python3/dist-packages/grammalecte/"
                          "graphspell/_dictionaries/fr-allvars.json",
                          &json) &&
              grammalecte_read(buf_text(&json), sink, NULL, NULL);
    buf_release(&json);
    return ok;
}

static bool read_german(const struct source_sink *sink)
{
    struct buf packed = {0}, list = {0};
    bool ok = test_source("tanglet-data/usr/share/tanglet/gamedata/de/words", &packed) &&
              gunzip(buf_text(&packed), 1u << 25, &list, NULL) &&
              tanglet_read(buf_text(&list), sink, NULL);
    buf_release(&packed);
    buf_release(&list);
    return ok;
}

static bool read_dutch(const struct source_sink *sink)
{
    const struct wordlist_options options = {.skip_capitals = true, .skip_joined = true};
    struct buf list = {0};
    bool ok = test_source("wdutch/usr/share/dict/dutch", &list) &&
              wordlist_read(buf_text(&list), &options, sink, NULL, NULL, NULL);
    buf_release(&list);
    return ok;
}

static void sorts(const char *lang, const char *model, bool (*words)(const struct source_sink *),
                  const size_t want[TIERS + 1])
{
    struct alphabet alphabet;
    struct buf bytes = {0};
    struct sorting s = {.frequency.alphabet = &alphabet};
    if (!test_source(model, &bytes))
        return;
    REQUIRE(alphabet_load(&alphabet, text_of(lang), NULL));
    CHECK(frequency_read(buf_text(&bytes), text_of(lang).at[0] == 'd',
                         &(struct source_sink){frequency_take, &s.frequency}, NULL));
    frequency_sort(&s.frequency);
    CHECK(words(&(struct source_sink){sort_word, &s}));
    for (int i = 0; i <= TIERS; i++)
        CHECK_NUMBER(s.in_tier[i], want[i]);
    frequency_release(&s.frequency);
    counter_release(&s.seen);
    buf_release(&bytes);
}

static void real_words_by_tier(void)
{
    sorts("fr", "onboard-data/usr/share/onboard/models/fr_FR.lm", read_french,
          (const size_t[]){0, 1948, 2865, 4797, 7635, 9554, 6673, 127343, 258665});
    sorts("de", "onboard-data/usr/share/onboard/models/de_DE.lm", read_german,
          (const size_t[]){0, 1832, 2679, 4358, 6952, 8528, 19094, 276214, 355989});
    sorts("nl", "onboard-data/usr/share/onboard/models/nl_NL.lm", read_dutch,
          (const size_t[]){0, 1979, 2974, 4956, 7907, 9878, 4424, 207781, 108608});
}

// A word that only one corpus uses, though often, is less familiar than one that both use now and
// then.
static void two_corpora_are_blended(void)
{
    struct alphabet alphabet;
    struct reason why = {0};
    struct word cirri, stoel, gekocht;
    REQUIRE(alphabet_load(&alphabet, TEXT("nl"), &why));
    struct frequency a = {.alphabet = &alphabet}, b = {.alphabet = &alphabet};
    struct source_entry e = {.spelling = TEXT("cirri"), .tier = 1, .count = 4000};
    REQUIRE(alphabet_fold(&alphabet, TEXT("cirri"), &cirri, NULL) &&
            alphabet_fold(&alphabet, TEXT("stoel"), &stoel, NULL) &&
            alphabet_fold(&alphabet, TEXT("gekocht"), &gekocht, NULL));
    CHECK(frequency_take(&a, &e));
    e = (struct source_entry){.spelling = TEXT("stoel"), .tier = 1, .count = 900};
    CHECK(frequency_take(&a, &e) && frequency_take(&b, &e));
    for (int i = 0; i < 2500;
         i++) { // to make the ranks of cirri and stoel fall into different tiers
        char word[] = "aaaaa";
        for (int digit = 0, rest = i; digit < 5; digit++, rest /= 26)
            word[digit] = (char)('a' + rest % 26);
        e = (struct source_entry){.spelling = text_of(word), .tier = 2, .count = 100};
        CHECK(frequency_take(&a, &e) && frequency_take(&b, &e));
    }
    e = (struct source_entry){.spelling = TEXT("gekocht"), .tier = 1, .count = 1};
    CHECK(frequency_take(&b, &e));
    CHECK(frequency_blend(&a, &b));
    CHECK_NUMBER(frequency_tier(&a, &stoel), 1);
    CHECK_NUMBER(frequency_tier(&a, &cirri), 2);
    CHECK_NUMBER(frequency_tier(&a, &gekocht), 2);
    frequency_release(&a);
    frequency_release(&b);
}

static const struct test tests[] = {
    TEST(by_falling_count),          TEST(malformed),
    TEST(two_corpora_are_blended),   TEST(ranks_make_tiers),
    TEST(words_that_are_not_listed), TEST(the_best_tier_counts),
    TEST(real_words_by_tier),
};
TEST_MAIN(tests)
