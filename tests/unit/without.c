// A lexicon without its marked words is the lexicon of the other words: the same ways through its
// graph as through one that was built without them, the same answers, and the numbers of the whole.
#include "base/rng.h"
#include "lexicon/lexicon.h"
#include "lexicon/lexicon_build.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static bool equal(const struct graph *a, graph_arc x, const struct graph *b, graph_arc y,
                  unsigned depth)
{
    graph_arc turn_x = graph_turn(a, x), turn_y = graph_turn(b, y);
    uint32_t left = graph_letters(a, x);
    if (graph_accepts(x) != graph_accepts(y) || left != graph_letters(b, y) ||
        (turn_x != GRAPH_DEAD) != (turn_y != GRAPH_DEAD) || depth > WORD_MAX + 1)
        return false;
    if (turn_x && !equal(a, turn_x, b, turn_y, depth + 1))
        return false;
    for (; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (!equal(a, graph_step(a, x, letter), b, graph_step(b, y, letter), depth + 1))
            return false;
    }
    return true;
}

struct made {
    struct buf bytes;
    struct lexicon lex;
};

// Words with their marks, without those that have any of `without`.
static void make(struct made *m, const char *lang, const struct word *word, const uint8_t *marks,
                 size_t words, unsigned without)
{
    struct alphabet a;
    REQUIRE(alphabet_load(&a, text_of(lang), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    m->bytes = (struct buf){0};
    for (size_t i = 0; i < words; i++)
        if (!(marks[i] & without)) {
            REQUIRE(lexicon_builder_add(b, &word[i], CLASS_NOUN, 1 + word[i].len % TIERS, NULL));
            REQUIRE(lexicon_builder_mark(b, &word[i], marks[i], NULL));
        }
    REQUIRE(lexicon_builder_write(b, &m->bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&m->lex, buf_text(&m->bytes), lang, NULL));
}

static void drop(struct made *m)
{
    lexicon_close(&m->lex);
    buf_release(&m->bytes);
}

static void compare(const struct lexicon *view, const struct lexicon *whole,
                    const struct lexicon *rebuilt, unsigned without)
{
    struct word_filter all = {0};
    uint32_t index, again;
    CHECK(equal(&view->graph, view->graph.forward, &rebuilt->graph, rebuilt->graph.forward, 0));
    CHECK(equal(&view->graph, view->graph.around, &rebuilt->graph, rebuilt->graph.around, 0));
    CHECK_NUMBER(lexicon_count(view, &all), rebuilt->graph.words);
    for (uint32_t i = 0; i < whole->graph.words; i++) {
        struct word w;
        lexicon_nth(view, i, &w);
        bool out = lexicon_info(whole, i).marks & without;
        CHECK(lexicon_find(whole, &w, &index) && index == i);
        CHECK(graph_has(&view->graph, &w) == !out);
        CHECK(lexicon_find(view, &w, &again) == !out && (out || again == i));
        CHECK((lexicon_left_out(view, &w) != 0) == out && !lexicon_left_out(whole, &w));
        CHECK(graph_has_run(&view->graph, &w) == graph_has_run(&rebuilt->graph, &w));
        w.len = w.len > 1 ? w.len - 1 : 1;
        CHECK(graph_has_run(&view->graph, &w) == graph_has_run(&rebuilt->graph, &w));
    }
}

// Short words of few letters, so that they share much.
static size_t random_words(struct rng *r, struct word *word, uint8_t *marks, size_t most,
                           unsigned letters)
{
    size_t words = 1 + rng_below(r, (uint32_t)most);
    for (size_t i = 0; i < words; i++) {
        word[i].len = (uint8_t)(1 + rng_below(r, 6));
        for (unsigned k = 0; k < word[i].len; k++)
            word[i].letter[k] = (uint8_t)(letters - rng_below(r, 3));
        // The same word gets the same marks each time.
        unsigned hash = word[i].len;
        for (unsigned k = 0; k < word[i].len; k++)
            hash = hash * 31 + word[i].letter[k];
        marks[i] = hash % 3 == 0 ? (uint8_t)(1 + hash / 3 % MARK_ALL) : 0;
    }
    return words;
}

// Every view of one lexicon. Returns how many leave out anything.
static unsigned compare_views(const char *lang, const struct word *word, const uint8_t *marks,
                              size_t words)
{
    struct made whole;
    unsigned cut = 0;
    make(&whole, lang, word, marks, words, 0);
    for (unsigned without = 0; without <= MARK_ALL; without++) {
        struct made rest;
        make(&rest, lang, word, marks, words, without);
        const struct lexicon *view = lexicon_without(&whole.lex, without);
        REQUIRE(view);
        compare(view, &whole.lex, &rest.lex, without);
        CHECK(lexicon_without(&whole.lex, without) == view);
        CHECK((view == &whole.lex) == (rest.lex.graph.words == whole.lex.graph.words));
        cut += view != &whole.lex;
        drop(&rest);
    }
    drop(&whole);
    return cut;
}

static void views_are_what_is_left(void)
{
    enum { MOST = 120 };
    struct word word[MOST];
    uint8_t marks[MOST];
    struct rng r;
    unsigned cut = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("c0de")));
    for (int round = 0; round < 200; round++) {
        bool wide = round % 2; // heads of two cells, and of one
        size_t words = random_words(&r, word, marks, MOST, wide ? 32 : 26);
        cut += compare_views(wide ? "ru" : "en", word, marks, words);
    }
    CHECK(cut > 100);
}

// A view of a view leaves out what both do.
static void views_add_up(void)
{
    static const struct word word[] = {{3, {1, 2, 3}}, {2, {1, 2}}, {3, {3, 2, 1}}};
    static const uint8_t marks[] = {MARK_OFFENSIVE, MARK_OBSOLETE, 0};
    struct made whole;
    make(&whole, "en", word, marks, 3, 0);
    const struct lexicon *clean = lexicon_without(&whole.lex, MARK_OFFENSIVE);
    const struct lexicon *both = lexicon_without(clean, MARK_OBSOLETE);
    CHECK(both == lexicon_without(&whole.lex, MARK_ALL) && both != clean);
    CHECK(lexicon_without(both, 0) == both);
    CHECK(graph_has(&clean->graph, &word[1]) && !graph_has(&both->graph, &word[1]));
    CHECK(graph_has(&both->graph, &word[2]));
    drop(&whole);
}

struct asking {
    const struct lexicon *whole, *view;
};

static void *ask(void *context)
{
    struct asking *a = context;
    a->view = lexicon_without(a->whole, MARK_OFFENSIVE);
    return NULL;
}

static void ask_at_once(const struct lexicon *whole)
{
    enum { THREADS = 8 };
    pthread_t thread[THREADS];
    struct asking asking[THREADS];
    for (int i = 0; i < THREADS; i++) {
        asking[i].whole = whole;
        REQUIRE(pthread_create(&thread[i], NULL, ask, &asking[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        CHECK(asking[i].view && asking[i].view == asking[0].view);
}

static void threads_share_one_view(void)
{
    static const struct word word[] = {{3, {1, 2, 3}}, {2, {1, 2}}};
    static const uint8_t marks[] = {MARK_OFFENSIVE, 0};
    for (int round = 0; round < 50; round++) {
        struct made whole;
        make(&whole, "en", word, marks, 2, 0);
        ask_at_once(&whole.lex);
        drop(&whole);
    }
}

static const struct test tests[] = {
    TEST(views_are_what_is_left),
    TEST(views_add_up),
    TEST(threads_share_one_view),
};
TEST_MAIN(tests)
