// A lexicon from words to bytes and back: everything put in is found again, and files that are cut,
// changed or made up are refused.
#include "lexicon/lexicon.h"
#include "base/rng.h"
#include "lexicon/format.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/verify.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static struct word fold(const struct alphabet *a, const char *text)
{
    struct word w = {0};
    CHECK(alphabet_fold(a, text_of(text), &w, NULL));
    return w;
}

static const struct {
    const char *word;
    unsigned classes, tier;
    const char *definition;
} sample[] = {
    {"crown", CLASS_NOUN, 2, "a jewelled headdress"},
    {"crown", CLASS_VERB, 3, "to put a crown on"},
    {"crow", CLASS_NOUN, 1, "a black bird"},
    {"rot", CLASS_VERB, 0, ""},
    {"naïve", CLASS_ADJECTIVE, 4, "artless"},
    {"e-mail", CLASS_NOUN, 2, "electronic mail"},
    {"email", 0, 0, ""},
    {"e-mail", CLASS_NOUN, 2, "electronic mail"},
    {"quick", CLASS_ADJECTIVE | CLASS_ADVERB, 1, ""},
};

static struct buf write_sample(void)
{
    struct alphabet a;
    struct reason why;
    struct buf bytes = {0};
    REQUIRE(alphabet_load(&a, TEXT("en"), &why));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    lexicon_builder_meta(b, "name", TEXT("sample"));
    lexicon_builder_meta(b, "source", TEXT("one"));
    lexicon_builder_meta(b, "source", TEXT("two words"));
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        struct word w = fold(&a, sample[i].word);
        REQUIRE(lexicon_builder_add(b, &w, sample[i].classes, sample[i].tier, &why));
        REQUIRE(lexicon_builder_spell(b, &w, text_of(sample[i].word), &why));
        CHECK(lexicon_builder_define(b, &w, sample[i].classes, TEXT_DEFINITION,
                                     text_of(sample[i].definition), &why));
    }
    CHECK_NUMBER(lexicon_builder_words(b), 6);
    CHECK_NUMBER(lexicon_builder_texts(b), 5);
    REQUIRE(lexicon_builder_write(b, &bytes, &why));
    lexicon_builder_free(b);
    return bytes;
}

static bool print_definition(void *context, const struct definition *d)
{
    buf_printf(context, "%s%u:%.*s;", d->spelling ? "=" : "", d->classes, TEXT_ARG(d->text));
    return true;
}

static void check_define(const struct lexicon *lex, const char *word, const char *want)
{
    struct word w = fold(&lex->alphabet, word);
    struct buf got = {0};
    uint32_t index;
    CHECK(lexicon_find(lex, &w, &index));
    CHECK(lexicon_define(lex, index, print_definition, &got, NULL));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void everything_is_found_again(void)
{
    struct buf bytes = write_sample();
    struct lexicon lex;
    struct text value;
    struct reason why = {0};
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "sample", &why));
    CHECK_NUMBER(lex.graph.words, 6);
    struct word w = fold(&lex.alphabet, "crown");
    uint32_t index = 0;
    CHECK(lexicon_find(&lex, &w, &index));
    CHECK_NUMBER(index, 1);
    struct word_info info = lexicon_info(&lex, index);
    CHECK(info.length == 5 && info.tier == 2 && info.classes == (CLASS_NOUN | CLASS_VERB));
    CHECK(info.defined);
    check_define(&lex, "crown", "1:a jewelled headdress;2:to put a crown on;");
    check_define(&lex, "naive", "=0:naïve;4:artless;");
    check_define(&lex, "email", "=0:email;=0:e-mail;1:electronic mail;");
    check_define(&lex, "rot", "");
    w = fold(&lex.alphabet, "rot");
    CHECK(lexicon_find(&lex, &w, &index) && lexicon_info(&lex, index).tier == TIERS);
    w = fold(&lex.alphabet, "cro");
    CHECK(!lexicon_find(&lex, &w, &index) && graph_has_run(&lex.graph, &w));
    CHECK(lexicon_meta(&lex, "source", 1, &value));
    CHECK_TEXT(value, "two words");
    CHECK(!lexicon_meta(&lex, "source", 2, &value));
    CHECK_NUMBER(lexicon_meta_number(&lex, "words"), 6);
    CHECK(lexicon_has_classes(&lex));
    struct text_counts counts;
    CHECK(lexicon_check_definitions(&lex, &counts, &why));
    CHECK_NUMBER(counts.texts[TEXT_DEFINITION], 5);
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void picks_by_length_class_and_tier(void)
{
    struct buf bytes = write_sample();
    struct lexicon lex;
    uint32_t index = 0;
    struct rng r;
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "sample", NULL));
    struct word_filter nouns5 = {.min_length = 5, .max_length = 5, .classes = CLASS_NOUN};
    CHECK_NUMBER(lexicon_count(&lex, &nouns5), 2); // CROWN, EMAIL
    CHECK(lexicon_pick(&lex, &nouns5, 1, &index) && index == 2);
    CHECK(!lexicon_pick(&lex, &nouns5, 2, &index));
    struct word_filter familiar = {.max_tier = 1};
    CHECK_NUMBER(lexicon_count(&lex, &familiar), 2); // CROW, QUICK
    struct word_filter all = {0};
    for (uint32_t wanted = 0; wanted <= lex.graph.words + 1; wanted++) {
        unsigned tier = lexicon_tier(&lex, &all, wanted);
        struct word_filter so_far = {.max_tier = tier};
        CHECK(tier == TIERS || lexicon_count(&lex, &so_far) >= wanted);
        so_far.max_tier = tier - 1;
        CHECK(tier == 1 || lexicon_count(&lex, &so_far) < wanted);
    }
    REQUIRE(rng_seed_hex(&r, TEXT("5")));
    bool seen[6] = {0};
    for (int i = 0; i < 100; i++) {
        CHECK(lexicon_random(&lex, &familiar, &r, &index));
        seen[index] = true;
    }
    CHECK(seen[0] && seen[4] && !seen[1] && !seen[2] && !seen[3] && !seen[5]);
    struct word_filter none = {.min_length = 40};
    CHECK(!lexicon_random(&lex, &none, &r, &index));
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void cut_files_are_refused(void)
{
    struct buf bytes = write_sample();
    struct lexicon lex;
    struct reason why = {0};
    for (size_t size = 0; size < bytes.len; size++) {
        // A copy of its own, so that the sanitizer sees a read past the end.
        char *copy = aligned_alloc(64, (size + 64) / 64 * 64);
        memcpy(copy, bytes.at, size);
        CHECK(!lexicon_open(&lex, (struct text){copy, size}, "sample", &why));
        CHECK(why.what == MSG_LEXICON_NOT_ONE || why.what == MSG_LEXICON_TRUNCATED);
        free(copy);
    }
    buf_release(&bytes);
}

// With its checksum corrected after every change, as an attacker would.
static void tampered_files_are_safe(void)
{
    struct buf bytes = write_sample();
    struct rng r;
    struct verify_result verified;
    unsigned opened = 0, sound = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("bad")));
    for (int i = 0; i < 30000; i++) {
        struct lexicon lex;
        struct lexicon_header h;
        struct reason why;
        char *copy = aligned_alloc(64, (bytes.len + 63) / 64 * 64);
        memcpy(copy, bytes.at, bytes.len);
        for (unsigned n = 1 + rng_below(&r, 2); n > 0; n--)
            copy[rng_below(&r, (uint32_t)bytes.len)] ^= (char)(1 << rng_below(&r, 8));
        memcpy(&h, copy, sizeof h);
        if (h.part[PART_DEFINITIONS].at <= bytes.len) {
            size_t from = offsetof(struct lexicon_header, words);
            if (h.part[PART_DEFINITIONS].at > from)
                h.checksum = XXH3_64bits(copy + from, h.part[PART_DEFINITIONS].at - from);
            memcpy(copy, &h, sizeof h);
        }
        if (lexicon_open(&lex, (struct text){copy, bytes.len}, "sample", &why)) {
            struct buf got = {0};
            struct text_counts count;
            opened++;
            for (uint32_t w = 0; w < lex.graph.words; w++) {
                struct word word;
                graph_nth(&lex.graph, w, &word);
                alphabet_print(&lex.alphabet, &word, &got);
                lexicon_define(&lex, w, print_definition, &got, &why);
            }
            lexicon_check_definitions(&lex, &count, &why);
            sound += lexicon_verify(&lex, &verified, &why);
            buf_release(&got);
            lexicon_close(&lex);
        }
        free(copy);
    }
    // Opening leaves wrong words and numbers to lexicon_verify(), which does not.
    CHECK(opened > 0 && sound < opened);
    buf_release(&bytes);
}

static void damage_is_named(void)
{
    struct buf bytes = write_sample();
    struct lexicon lex;
    struct reason why = {0};
    bytes.at[bytes.len / 2] ^= 1;
    CHECK(!lexicon_open(&lex, buf_text(&bytes), "sample", &why));
    CHECK_NUMBER(why.what, MSG_LEXICON_CHECKSUM);
    bytes.at[8] = 99;
    CHECK(!lexicon_open(&lex, buf_text(&bytes), "sample", &why));
    CHECK_NUMBER(why.what, MSG_LEXICON_VERSION);
    CHECK(!lexicon_open(&lex, TEXT("hello"), "sample", &why));
    CHECK_NUMBER(why.what, MSG_LEXICON_NOT_ONE);
    CHECK(!lexicon_map(&lex, "/nonexistent", &why));
    CHECK_NUMBER(why.what, MSG_FILE_CANNOT_READ);
    buf_release(&bytes);
}

// Words with all that a builder can be told of them, in an order that makes it remember.
struct told {
    struct lexicon_builder *b;
    struct alphabet alphabet;
    struct reason why;
};

static void told_add(struct told *t, const char *word, unsigned classes)
{
    struct word w = fold(&t->alphabet, word);
    REQUIRE(lexicon_builder_add(t->b, &w, classes, 1, &t->why));
}

static void told_text(struct told *t, const char *word, enum text_kind kind, const char *text)
{
    struct word w = fold(&t->alphabet, word);
    REQUIRE(lexicon_builder_define(t->b, &w, CLASS_NOUN, kind, text_of(text), &t->why));
}

static void told_lemma_as(struct told *t, const char *word, const char *lemma, unsigned classes)
{
    struct word w = fold(&t->alphabet, word), of = fold(&t->alphabet, lemma);
    REQUIRE(lexicon_builder_lemma(t->b, &w, &of, classes, &t->why));
}

static void told_lemma(struct told *t, const char *word, const char *lemma)
{
    told_lemma_as(t, word, lemma, 0);
}

static void told_mark(struct told *t, const char *word, unsigned marks)
{
    struct word w = fold(&t->alphabet, word);
    REQUIRE(lexicon_builder_mark(t->b, &w, marks, &t->why));
}

static void told_new(struct told *t)
{
    *t = (struct told){0};
    REQUIRE(alphabet_load(&t->alphabet, TEXT("en"), &t->why));
    t->b = lexicon_builder_new(&t->alphabet);
    told_lemma(t, "houses", "house"); // before either is there
    told_mark(t, "darn", MARK_OFFENSIVE);
    told_mark(t, "never", MARK_OFFENSIVE);
    told_add(t, "house", CLASS_NOUN);
    told_add(t, "houses", CLASS_NOUN | CLASS_VERB);
    told_add(t, "darn", CLASS_VERB);
    told_text(t, "house", TEXT_DEFINITION, "a building");
    told_text(t, "house", TEXT_SYNONYMS, "home, dwelling");
    told_text(t, "house", TEXT_GLOSS, "home, dwelling");
    told_text(t, "house", TEXT_GLOSS, "home, dwelling");
}

static void told_open(struct told *t, struct buf *bytes, struct lexicon *lex)
{
    struct verify_result all;
    REQUIRE(lexicon_builder_write(t->b, bytes, &t->why));
    lexicon_builder_free(t->b);
    REQUIRE(lexicon_open(lex, buf_text(bytes), "told", &t->why));
    CHECK(lexicon_verify(lex, &all, &t->why));
}

static bool print_all(void *context, const struct definition *d)
{
    buf_printf(context, "%.*s%s:%.*s;", TEXT_ARG(d->lemma),
               d->spelling ? "=" : text_kind_key(d->kind), TEXT_ARG(d->text));
    return true;
}

static void check_all(const struct lexicon *lex, const char *word, const char *want)
{
    struct word w = fold(&lex->alphabet, word);
    struct buf got = {0};
    uint32_t index;
    REQUIRE(lexicon_find(lex, &w, &index));
    CHECK(lexicon_define(lex, index, print_all, &got, NULL));
    CHECK_TEXT(buf_text(&got), want);
    CHECK(lexicon_info(lex, index).defined ==
          (text_find(buf_text(&got), ':') < got.len && got.at[0] != '='));
    buf_release(&got);
}

static struct word_info info_of(const struct lexicon *lex, const char *word)
{
    struct word w = fold(&lex->alphabet, word);
    uint32_t index;
    REQUIRE(lexicon_find(lex, &w, &index));
    return lexicon_info(lex, index);
}

static void forms_show_their_lemma(void)
{
    struct told t;
    struct buf bytes = {0};
    struct lexicon lex;
    told_new(&t);
    told_add(&t, "housing", CLASS_NOUN);
    told_text(&t, "housing", TEXT_DEFINITION, "a cover");
    told_lemma(&t, "housing", "house");
    told_lemma(&t, "housing", "gone");    // never added
    told_lemma(&t, "housing", "housing"); // itself
    told_add(&t, "housings", 0);
    told_lemma(&t, "housings", "housing"); // one with a text of its own: no further
    told_add(&t, "rehouse", CLASS_VERB);
    told_lemma(&t, "rehouse", "house");
    told_add(&t, "rehouses", CLASS_VERB);
    told_lemma(&t, "rehouses", "rehouse"); // which has none: on to its lemma
    told_add(&t, "cafe", CLASS_NOUN);
    struct word cafe = fold(&t.alphabet, "cafe");
    REQUIRE(lexicon_builder_spell(t.b, &cafe, TEXT("café"), NULL));
    told_open(&t, &bytes, &lex);
#define HOUSE "HOUSEdefinition:a building;HOUSEsynonyms:home, dwelling;HOUSEgloss:home, dwelling;"
    check_all(&lex, "house", "definition:a building;synonyms:home, dwelling;gloss:home, dwelling;");
    check_all(&lex, "houses", HOUSE);
    check_all(&lex, "housing", "definition:a cover;" HOUSE);
    check_all(&lex, "housings", "HOUSINGdefinition:a cover;");
    check_all(&lex, "rehouses", HOUSE);
    check_all(&lex, "darn", "");
    check_all(&lex, "cafe", "=:café;");
    CHECK_NUMBER(lexicon_meta_number(&lex, "definitions"), 2);
    CHECK_NUMBER(lexicon_meta_number(&lex, "synonyms"), 1);
    CHECK_NUMBER(lexicon_meta_number(&lex, "glosses"), 1);
    CHECK_NUMBER(lexicon_meta_number(&lex, "forms"), 5);
    CHECK_NUMBER(lexicon_meta_number(&lex, "defined"), 6);
    lexicon_close(&lex);
    buf_release(&bytes);
}

// A form of a verb says nothing of the noun that is written alike, unless there is nothing else to say.
static void forms_show_the_class_that_is_meant(void)
{
    struct told t;
    struct buf bytes = {0};
    struct lexicon lex;
    told_new(&t);
    told_add(&t, "walk", CLASS_NOUN | CLASS_VERB);
    told_text(&t, "walk", TEXT_DEFINITION, "a base on balls");
    struct word walk = fold(&t.alphabet, "walk");
    REQUIRE(lexicon_builder_define(t.b, &walk, CLASS_VERB, TEXT_DEFINITION, TEXT("to go on foot"),
                                   &t.why));
    told_add(&t, "walked", 0);
    told_lemma_as(&t, "walked", "walk", CLASS_VERB);
    told_add(&t, "walks", 0);
    told_lemma_as(&t, "walks", "walk", CLASS_NOUN);
    told_lemma_as(&t, "walks", "walk", CLASS_VERB);
    told_add(&t, "walkest", 0);
    told_lemma_as(&t, "walkest", "walk", CLASS_ADJECTIVE);
    told_add(&t, "walking", 0);
    told_lemma_as(&t, "walking", "walk", CLASS_VERB);
    told_lemma(&t, "walking", "walk"); // a source that does not say as what
    told_open(&t, &bytes, &lex);
#define NOUN "WALKdefinition:a base on balls;"
#define VERB "WALKdefinition:to go on foot;"
    check_all(&lex, "walked", VERB);
    check_all(&lex, "walks", NOUN VERB);
    check_all(&lex, "walkest", NOUN VERB);
    check_all(&lex, "walking", NOUN VERB);
#undef NOUN
#undef VERB
    lexicon_close(&lex);
    buf_release(&bytes);
}

static bool stop(void *context, const struct definition *d)
{
    (void)d;
    return --*(int *)context > 0;
}

static bool print_own(void *context, uint32_t word, const struct definition *d)
{
    buf_printf(context, "%u%s:%.*s;", (unsigned)word, d->spelling ? "=" : text_kind_key(d->kind),
               TEXT_ARG(d->text));
    return true;
}

static bool stop_own(void *context, uint32_t word, const struct definition *d)
{
    (void)word;
    return stop(context, d);
}

static void own_texts_are_walked_through(void)
{
    struct told t;
    struct buf bytes = {0}, got = {0};
    struct lexicon lex;
    struct reason why = {0};
    told_new(&t);
    told_add(&t, "cafe", CLASS_NOUN);
    struct word cafe = fold(&t.alphabet, "cafe");
    REQUIRE(lexicon_builder_spell(t.b, &cafe, TEXT("café"), NULL));
    told_open(&t, &bytes, &lex);
    CHECK(lexicon_own_texts(&lex, print_own, &got, &why));
    CHECK_TEXT(buf_text(&got), "0=:café;2definition:a building;2synonyms:home, dwelling;"
                               "2gloss:home, dwelling;");
    for (int wanted = 1; wanted <= 4; wanted++) {
        int left = wanted;
        CHECK(lexicon_own_texts(&lex, stop_own, &left, &why));
        CHECK_NUMBER(left, 0);
    }
    lexicon_close(&lex);
    buf_release(&got);
    buf_release(&bytes);
}

// Lemmas in a circle, more than are kept, and a sink that stops at any place.
static void lemmas_are_bounded(void)
{
    struct told t;
    struct buf bytes = {0};
    struct lexicon lex;
    static const char *const more[] = {"aa", "bb", "cc", "dd", "ee", "ff"};
    told_new(&t);
    told_add(&t, "many", 0);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        told_add(&t, more[i], 0);
        told_text(&t, more[i], TEXT_DEFINITION, more[i]);
        told_lemma(&t, "many", more[i]);
        told_lemma(&t, "many", more[i]);
    }
    told_add(&t, "left", 0);
    told_add(&t, "right", 0);
    told_lemma(&t, "left", "right");
    told_lemma(&t, "right", "left");
    told_open(&t, &bytes, &lex);
    check_all(&lex, "many", "AAdefinition:aa;BBdefinition:bb;CCdefinition:cc;DDdefinition:dd;");
    check_all(&lex, "left", "");
    struct word many = fold(&lex.alphabet, "many");
    uint32_t index;
    REQUIRE(lexicon_find(&lex, &many, &index));
    for (int wanted = 1; wanted <= 4; wanted++) {
        int left = wanted;
        CHECK(lexicon_define(&lex, index, stop, &left, NULL));
        CHECK_NUMBER(left, 0);
    }
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void marks_are_kept_and_filter(void)
{
    struct told t;
    struct buf bytes = {0};
    struct lexicon lex;
    told_new(&t);
    told_mark(&t, "houses", MARK_OBSOLETE);
    struct word houses = fold(&t.alphabet, "houses");
    REQUIRE(lexicon_builder_remove_classes(t.b, &houses, CLASS_NOUN, NULL));
    CHECK_NUMBER(lexicon_builder_marks(t.b, &houses), MARK_OBSOLETE);
    told_open(&t, &bytes, &lex);
    CHECK_NUMBER(lex.graph.words, 3);
    CHECK_NUMBER(info_of(&lex, "darn").marks, MARK_OFFENSIVE);
    CHECK_NUMBER(info_of(&lex, "houses").marks, MARK_OBSOLETE);
    CHECK_NUMBER(info_of(&lex, "houses").classes, CLASS_VERB);
    CHECK_NUMBER(info_of(&lex, "house").marks, 0);
    CHECK_NUMBER(lexicon_meta_number(&lex, "offensive"), 1);
    CHECK_NUMBER(lexicon_meta_number(&lex, "obsolete"), 1);
    static const unsigned left[] = {3, 2, 2, 1}; // without no mark, one, the other, both
    for (unsigned without = 0; without <= MARK_ALL; without++) {
        struct word_filter f = {.without = without};
        unsigned passing = 0;
        for (uint32_t i = 0; i < lex.graph.words; i++) {
            struct word_info info = lexicon_info(&lex, i);
            passing += word_filter_passes(&f, &info);
        }
        CHECK_NUMBER(passing, left[without]);
        CHECK_NUMBER(lexicon_count(&lex, &f), left[without]);
    }
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void removed_words_are_gone(void)
{
    struct told t;
    struct buf bytes = {0};
    struct lexicon lex;
    struct word w, house, houses;
    uint32_t count = 0;
    told_new(&t);
    house = fold(&t.alphabet, "house");
    houses = fold(&t.alphabet, "houses");
    CHECK(lexicon_builder_remove(t.b, &house) && !lexicon_builder_remove(t.b, &house));
    CHECK(!lexicon_builder_has(t.b, &house) && lexicon_builder_classes(t.b, &house) == 0);
    CHECK_NUMBER(lexicon_builder_words(t.b), 2);
    CHECK_NUMBER(lexicon_builder_texts(t.b), 0);
    for (uint32_t at = 0; lexicon_builder_next(t.b, &at, &w); count++)
        CHECK(lexicon_builder_has(t.b, &w));
    CHECK_NUMBER(count, 2);
    struct word lemma[LEMMAS_MAX];
    CHECK_NUMBER(lexicon_builder_lemmas(t.b, &houses, lemma), 1);
    CHECK(lemma[0].len == house.len && memcmp(lemma[0].letter, house.letter, house.len) == 0);
    told_add(&t, "darned", 0);
    told_mark(&t, "darned", MARK_OFFENSIVE);
    struct word darned = fold(&t.alphabet, "darned");
    CHECK(lexicon_builder_remove(t.b, &darned));
    told_add(&t, "darned", CLASS_ADJECTIVE); // as if it had never been there
    told_open(&t, &bytes, &lex);
    CHECK_NUMBER(lex.graph.words, 3);
    CHECK(!lexicon_find(&lex, &house, &count));
    check_all(&lex, "houses", "");
    CHECK_NUMBER(info_of(&lex, "darned").marks, 0);
    CHECK_NUMBER(info_of(&lex, "darned").classes, CLASS_ADJECTIVE);
    lexicon_close(&lex);
    buf_release(&bytes);
}

// The builder can be used after it has been written.
static void written_twice_is_the_same(void)
{
    struct told t;
    struct buf first = {0}, second = {0};
    told_new(&t);
    REQUIRE(lexicon_builder_write(t.b, &first, NULL));
    told_add(&t, "house", CLASS_NOUN);
    REQUIRE(lexicon_builder_write(t.b, &second, NULL));
    CHECK(text_equal(buf_text(&first), buf_text(&second)));
    lexicon_builder_free(t.b);
    buf_release(&first);
    buf_release(&second);
}

// A lexicon in a browser before the definitions are loaded: zeros in their place.
static void works_without_definitions(void)
{
    struct buf bytes = write_sample();
    struct lexicon_header h;
    struct lexicon lex;
    struct reason why = {0};
    struct buf got = {0};
    memcpy(&h, bytes.at, sizeof h);
    size_t from = h.part[PART_DEFINITIONS].at;
    memset(bytes.at + from, 0, bytes.len - from);
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "sample", &why));
    struct word w = fold(&lex.alphabet, "crown");
    uint32_t index;
    REQUIRE(lexicon_find(&lex, &w, &index));
    CHECK(!lexicon_define(&lex, index, print_definition, &got, &why));
    CHECK_NUMBER(why.what, MSG_LEXICON_BAD_BLOCK);
    why.what = 0;
    CHECK(!lexicon_own_texts(&lex, print_own, &got, &why));
    CHECK_NUMBER(why.what, MSG_LEXICON_BAD_BLOCK);
    CHECK_NUMBER(lexicon_info(&lex, index).classes, CLASS_NOUN | CLASS_VERB);
    lexicon_close(&lex);
    buf_release(&got);
    buf_release(&bytes);
}

static const struct test tests[] = {
    TEST(everything_is_found_again),
    TEST(picks_by_length_class_and_tier),
    TEST(cut_files_are_refused),
    TEST(tampered_files_are_safe),
    TEST(damage_is_named),
    TEST(forms_show_their_lemma),
    TEST(forms_show_the_class_that_is_meant),
    TEST(own_texts_are_walked_through),
    TEST(lemmas_are_bounded),
    TEST(marks_are_kept_and_filter),
    TEST(removed_words_are_gone),
    TEST(written_twice_is_the_same),
    TEST(works_without_definitions),
};
TEST_MAIN(tests)
