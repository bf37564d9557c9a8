// The word graph against a plain list of words: every word in, nothing else in, every split, every
// run, every number; and graphs that were tampered with are refused.
#include "base/rng.h"
#include "lexicon/graph_build.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 400 };

struct sample {
    unsigned letters;
    size_t count;
    struct word word[WORDS_MAX];
    uint8_t pool[WORDS_MAX * WORD_MAX];
    uint32_t start[WORDS_MAX];
    uint8_t length[WORDS_MAX];
    struct graph_builder built;
};

static int compare(const void *left, const void *right)
{
    const struct word *x = left, *y = right;
    size_t shared = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->letter, y->letter, shared);
    return order ? order : x->len - y->len;
}

// Few letters and short words, so that they share much; one very long word.
static void make_words(struct sample *s, struct rng *r)
{
    size_t kept = 0;
    s->count = rng_below(r, WORDS_MAX);
    memset(s->word, 0, sizeof s->word);
    for (size_t i = 0; i < s->count; i++) {
        struct word *w = &s->word[i];
        w->len = (uint8_t)(i == 5 ? WORD_MAX : 1 + rng_below(r, 7));
        for (unsigned j = 0; j < w->len; j++)
            w->letter[j] = (uint8_t)(1 + rng_below(r, s->letters));
    }
    qsort(s->word, s->count, sizeof *s->word, compare);
    for (size_t i = 0; i < s->count; i++)
        if (kept == 0 || compare(&s->word[kept - 1], &s->word[i]) != 0)
            s->word[kept++] = s->word[i];
    s->count = kept;
}

static void build(struct sample *s)
{
    uint32_t used = 0;
    struct reason why;
    for (size_t i = 0; i < s->count; i++) {
        s->start[i] = used;
        s->length[i] = s->word[i].len;
        memcpy(s->pool + used, s->word[i].letter, s->word[i].len);
        used += s->word[i].len;
    }
    struct word_list list = {s->pool, s->start, s->length, (uint32_t)s->count};
    REQUIRE(graph_build(&s->built, &list, s->letters, &why));
    CHECK(graph_check(&s->built.graph, "sample", &why));
}

static bool oracle_has(const struct sample *s, const struct word *w)
{
    return bsearch(w, s->word, s->count, sizeof *w, compare) != NULL;
}

static bool oracle_has_run(const struct sample *s, const struct word *run)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->word[i].len >= run->len &&
            memmem(s->word[i].letter, s->word[i].len, run->letter, run->len))
            return true;
    return false;
}

static void check_word(const struct sample *s, uint32_t i)
{
    const struct graph *g = &s->built.graph;
    const struct word *w = &s->word[i];
    uint32_t index = UINT32_MAX;
    struct word back = {0};
    CHECK(graph_has(g, w) && graph_index(g, w, &index));
    CHECK_NUMBER(index, i);
    graph_nth(g, i, &back);
    CHECK(compare(&back, w) == 0);
    for (unsigned split = 1; split <= w->len; split++) {
        graph_arc arc = graph_around(g);
        for (unsigned j = split; j > 0; j--)
            arc = graph_step(g, arc, w->letter[j - 1]);
        if (split < w->len)
            arc = graph_turn(g, arc);
        for (unsigned j = split; j < w->len; j++)
            arc = graph_step(g, arc, w->letter[j]);
        CHECK(graph_accepts(arc));
    }
}

static void check_random_words(const struct sample *s, struct rng *r)
{
    const struct graph *g = &s->built.graph;
    for (int i = 0; i < 2000; i++) {
        struct word w = {.len = (uint8_t)(1 + rng_below(r, 6))};
        for (unsigned j = 0; j < w.len; j++)
            w.letter[j] = (uint8_t)(1 + rng_below(r, s->letters));
        uint32_t index;
        CHECK(graph_has(g, &w) == oracle_has(s, &w));
        CHECK(graph_index(g, &w, &index) == oracle_has(s, &w));
        CHECK(graph_has_run(g, &w) == oracle_has_run(s, &w));
    }
}

// Counts what the graph spells: to the right, or to the left with turns. Each must be a word.
static size_t enumerate(const struct sample *s, graph_arc arc, struct word *w, bool right)
{
    const struct graph *g = &s->built.graph;
    size_t found = 0;
    if (graph_accepts(arc)) {
        CHECK(oracle_has(s, w));
        found++;
    }
    if (!right && graph_turn(g, arc))
        found += enumerate(s, graph_turn(g, arc), w, true);
    for (uint32_t left = graph_letters(g, arc); left && w->len < WORD_MAX; left &= left - 1) {
        struct word longer = *w;
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (right) {
            longer.letter[longer.len] = (uint8_t)letter;
        } else {
            memmove(longer.letter + 1, longer.letter, longer.len);
            longer.letter[0] = (uint8_t)letter;
        }
        longer.len++;
        found += enumerate(s, graph_step(g, arc, letter), &longer, right);
    }
    return found;
}

static void agrees_with_the_list(void)
{
    struct sample *s = calloc(1, sizeof *s);
    for (unsigned seed = 1; s && seed <= 200; seed++) {
        struct rng r;
        uint8_t bytes[RNG_SEED] = {(uint8_t)seed};
        size_t splits = 0;
        struct word empty = {0};
        rng_seed(&r, bytes);
        s->letters = 1 + rng_below(&r, seed % 2 ? 4 : LETTERS_MAX);
        make_words(s, &r);
        build(s);
        CHECK_NUMBER(s->built.graph.words, s->count);
        for (uint32_t i = 0; i < s->count; i++) {
            check_word(s, i);
            splits += s->word[i].len;
        }
        check_random_words(s, &r);
        CHECK_NUMBER(enumerate(s, graph_forward(&s->built.graph), &empty, true), s->count);
        CHECK_NUMBER(enumerate(s, graph_around(&s->built.graph), &empty, false), splits);
        graph_builder_release(&s->built);
    }
    free(s);
}

static void empty_graph(void)
{
    struct sample *s = calloc(1, sizeof *s);
    struct word w = {1, {1}};
    uint32_t index;
    s->letters = 26;
    build(s);
    CHECK(!graph_has(&s->built.graph, &w));
    CHECK(!graph_has_run(&s->built.graph, &w));
    CHECK(!graph_index(&s->built.graph, &w, &index));
    graph_builder_release(&s->built);
    free(s);
}

// After any change of one cell, count or bit, the graph is refused or still safe to use: walking it
// all under the sanitizers shows that.
static void tampered_graphs_are_safe(void)
{
    struct sample *s = calloc(1, sizeof *s);
    struct rng r;
    unsigned refused = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("7a")));
    s->letters = 5;
    make_words(s, &r);
    build(s);
    struct graph_builder *b = &s->built;
    for (int i = 0; i < 20000; i++) {
        uint32_t at = rng_below(&r, b->graph.cells), bit = UINT32_C(1) << rng_below(&r, 32);
        uint32_t dawg = rng_below(&r, b->graph.dawg_cells);
        unsigned kind = rng_below(&r, 3);
        uint32_t noise = rng_next(&r);
        uint16_t count = b->count[dawg];
        if (kind == 0)
            b->cell[at] ^= bit;
        else if (kind == 1)
            b->cell[at] ^= noise;
        else
            b->count[dawg] = (uint16_t)rng_next(&r);
        if (graph_check(&b->graph, "sample", NULL)) {
            struct word w;
            for (uint32_t n = 0; n < b->graph.words; n++)
                graph_nth(&b->graph, n, &w);
            for (int k = 0; k < 50; k++) {
                graph_arc arc = graph_around(&b->graph);
                while (arc)
                    arc = rng_below(&r, 5) ? graph_step(&b->graph, arc, 1 + rng_below(&r, 5))
                                           : graph_turn(&b->graph, arc);
            }
        } else {
            refused++;
        }
        if (kind == 0)
            b->cell[at] ^= bit;
        else if (kind == 1)
            b->cell[at] ^= noise;
        else
            b->count[dawg] = count;
    }
    CHECK(refused > 10000);
    CHECK(graph_check(&b->graph, "sample", NULL));
    graph_builder_release(b);
    free(s);
}

static const struct test tests[] = {
    TEST(agrees_with_the_list),
    TEST(empty_graph),
    TEST(tampered_graphs_are_safe),
};
TEST_MAIN(tests)
