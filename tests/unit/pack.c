// An unpacked lexicon is the lexicon that was packed: the same cells, numbers and properties, the
// same views, the same definitions. A damaged pack is refused, or safe to use.
#include "lexicon/pack.h"

#include "base/rng.h"
#include "lexicon/format.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/range_coder.h"
#include "lexicon/verify.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct made {
    struct buf file, packed;
    struct lexicon lex;
};

static struct word random_word(struct rng *r, unsigned letters)
{
    struct word w = {.len = (uint8_t)(1 + rng_below(r, 9))};
    for (unsigned i = 0; i < w.len; i++)
        w.letter[i] = (uint8_t)(1 + rng_below(r, letters));
    return w;
}

static void add_random(struct lexicon_builder *b, struct rng *r, unsigned letters)
{
    struct word w = random_word(r, letters);
    REQUIRE(lexicon_builder_add(b, &w, (unsigned)rng_below(r, CLASS_ALL + 1),
                                (unsigned)rng_below(r, TIERS + 1), NULL));
    if (rng_below(r, 4) == 0)
        REQUIRE(lexicon_builder_mark(b, &w, (unsigned)rng_below(r, MARK_ALL + 1), NULL));
    if (rng_below(r, 3) == 0)
        REQUIRE(lexicon_builder_define(b, &w, 0, TEXT_DEFINITION, TEXT("some word"), NULL));
}

// Words of the first `letters` letters.
static void make(struct made *m, const char *lang, unsigned letters, unsigned words, uint64_t seed)
{
    struct alphabet a;
    struct rng r;
    uint8_t bytes[RNG_SEED] = {0};
    memcpy(bytes, &seed, sizeof seed);
    rng_seed(&r, bytes);
    *m = (struct made){0};
    REQUIRE(alphabet_load(&a, text_of(lang), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (unsigned i = 0; i < words; i++)
        add_random(b, &r, letters ? letters : a.size);
    REQUIRE(lexicon_builder_write(b, &m->file, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&m->lex, buf_text(&m->file), lang, NULL));
    REQUIRE(lexicon_pack(&m->lex, &m->packed, NULL));
}

static void drop(struct made *m)
{
    lexicon_close(&m->lex);
    buf_release(&m->file);
    buf_release(&m->packed);
}

// Everything but the definitions.
static void compare(const struct lexicon *is, const struct lexicon *wanted)
{
    const struct graph *a = &is->graph, *b = &wanted->graph;
    CHECK_NUMBER(a->words, b->words);
    CHECK_NUMBER(a->dawg_cells, b->dawg_cells);
    CHECK(is->checksum == wanted->checksum && is->marked == wanted->marked);
    CHECK(text_equal(is->meta, wanted->meta));
    REQUIRE(a->words == b->words && a->dawg_cells == b->dawg_cells && a->larges == b->larges);
    CHECK(memcmp(a->count, b->count, a->dawg_cells * sizeof *a->count) == 0);
    CHECK(memcmp(a->large, b->large, a->larges * sizeof *a->large) == 0 || !a->larges);
    CHECK(memcmp(is->info, wanted->info, a->words * sizeof *is->info) == 0 || !a->words);
    CHECK(a->promise && a->forward == b->forward);
    CHECK(graph_around(a) == b->around && !a->promise);
    REQUIRE(a->cells == b->cells);
    CHECK(memcmp(a->cell, b->cell, a->cells * sizeof *a->cell) == 0);
}

static void unpacking_gives_what_was_packed(void)
{
    static const unsigned words[] = {0, 1, 2, 30, 3000};
    for (unsigned i = 0; i < 2 * sizeof words / sizeof *words; i++) {
        struct made m;
        struct unpacked u;
        struct reason why;
        make(&m, i % 2 ? "ru" : "en", i % 3 ? 0 : 4, words[i / 2], i);
        bool ok = lexicon_unpack(&u, buf_text(&m.packed), "made", &why);
        CHECK(ok);
        struct unpacked again = {0};
        if (ok && lexicon_unpack(&again, unpacked_bytes(&u), "kept", &why)) {
            compare(&u.lexicon, &m.lex);
            compare(&again.lexicon, &m.lex);
            CHECK(again.definitions_at == u.definitions_at && again.texts_size == u.texts_size);
        }
        CHECK(again.image && again.image_size == u.image_size);
        unpacked_release(&again);
        unpacked_release(&u);
        drop(&m);
    }
}

// The same ways from two arcs.
static bool equal(const struct graph *a, graph_arc x, const struct graph *b, graph_arc y)
{
    graph_arc turn_x = graph_turn(a, x), turn_y = graph_turn(b, y);
    if (graph_accepts(x) != graph_accepts(y) || graph_letters(a, x) != graph_letters(b, y) ||
        !turn_x != !turn_y || (turn_x && !equal(a, turn_x, b, turn_y)))
        return false;
    for (uint32_t left = graph_letters(a, x); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (!equal(a, graph_step(a, x, letter), b, graph_step(b, y, letter)))
            return false;
    }
    return true;
}

// A view that is made before the ways around are there gets them later, whichever is asked first.
static void views_keep_their_promises(void)
{
    for (unsigned round = 0; round < 6; round++) {
        struct made m;
        struct unpacked u;
        unsigned marks = 1 + round % MARK_ALL;
        make(&m, round % 2 ? "ru" : "en", 5, 400, 77 + round);
        REQUIRE(lexicon_unpack(&u, buf_text(&m.packed), "made", NULL));
        const struct lexicon *view = lexicon_without(&u.lexicon, marks);
        const struct lexicon *wanted = lexicon_without(&m.lex, marks);
        CHECK(view != &u.lexicon && view->graph.promise);
        CHECK(equal(&view->graph, view->graph.forward, &wanted->graph, wanted->graph.forward));
        if (round < 3)
            CHECK(graph_around(&u.lexicon.graph) == m.lex.graph.around);
        graph_arc around = graph_around(&view->graph);
        CHECK(!view->graph.promise && !u.lexicon.graph.promise);
        CHECK(equal(&view->graph, around, &wanted->graph, wanted->graph.around));
        CHECK(equal(&view->graph, view->graph.forward, &wanted->graph, wanted->graph.forward));
        for (uint32_t i = 0; i < m.lex.graph.words; i++) {
            struct word w;
            uint32_t x = 0, y = 0;
            lexicon_nth(&m.lex, i, &w);
            CHECK(lexicon_find(view, &w, &x) == lexicon_find(wanted, &w, &y) && x == y);
        }
        unpacked_release(&u);
        drop(&m);
    }
}

static char *tail_of(const struct made *m, const struct unpacked *u)
{
    char *tail = malloc(u->definitions_size + 1);
    REQUIRE(tail && u->definitions_at + u->definitions_size == m->file.len);
    memcpy(tail, m->file.at + u->definitions_at, u->definitions_size);
    return tail;
}

static void definitions_follow(void)
{
    struct made m;
    struct unpacked u;
    struct text_counts is, wanted;
    make(&m, "en", 0, 500, 5);
    REQUIRE(lexicon_unpack(&u, buf_text(&m.packed), "made", NULL));
    CHECK(!unpacked_is_whole(&u) && !lexicon_info(&u.lexicon, 0).defined);
    char *tail = tail_of(&m, &u);
    CHECK(!unpacked_define(&u, tail, u.definitions_size - 1));
    tail[0] ^= 1; // the number of the first block's first word
    tail[3] ^= 1;
    CHECK(!unpacked_define(&u, tail, u.definitions_size));
    tail[0] ^= 1;
    tail[3] ^= 1;
    CHECK(unpacked_define(&u, tail, u.definitions_size) && unpacked_is_whole(&u));
    REQUIRE(lexicon_check_definitions(&u.lexicon, &is, NULL) &&
            lexicon_check_definitions(&m.lex, &wanted, NULL));
    CHECK(wanted.defined > 100 && memcmp(&is, &wanted, sizeof is) == 0);
    for (uint32_t i = 0; i < m.lex.graph.words; i++)
        CHECK(lexicon_info(&u.lexicon, i).defined == lexicon_info(&m.lex, i).defined);
    unpacked_release(&u);
    drop(&m);
}

// --- Damage.

enum { CHECKSUM_AT = 16, CHECKED_FROM = 24 };

static void mend(char *packed, size_t len)
{
    uint64_t checksum = XXH3_64bits(packed + CHECKED_FROM, len - CHECKED_FROM);
    memcpy(packed + CHECKSUM_AT, &checksum, sizeof checksum);
}

static void refuse_damaged(struct buf *bytes)
{
    struct unpacked u;
    struct reason why;
    for (size_t len = 0; len < bytes->len; len += len < 200 ? 1 : 37) {
        CHECK(!lexicon_unpack(&u, (struct text){bytes->at, len}, "cut", &why));
        CHECK(why.what == (len < 8 ? MSG_LEXICON_NOT_ONE : MSG_LEXICON_TRUNCATED));
        unpacked_release(&u);
    }
    for (size_t bit = 0; bit < bytes->len * 8; bit += bit < 2000 ? 1 : 13) {
        bytes->at[bit / 8] ^= (char)(1 << bit % 8);
        CHECK(!lexicon_unpack(&u, buf_text(bytes), "flipped", &why));
        unpacked_release(&u);
        bytes->at[bit / 8] ^= (char)(1 << bit % 8);
    }
}

// With a checksum that fits, what opens is safe to use.
static unsigned use_forged(struct buf *bytes, bool decoded)
{
    struct unpacked u;
    unsigned opened = 0;
    for (size_t bit = CHECKED_FROM * 8; bit < bytes->len * 8; bit += decoded ? 1 : 13) {
        bytes->at[bit / 8] ^= (char)(1 << bit % 8);
        mend(bytes->at, bytes->len);
        if (lexicon_unpack(&u, buf_text(bytes), "forged", NULL)) {
            struct verify_result found;
            graph_around(&u.lexicon.graph);
            // A decoded lexicon has as many words as it says, each under its number.
            CHECK(lexicon_verify(&u.lexicon, &found, NULL) || u.lexicon.broken || !decoded);
            opened++;
        }
        unpacked_release(&u);
        bytes->at[bit / 8] ^= (char)(1 << bit % 8);
    }
    return opened;
}

static struct buf kept_words(const struct made *m)
{
    struct unpacked u;
    struct buf words = {0};
    REQUIRE(lexicon_unpack(&u, buf_text(&m->packed), "made", NULL));
    buf_add_text(&words, unpacked_bytes(&u));
    unpacked_release(&u);
    return words;
}

static void damage_is_refused(void)
{
    struct made m;
    make(&m, "ru", 0, 40, 9);
    struct buf words = kept_words(&m);
    refuse_damaged(&m.packed);
    refuse_damaged(&words);
    buf_release(&words);
    drop(&m);
}

static void forgeries_are_safe(void)
{
    struct made m;
    make(&m, "ru", 0, 60, 10);
    struct buf words = kept_words(&m);
    CHECK(use_forged(&m.packed, true) > 100); // the lexicon's checksum, the places of definitions
    use_forged(&words, false);
    buf_release(&words);
    drop(&m);
}

// --- The range coder.

// Values that follow a pattern cost little, others what they are; both come back.
static void coder_learns(void)
{
    struct range_coder *c = range_coder_new();
    struct buf out = {0};
    struct rng r;
    uint8_t seed[RNG_SEED] = {3};
    uint32_t plain[1000];
    rng_seed(&r, seed);
    range_coder_write(c, &out);
    for (uint32_t i = 0; i < 4000; i++)
        range_code(c, (const uint32_t[]){1, i % 4, i % 7}, 5, i % 7 * 4);
    CHECK(out.len < 100);
    for (unsigned i = 0; i < 1000; i++)
        range_code_plain(c, 13, plain[i] = (uint32_t)rng_below(&r, 1 << 13));
    CHECK(range_coder_end(c) && out.len > 1000 * 13 / 8);
    range_coder_read(c, buf_text(&out));
    for (uint32_t i = 0; i < 4000; i++)
        CHECK_NUMBER(range_code(c, (const uint32_t[]){1, i % 4, i % 7}, 5, 0), i % 7 * 4);
    for (unsigned i = 0; i < 1000; i++)
        CHECK_NUMBER(range_code_plain(c, 13, 0), plain[i]);
    CHECK(range_coder_end(c));
    for (unsigned i = 0; i < 100; i++)
        range_code_plain(c, 13, 0);
    CHECK(!range_coder_end(c)); // past the end
    buf_release(&out);
    range_coder_free(c);
}

// --- Real lexicons.

static void real_lexicons(void)
{
    static const char *const names[] = {"en", "ru", "fr", "de", "nl"};
    const char *folder = test_lexicons();
    for (unsigned i = 0; folder && i < test_share(sizeof names / sizeof *names); i++) {
        char path[4096];
        struct lexicon lex;
        struct buf packed = {0};
        struct unpacked u;
        snprintf(path, sizeof path, "%s/%s.lex", folder, names[i]);
        REQUIRE(lexicon_map(&lex, path, NULL) && lexicon_pack(&lex, &packed, NULL));
        // The browser's first game waits for these bytes.
        CHECK(packed.len < (lex.graph.dawg_cells * (size_t)6 + lex.graph.words * (size_t)2) / 4);
        REQUIRE(lexicon_unpack(&u, buf_text(&packed), names[i], NULL));
        compare(&u.lexicon, &lex);
        unpacked_release(&u);
        buf_release(&packed);
        lexicon_close(&lex);
    }
}

static const struct test tests[] = {
    TEST(unpacking_gives_what_was_packed),
    TEST(views_keep_their_promises),
    TEST(definitions_follow),
    TEST(damage_is_refused),
    TEST(forgeries_are_safe),
    TEST(coder_learns),
    TEST(real_lexicons),
};
TEST_MAIN(tests)
