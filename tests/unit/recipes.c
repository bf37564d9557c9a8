// The lexicons that come with the program, as they have been built: as many words and definitions
// as they should have; every word that the readers give from the real packages is found, and
// nothing else.
#include "lexicon/search_path.h"
#include "lexicon/verify.h"
#include "sources/recipe.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Measured on the packages; docs/lexicons.md says how they come about.
static const struct {
    const char *name;
    uint32_t words, definitions;
} expected[] = {
    {"en", 77560, 203277},
    {"en-large", 129381, 356772},
    {"en-international", 248624, 188079},
    {"en-american", 240912, 185835},
    {"en-common", 117069, 176394},
    {"ru", 59208, 4210},
    {"fr", 418719, 126505},
    {"de", 675526, 78014},
    {"nl", 348344, 20028},
};

// Cooks the recipe and compares its words, as they were gathered, with the lexicon.
static void compare(const struct recipe *r, const char *sources, const struct lexicon *lex)
{
    struct build_context k;
    struct reason why = {0};
    struct word w;
    uint32_t index, missing = 0, count = 0;
    REQUIRE(build_context_open(&k, sources, text_of(r->lang), &why) && r->make(&k));
    for (uint32_t at = 0; lexicon_builder_next(k.lexicon, &at, &w); count++)
        missing += !lexicon_find(lex, &w, &index);
    CHECK_NUMBER(missing, 0);
    CHECK_NUMBER(count, lex->graph.words);
    build_context_close(&k);
}

static void check_lexicon(const char *name, uint32_t words, uint32_t definitions)
{
    const struct recipe *r = recipe_find(name);
    struct search_path search_path;
    struct lexicon lex;
    struct verify_result all = {0};
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    if (!r || !search_path_open(&search_path, name, &lex, &why)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", name);
        return;
    }
    CHECK(lexicon_verify(&lex, &all, &why));
    CHECK_NUMBER(all.words, words);
    CHECK_NUMBER(all.counts.texts[TEXT_DEFINITION], definitions);
    compare(r, test_sources(), &lex);
    lexicon_close(&lex);
}

static void lexicons_are_whole(void)
{
    if (!test_sources() || !test_lexicons())
        return;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        check_lexicon(expected[i].name, expected[i].words, expected[i].definitions);
}

static void missing_sources_are_named(void)
{
    struct buf bytes = {0};
    for (const struct recipe *r = recipes; r->name; r++) {
        struct reason why = {0};
        CHECK(!recipe_make(r, "/nonexistent", &bytes, &why));
        CHECK_NUMBER(why.what, MSG_FILE_CANNOT_READ);
    }
    CHECK(recipe_find("klingon") == NULL);
    buf_release(&bytes);
}

static bool same(const struct build_context *b, const struct word *w, const char *spelling)
{
    struct word other;
    REQUIRE(alphabet_fold(&b->alphabet, text_of(spelling), &other, NULL));
    return w->len == other.len && memcmp(w->letter, other.letter, w->len) == 0;
}

// Lemmas and marks reach the lexicon only if they are asked for, and only for words that are in it.
static void the_sink_takes_what_is_wanted(void)
{
    static const struct source_entry form = {.spelling = {"houses", 6},
                                             .lemma = {"house", 5},
                                             .definition = {"more than one", 13},
                                             .kind = TEXT_GLOSS,
                                             .marks = MARK_OBSOLETE};
    struct build_context b;
    struct reason why = {0};
    struct word w, lemma[LEMMAS_MAX];
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("en"), &why));
    struct source_sink sink = build_context_sink(&b);
    REQUIRE(alphabet_fold(&b.alphabet, form.spelling, &w, NULL));
    b.take = TAKE_LEMMAS | TAKE_MARKS | TAKE_TEXTS; // of a word that is not there
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 0);
    b.take = TAKE_WORDS;
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 1);
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 0);
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &w), 0);
    b.take = TAKE_LEMMAS | TAKE_MARKS;
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 1);
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 1);
    CHECK(same(&b, &lemma[0], "house"));
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &w), MARK_OBSOLETE);
    struct source_entry odd = {.spelling = form.spelling, .lemma = TEXT("дом")};
    CHECK(sink.take(sink.context, &odd)); // a lemma that the alphabet cannot write is none
    odd.lemma = odd.spelling;
    CHECK(sink.take(sink.context, &odd));
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 1);
    build_context_close(&b);
}

// What a lexicon has for players who read, and for games about nouns.
struct promise {
    const char *name;
    uint32_t nouns, defined_words; // at least
    unsigned readable;             // percent of words with something to read, at least
    uint32_t got_nouns, got_defined, got_readable;
};

static bool count_definition(void *context, const struct definition *d)
{
    bool *defined = context;
    *defined = !d->spelling && d->kind == TEXT_DEFINITION && d->lemma.len == 0;
    return !*defined;
}

static void keep(struct promise *p)
{
    struct search_path search_path;
    struct lexicon lex;
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, p->name, &lex, &why));
    for (uint32_t i = 0; i < lex.graph.words; i++) {
        struct word_info info = lexicon_info(&lex, i);
        bool defined = false;
        p->got_nouns += (info.classes & CLASS_NOUN) != 0;
        p->got_readable += info.defined;
        CHECK(!info.defined || lexicon_define(&lex, i, count_definition, &defined, &why));
        p->got_defined += defined;
    }
    CHECK(p->got_nouns >= p->nouns);
    CHECK(p->got_defined >= p->defined_words);
    CHECK(100ULL * p->got_readable >= (uint64_t)p->readable * lex.graph.words);
    lexicon_close(&lex);
}

static void german_and_dutch_have_nouns_and_texts(void)
{
    struct promise all[] = {{.name = "de", .nouns = 72000, .defined_words = 54000, .readable = 40},
                            {.name = "nl", .nouns = 47000, .defined_words = 15900, .readable = 20}};
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        keep(&all[i]);
        printf("# %s: %u nouns, %u defined, %u readable\n", all[i].name, (unsigned)all[i].got_nouns,
               (unsigned)all[i].got_defined, (unsigned)all[i].got_readable);
    }
}

// Words, their classes and the tiers between which they lie; class and tier 0 for words that are left
// out.
static void known_words_of_german_and_dutch(void)
{
    static const struct {
        const char *lexicon, *word;
        unsigned noun;
        unsigned from, to;
    } all[] = {
        {"de", "Haus", 1, 1, 2},        {"de", "Häuser", 0, 1, 3},
        {"de", "guckt", 0, 2, 5},       {"de", "Leute", 1, 1, 4},
        {"de", "Infamste", 0, 1, 8},    {"de", "Bettücher", 0, 0, 0},
        {"de", "Aküspra", 0, 0, 0},     {"de", "Machatschkala", 0, 0, 0},
        {"de", "Deutschland", 0, 0, 0}, {"de", "Löwen", 0, 1, 8},
        {"de", "allen", 0, 1, 8},       {"nl", "huis", 1, 1, 1},
        {"nl", "huizen", 0, 1, 2},      {"nl", "cirri", 0, 2, 8},
        {"nl", "cirrus", 1, 2, 8},      {"nl", "oren", 0, 1, 3},
        {"nl", "meisje", 1, 1, 2},      {"nl", "fietspomp", 1, 3, 7},
    };
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct search_path search_path;
        struct lexicon lex;
        struct reason why = {0};
        struct word w;
        uint32_t index;
        search_path_init(&search_path, NULL);
        REQUIRE(search_path_open(&search_path, all[i].lexicon, &lex, &why));
        REQUIRE(alphabet_fold(&lex.alphabet, text_of(all[i].word), &w, NULL));
        bool there = lexicon_find(&lex, &w, &index);
        struct word_info info = there ? lexicon_info(&lex, index) : (struct word_info){0};
        if (there != (all[i].to > 0) || !!(info.classes & CLASS_NOUN) != all[i].noun ||
            info.tier < all[i].from || info.tier > all[i].to)
            test_fail(__FILE__, __LINE__, "%s is in tier %u with classes %u", all[i].word,
                      info.tier, info.classes);
        lexicon_close(&lex);
    }
}

static const struct test tests[] = {
    TEST(the_sink_takes_what_is_wanted),
    TEST(missing_sources_are_named),
    TEST(lexicons_are_whole),
    TEST(german_and_dutch_have_nouns_and_texts),
    TEST(known_words_of_german_and_dutch),
};
TEST_MAIN(tests)
