// Regular inflections of English, and which words of a lexicon are base forms.
#include "count.h"
#include "sources/english/exceptions.h"
#include "sources/english/forms.h"
#include "sources/english/lexicon.h"
#include "test.h"

#include <string.h>

static struct alphabet english;

static struct word word_of(const char *spelling)
{
    struct word w;
    if (!english.size)
        REQUIRE(alphabet_load(&english, TEXT("en"), NULL));
    REQUIRE(alphabet_fold(&english, text_of(spelling), &w, NULL));
    return w;
}

// Is `stem` among the words that `form` may be a form of?
static bool stems_to(const char *form, unsigned word_class, const char *stem)
{
    struct word w = word_of(form), want = word_of(stem), out[ENGLISH_STEMS_MAX];
    unsigned count = english_stems(&w, word_class, out);
    for (unsigned i = 0; i < count; i++)
        if (out[i].len == want.len && memcmp(out[i].letter, want.letter, want.len) == 0)
            return true;
    return false;
}

static void forms_have_stems(void)
{
    static const struct {
        const char *form, *stem;
        unsigned word_class;
    } rows[] = {
        {"dogs", "dog", CLASS_NOUN},         {"cities", "city", CLASS_NOUN},
        {"movies", "movie", CLASS_NOUN},     {"boxes", "box", CLASS_NOUN},
        {"halos", "halo", CLASS_NOUN},       {"heroes", "hero", CLASS_NOUN},
        {"wolves", "wolf", CLASS_NOUN},      {"knives", "knife", CLASS_NOUN},
        {"firemen", "fireman", CLASS_NOUN},  {"horses", "horse", CLASS_NOUN},
        {"hopes", "hope", CLASS_VERB},       {"hoped", "hope", CLASS_VERB},
        {"hopped", "hop", CLASS_VERB},       {"visited", "visit", CLASS_VERB},
        {"tried", "try", CLASS_VERB},        {"lying", "lie", CLASS_VERB},
        {"singing", "sing", CLASS_VERB},     {"panicked", "panic", CLASS_VERB},
        {"freed", "free", CLASS_VERB},       {"falling", "fall", CLASS_VERB},
        {"bigger", "big", CLASS_ADJECTIVE},  {"happiest", "happy", CLASS_ADJECTIVE},
        {"wisest", "wise", CLASS_ADJECTIVE}, {"taller", "tall", CLASS_ADJECTIVE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!stems_to(rows[i].form, rows[i].word_class, rows[i].stem))
            test_fail(__FILE__, __LINE__, "%s is a form of %s", rows[i].form, rows[i].stem);
}

static void others_have_none(void)
{
    CHECK(!stems_to("hoped", CLASS_VERB, "hop")); // that would be HOPPED
    CHECK(!stems_to("rates", CLASS_NOUN, "rat")); // no -ES after T
    CHECK(!stems_to("princess", CLASS_NOUN, "princes"));
    CHECK(!stems_to("citys", CLASS_NOUN, "city"));
    CHECK(!stems_to("dogs", CLASS_ADVERB, "dog"));
    struct word as = word_of("as"), out[ENGLISH_STEMS_MAX];
    CHECK_NUMBER(english_stems(&as, CLASS_NOUN, out), 0); // no stem of one letter
}

static void roots(void)
{
    struct word w = word_of("happily"), out, want = word_of("happy");
    CHECK(english_root(&w, &out) && out.len == want.len && memcmp(&out, &want, 6) == 0);
    w = word_of("oddness");
    CHECK(english_root(&w, &out) && out.len == 3);
    w = word_of("odd");
    CHECK(!english_root(&w, &out));
}

static void is_plural(const char *noun, const char *plural)
{
    struct word w = word_of(noun), want, out;
    if (!plural) {
        CHECK(!english_plural(&w, &out));
        return;
    }
    want = word_of(plural);
    CHECK(english_plural(&w, &out) && out.len == want.len &&
          memcmp(out.letter, want.letter, want.len) == 0);
}

static void plurals(void)
{
    is_plural("dog", "dogs");
    is_plural("city", "cities");
    is_plural("day", "days");
    is_plural("colloquy", "colloquies");
    is_plural("box", "boxes");
    is_plural("church", "churches");
    is_plural("fireman", "firemen");
    is_plural("news", NULL);
    is_plural("madness", "madnesses");
    is_plural("wife", NULL);
    is_plural("crowfoot", NULL);
}

static void add(struct lexicon_builder *b, const char *word, unsigned classes)
{
    struct word w = word_of(word);
    REQUIRE(lexicon_builder_add(b, &w, classes, 0, NULL));
}

static unsigned classes(struct lexicon_builder *b, const char *word)
{
    struct word w = word_of(word);
    return lexicon_builder_classes(b, &w);
}

static unsigned lemmas(struct lexicon_builder *b, const char *word)
{
    struct word w = word_of(word), out[LEMMAS_MAX];
    return lexicon_builder_lemmas(b, &w, out);
}

static struct lexicon_builder *set_of(struct build_context *b, const char *list)
{
    struct lexicon_builder *set = build_context_set(b);
    b->into = set;
    b->take = TAKE_WORDS | TAKE_LEMMAS;
    struct source_sink sink = build_context_sink(b);
    REQUIRE(exceptions_read(text_of(list), CLASS_NOUN, &sink, NULL));
    b->into = b->lexicon;
    return set;
}

// R-BALDA-41, R-BALDA-42
static void dictionaries_have_base_forms(void)
{
    struct build_context b;
    REQUIRE(build_context_open(&b, ".", TEXT("en"), NULL));
    struct lexicon_builder *plurals = set_of(&b, "geese goose\nmen man\n"),
                           *past = set_of(&b, "spoke speak\nlain lie\nfound find\nleft leave\n"),
                           *infinitives = set_of(&b, "found x\n"),
                           *kept = set_of(&b, "scissors x\n");
    struct english_evidence e = {plurals, past, infinitives, kept};
    static const char *const nouns[] = {"shoe",     "shoes", "goose", "geese", "scissor",
                                        "scissors", "man",   "men",   "news",  "oats"};
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++)
        add(b.lexicon, nouns[i], CLASS_NOUN);
    static const char *const verbs[] = {"lie",     "lain",  "find",     "found",   "dress",
                                        "dressed", "leave", "outspeak", "outspoke"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        add(b.lexicon, verbs[i], CLASS_VERB);
    add(b.lexicon, "left", CLASS_VERB | CLASS_ADJECTIVE);
    CHECK(english_base_forms(&b, &e));
    CHECK_NUMBER(classes(b.lexicon, "shoe"), CLASS_NOUN);
    CHECK_NUMBER(classes(b.lexicon, "shoes"), 0);
    CHECK_NUMBER(lemmas(b.lexicon, "shoes"), 1);
    CHECK_NUMBER(classes(b.lexicon, "geese"), 0);
    CHECK_NUMBER(classes(b.lexicon, "men"), 0);
    CHECK_NUMBER(classes(b.lexicon, "scissors"), CLASS_NOUN);
    CHECK_NUMBER(classes(b.lexicon, "news"), CLASS_NOUN); // NEW is no noun here
    CHECK_NUMBER(classes(b.lexicon, "oats"), CLASS_NOUN);
    CHECK_NUMBER(classes(b.lexicon, "lain"), 0);
    CHECK_NUMBER(classes(b.lexicon, "dressed"), 0);
    CHECK_NUMBER(classes(b.lexicon, "outspoke"), 0); // like SPOKE
    CHECK_NUMBER(classes(b.lexicon, "outspeak"), CLASS_VERB);
    CHECK_NUMBER(classes(b.lexicon, "found"), CLASS_VERB);
    CHECK_NUMBER(classes(b.lexicon, "left"), CLASS_ADJECTIVE);
    lexicon_builder_free(plurals);
    lexicon_builder_free(past);
    lexicon_builder_free(infinitives);
    lexicon_builder_free(kept);
    build_context_close(&b);
}

static void lists_link_and_complete_forms(void)
{
    struct build_context b;
    REQUIRE(build_context_open(&b, ".", TEXT("en"), NULL));
    struct lexicon_builder *confirmed =
        set_of(&b, "tables x\nmonarches x\nquicks x\nrecents x\nunknowns x\npas x\nwalks x\n");
    static const char *const nouns[] = {"goose", "table", "monarch", "abacus", "pa"};
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++)
        add(b.lexicon, nouns[i], CLASS_NOUN);
    add(b.lexicon, "quick", CLASS_NOUN | CLASS_ADJECTIVE);
    add(b.lexicon, "recent", CLASS_ADJECTIVE);
    add(b.lexicon, "unknown", 0);
    add(b.lexicon, "walk", CLASS_VERB);
    add(b.lexicon, "walking", 0);
    CHECK(english_add_plurals(&b, confirmed, 7));
    struct lexicon_builder *kept = set_of(&b, ""), *infinitives = set_of(&b, "");
    CHECK(english_link_forms(&b,
                             &(struct english_evidence){.kept = kept, .infinitives = infinitives}));
    CHECK_NUMBER(lemmas(b.lexicon, "tables"), 1);
    CHECK_NUMBER(lemmas(b.lexicon, "walking"), 1);
    static const struct {
        const char *word;
        bool there;
    } rows[] = {{"tables", true},     {"quicks", true}, {"gooses", false}, {"monarchs", false},
                {"monarches", false}, // longer than a board here
                {"recents", false},   {"pas", false},   {"walks", true},   {"unknowns", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct word w = word_of(rows[i].word);
        if (lexicon_builder_has(b.lexicon, &w) != rows[i].there)
            test_fail(__FILE__, __LINE__, "%s", rows[i].word);
    }
    CHECK(english_add_plurals(&b, confirmed, 8));
    struct word w = word_of("unknowns");
    CHECK(lexicon_builder_has(b.lexicon, &w)); // a word without a class may be a noun
    lexicon_builder_free(kept);
    lexicon_builder_free(infinitives);
    lexicon_builder_free(confirmed);
    build_context_close(&b);
}

// A form with an entry of its own leads to its lemma, too.
static void entries_of_their_own(void)
{
    static const struct {
        const char *word;
        unsigned classes, lemmas;
    } rows[] = {
        {"shoe", CLASS_NOUN, 0},
        {"sho", CLASS_NOUN, 0},
        {"shoes", CLASS_NOUN, 1},
        {"potato", CLASS_NOUN, 0},
        {"potatoes", 0, 1},
        {"build", CLASS_VERB, 0},
        {"see", CLASS_VERB, 0},
        {"building", CLASS_NOUN, 1},
        {"old", CLASS_ADJECTIVE, 0},
        {"older", CLASS_ADJECTIVE, 1},
        {"lay", CLASS_ADJECTIVE, 0},
        {"layer", CLASS_NOUN, 0},
        {"seed", CLASS_NOUN | CLASS_VERB, 0},
        {"scissor", CLASS_NOUN, 0},
        {"scissors", CLASS_NOUN, 0},
    };
    struct build_context b;
    REQUIRE(build_context_open(&b, ".", TEXT("en"), NULL));
    struct lexicon_builder *kept = set_of(&b, "scissors x\n"), *verbs = set_of(&b, "seed x\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(b.lexicon, rows[i].word, rows[i].classes);
    CHECK(english_link_forms(&b, &(struct english_evidence){.kept = kept, .infinitives = verbs}));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lemmas(b.lexicon, rows[i].word) != rows[i].lemmas)
            test_fail(__FILE__, __LINE__, "%s has %u lemmas", rows[i].word,
                      lemmas(b.lexicon, rows[i].word));
    lexicon_builder_free(kept);
    lexicon_builder_free(verbs);
    build_context_close(&b);
}

static const struct test tests[] = {
    TEST(forms_have_stems),
    TEST(others_have_none),
    TEST(roots),
    TEST(plurals),
    TEST(dictionaries_have_base_forms),
    TEST(lists_link_and_complete_forms),
    TEST(entries_of_their_own),
};
TEST_MAIN(tests)
