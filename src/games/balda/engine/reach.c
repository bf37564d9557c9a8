#include "games/balda/engine/reach.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 1000000, TICK = 256 };

struct reach {
    struct balda_tree *t;
    struct balda_position *p;
    const struct graph *graph;
    uint8_t *can_come; // for each word of the lexicon
    uint32_t words;
    unsigned steps; // that have been taken
    unsigned empty; // squares on the way
    bool used[GRID_SQUARES];
    uint8_t longest[GRID_SQUARES]; // of the words through each square
    struct balda_through way;
};

static void keep(struct reach *r)
{
    uint32_t word = balda_vocabulary_find(&r->p->vocabulary, &r->way);
    if (word == VOCABULARY_NONE)
        return;
    for (unsigned square = 0; square < r->p->grid.squares; square++)
        if (r->used[square] && r->way.length > r->longest[square])
            r->longest[square] = r->way.length;
    if (r->can_come[word])
        return;
    r->can_come[word] = 1;
    r->words++;
}

static void walk(struct reach *r, graph_arc arc, unsigned square, unsigned length);

static void step(struct reach *r, graph_arc arc, unsigned letter, unsigned square, unsigned length)
{
    graph_arc next = graph_step(r->graph, arc, letter);
    const struct grid *grid = &r->p->grid;
    uint64_t packed = r->way.packed;
    r->way.word[length] = (uint8_t)letter;
    if (length < PACKED_LETTERS)
        r->way.packed |= (uint64_t)(letter - 1) << (PACKED_BITS * length);
    r->way.length = (uint8_t)++length;
    if (graph_accepts(next) && r->empty && length > 1)
        keep(r);
    if (graph_letters(r->graph, next) && length < WORD_MAX)
        for (unsigned i = 0; i < grid->neighbours[square]; i++)
            walk(r, next, grid->neighbour[square][i], length);
    r->way.packed = packed;
}

// On to a square: with its letter, or where it is empty with any.
static void walk(struct reach *r, graph_arc arc, unsigned square, unsigned length)
{
    unsigned there = r->p->board[square];
    uint32_t letters = graph_letters(r->graph, arc);
    if (there)
        letters &= graph_bit(there);
    if (!letters || r->used[square] || r->t->stopped || r->steps++ > STEPS ||
        (r->steps % TICK == 0 && balda_tree_tick(r->t)))
        return;
    r->used[square] = true;
    r->empty += !there;
    for (; letters; letters &= letters - 1)
        step(r, arc, (unsigned)__builtin_ctz(letters) + 1, square, length);
    r->empty -= !there;
    r->used[square] = false;
}

static bool build(const struct reach *r, struct graph_builder *b)
{
    struct buf letters = {0};
    uint32_t *start = malloc((r->words + 1) * sizeof *start), count = 0;
    uint8_t *length = malloc(r->words + 1);
    struct reason why;
    for (uint32_t i = 0; start && length && i < r->graph->words; i++) {
        struct word w;
        if (!r->can_come[i])
            continue;
        graph_nth(r->graph, i, &w);
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

void balda_reach(struct balda_tree *t, struct graph_builder *b)
{
    struct balda_position *p = &t->position;
    struct reach r = {.t = t, .p = p, .graph = p->graph};
    memset(b, 0, sizeof *b);
    r.can_come = calloc(r.graph->words, 1);
    for (unsigned square = 0; r.can_come && square < p->grid.squares; square++)
        walk(&r, graph_forward(r.graph), square, 0);
    if (r.can_come && r.steps <= STEPS && !t->stopped && build(&r, b)) {
        p->graph = &b->graph;
        memcpy(p->longest, r.longest, sizeof p->longest);
    }
    free(r.can_come);
}
