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
        CHECK(
            lexicon_builder_define(b, &w, sample[i].classes, text_of(sample[i].definition), &why));
    }
    CHECK_NUMBER(lexicon_builder_words(b), 6);
    CHECK_NUMBER(lexicon_builder_definitions(b), 5);
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
    uint32_t definitions;
    CHECK(lexicon_check_definitions(&lex, &definitions, &why));
    CHECK_NUMBER(definitions, 5);
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

// With its checksum mended after every change, as somebody with bad intent would.
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
            uint32_t count;
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

static const struct test tests[] = {
    TEST(everything_is_found_again), TEST(picks_by_length_class_and_tier),
    TEST(cut_files_are_refused),     TEST(tampered_files_are_safe),
    TEST(damage_is_named),
};
TEST_MAIN(tests)
