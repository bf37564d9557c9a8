#include "games/balda/engine/reachable_graph.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 1000000, POLL_EVERY = 256 };

struct reachable_words {
    struct balda_worker *w;
    struct balda_position *p;
    const struct graph *graph;
    uint8_t *reachable; // for each word of the lexicon: 1 if it can still be formed
    uint32_t words;
    unsigned steps; // taken so far
    unsigned empty; // squares on the path
    bool used[GRID_SQUARES];
    uint8_t longest[GRID_SQUARES]; // of the words through each square
    struct balda_through path;
};

static void add_reachable(struct reachable_words *r)
{
    uint32_t word = balda_vocabulary_find(&r->p->vocabulary, &r->path);
    if (word == VOCABULARY_NONE)
        return;
    for (unsigned square = 0; square < r->p->grid.squares; square++)
        if (r->used[square] && r->path.length > r->longest[square])
            r->longest[square] = r->path.length;
    if (r->reachable[word])
        return;
    r->reachable[word] = 1;
    r->words++;
}

static void walk(struct reachable_words *r, graph_arc arc, unsigned square, unsigned length);

static void step(struct reachable_words *r, graph_arc arc, unsigned letter, unsigned square,
                 unsigned length)
{
    graph_arc next = graph_step(r->graph, arc, letter);
    const struct grid *grid = &r->p->grid;
    uint64_t packed = r->path.packed;
    r->path.word[length] = (uint8_t)letter;
    if (length < PACKED_LETTERS)
        r->path.packed |= (uint64_t)(letter - 1) << (PACKED_BITS * length);
    r->path.length = (uint8_t)++length;
    if (graph_accepts(next) && r->empty && length > 1)
        add_reachable(r);
    if (graph_letters(r->graph, next) && length < WORD_MAX)
        for (unsigned i = 0; i < grid->neighbours[square]; i++)
            walk(r, next, grid->neighbour[square][i], length);
    r->path.packed = packed;
}

// Goes on to a square: with its letter, or any letter where it is empty.
static void walk(struct reachable_words *r, graph_arc arc, unsigned square, unsigned length)
{
    unsigned there = r->p->board[square];
    uint32_t letters = graph_letters(r->graph, arc);
    if (there)
        letters &= graph_bit(there);
    if (!letters || r->used[square] || r->w->stopped || r->steps++ > STEPS_MOST ||
        (r->steps % POLL_EVERY == 0 && balda_worker_poll(r->w)))
        return;
    r->used[square] = true;
    r->empty += !there;
    for (; letters; letters &= letters - 1)
        step(r, arc, (unsigned)__builtin_ctz(letters) + 1, square, length);
    r->empty -= !there;
    r->used[square] = false;
}

static bool build_graph(const struct reachable_words *r, struct graph_builder *b)
{
    struct buf letters = {0};
    uint32_t *start = malloc((r->words + 1) * sizeof *start), count = 0;
    uint8_t *length = malloc(r->words + 1);
    struct reason why;
    for (uint32_t i = 0; start && length && i < r->graph->words; i++) {
        struct word w;
        if (!r->reachable[i])
            continue;
        lexicon_nth(r->p->vocabulary.lexicon, i, &w);
        start[count] = (uint32_t)letters.len;
        length[count++] = w.len;
        buf_add(&letters, w.letter, w.len);
    }
    struct word_list list = {(const uint8_t *)letters.at, start, length, count};
    bool ok = start && length && count && buf_ok(&letters) &&
              graph_build(b, &list, r->graph->letters, &why);
    buf_release(&letters);
    free(start);
    free(length);
    return ok;
}

void balda_restrict_graph(struct balda_worker *w, struct graph_builder *b)
{
    struct balda_position *p = &w->position;
    struct reachable_words r = {.w = w, .p = p, .graph = p->graph};
    memset(b, 0, sizeof *b);
    r.reachable = calloc(r.graph->words, 1);
    for (unsigned square = 0; r.reachable && square < p->grid.squares; square++)
        walk(&r, graph_forward(r.graph), square, 0);
    if (r.reachable && r.steps <= STEPS_MOST && !w->stopped && build_graph(&r, b)) {
        p->graph = &b->graph;
        memcpy(p->longest, r.longest, sizeof p->longest);
    }
    free(r.reachable);
}
