// Speed and size of lexicons, the figures that docs/lexicons.md quotes. Everything is measured in
// one run, and what can be is given as a ratio to a baseline of the same run.
//
//     bench-lexicon FOLDER        the folder with the built lexicons
//
// Membership is compared with a hash table of the same words: open addressing at half load, XXH3,
// a 32-bit tag beside the index so that a wrong slot is seldom looked at twice.
#include "lexicon/graph_build.h"
#include "lexicon/search_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LOOKUPS = 2000000, ROUNDS = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// The fastest of several rounds: what the work costs when nothing else gets in its way.
#define BEST_OF(rounds, best, work)                         \
    do {                                                    \
        (best) = 1e9;                                       \
        for (int round_ = 0; round_ < (rounds); round_++) { \
            double start_ = now();                          \
            work;                                           \
            double took_ = now() - start_;                  \
            (best) = took_ < (best) ? took_ : (best);       \
        }                                                   \
    } while (0)

struct table {
    struct slot {
        uint32_t tag, index; // index + 1; 0 is empty
    } * slot;
    uint32_t mask;
    const struct word *word;
};

static void table_init(struct table *t, const struct word *word, uint32_t count)
{
    t->mask = 1;
    while (t->mask < count * 2)
        t->mask = t->mask * 2 + 1;
    t->slot = calloc(t->mask + (size_t)1, sizeof *t->slot);
    t->word = word;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t hash = XXH3_64bits(word[i].letter, word[i].len);
        uint32_t at = (uint32_t)hash & t->mask;
        while (t->slot[at].index)
            at = (at + 1) & t->mask;
        t->slot[at] = (struct slot){(uint32_t)(hash >> 32), i + 1};
    }
}

static bool table_has(const struct table *t, const struct word *w)
{
    uint64_t hash = XXH3_64bits(w->letter, w->len);
    uint32_t tag = (uint32_t)(hash >> 32);
    for (uint32_t at = (uint32_t)hash & t->mask; t->slot[at].index; at = (at + 1) & t->mask) {
        const struct word *found = &t->word[t->slot[at].index - 1];
        if (t->slot[at].tag == tag && found->len == w->len &&
            memcmp(found->letter, w->letter, w->len) == 0)
            return true;
    }
    return false;
}

static struct word *all_words(const struct lexicon *lex)
{
    struct word *word = calloc(lex->graph.words, sizeof *word);
    for (uint32_t i = 0; i < lex->graph.words; i++)
        graph_nth(&lex->graph, i, &word[i]);
    return word;
}

// Half of them words, half words with one letter changed, in random order: the misses go almost as
// deep as the hits, which is what a graph likes least.
static struct word *mix(const struct lexicon *lex, const struct word *word)
{
    struct rng r;
    struct word *query = calloc(LOOKUPS, sizeof *query);
    rng_seed_hex(&r, TEXT("be9c4"));
    for (int i = 0; i < LOOKUPS; i++) {
        query[i] = word[rng_below(&r, lex->graph.words)];
        if (rng_below(&r, 2))
            query[i].letter[rng_below(&r, query[i].len)] =
                (uint8_t)(1 + rng_below(&r, lex->alphabet.size));
    }
    return query;
}

static void bench_lookups(const struct lexicon *lex, const char *name)
{
    struct word *word = all_words(lex), *query = mix(lex, word);
    struct table t;
    double graph, hash;
    unsigned by_graph = 0, by_hash = 0;
    table_init(&t, word, lex->graph.words);
    BEST_OF(ROUNDS, graph, {
        by_graph = 0;
        for (int i = 0; i < LOOKUPS; i++)
            by_graph += graph_has(&lex->graph, &query[i]);
    });
    BEST_OF(ROUNDS, hash, {
        by_hash = 0;
        for (int i = 0; i < LOOKUPS; i++)
            by_hash += table_has(&t, &query[i]);
    });
    printf("%-18s lookup %5.1f ns, hash table %5.1f ns: %.2f times as fast (%u hits of %d)%s\n",
           name, graph / LOOKUPS * 1e9, hash / LOOKUPS * 1e9, hash / graph, by_graph, LOOKUPS,
           by_graph == by_hash ? "" : "  DISAGREE");
    free(t.slot);
    free(word);
    free(query);
}

static void bench_build(const struct lexicon *lex, const char *name)
{
    struct word *word = all_words(lex);
    uint32_t words = lex->graph.words, used = 0;
    uint8_t *letters = malloc(words * (size_t)WORD_MAX), *length = malloc(words);
    uint32_t *start = malloc(words * sizeof *start);
    double took;
    for (uint32_t i = 0; i < words; i++) {
        start[i] = used;
        length[i] = word[i].len;
        memcpy(letters + used, word[i].letter, word[i].len);
        used += word[i].len;
    }
    struct word_list list = {letters, start, length, words};
    BEST_OF(3, took, {
        struct graph_builder b;
        struct reason why;
        graph_build(&b, &list, lex->alphabet.size, &why);
        graph_builder_release(&b);
    });
    printf("%-18s graph of %u words built in %.2f s, %.2f MB\n", name, (unsigned)words, took,
           (double)graph_bytes(&lex->graph) / 1e6);
    free(word);
    free(letters);
    free(length);
    free(start);
}

static void bench_one(void *context, const char *name)
{
    struct lexicon lex;
    struct reason why;
    double open;
    BEST_OF(ROUNDS, open, {
        if (!search_path_open(context, name, &lex, &why))
            return;
        lexicon_close(&lex);
    });
    if (!search_path_open(context, name, &lex, &why))
        return;
    printf("%-18s opened in %.2f ms (%.1f MB)\n", name, open * 1e3,
           (double)lex.file.content.len / 1e6);
    bench_build(&lex, name);
    bench_lookups(&lex, name);
    lexicon_close(&lex);
}

int main(int argc, char **argv)
{
    static struct search_path search_path;
    struct reason why;
    if (argc != 2) {
        fprintf(stderr, "usage: bench-lexicon FOLDER\n");
        return 2;
    }
    snprintf(search_path.folder[0], SEARCH_PATH_BYTES, "%s", argv[1]);
    search_path.folders = 1;
    return search_path_list(&search_path, bench_one, &search_path, &why) ? 0 : 1;
}
