#include "balda_baseline.h"

#include <stdlib.h>

// The children of a node lie side by side in the order of their letters.
struct node {
    uint32_t letters;
    uint32_t first; // child
    bool ends;
};

struct baseline {
    struct node *node;
    uint32_t nodes, cap;
};

struct walk {
    const struct baseline *b;
    const struct grid *grid;
    const uint8_t *board;
    balda_found_fn *sink;
    void *context;
    bool used[GRID_SQUARES];
    struct balda_found found;
    bool put;
};

// Copies what the graph has from an arc on.
static void fill(struct baseline *b, const struct graph *g, graph_arc arc, uint32_t at)
{
    uint32_t letters = graph_letters(g, arc), first = b->nodes;
    unsigned count = (unsigned)__builtin_popcount(letters);
    if (b->nodes + count > b->cap) {
        b->cap = (b->nodes + count) * 2;
        b->node = realloc(b->node, b->cap * sizeof *b->node);
    }
    b->node[at] = (struct node){letters, first, graph_accepts(arc)};
    b->nodes += count;
    for (unsigned i = 0; letters; letters &= letters - 1, i++)
        fill(b, g, graph_step(g, arc, (unsigned)__builtin_ctz(letters) + 1), first + i);
}

struct baseline *baseline_new(const struct lexicon *lexicon)
{
    struct baseline *b = calloc(1, sizeof *b);
    b->nodes = 1;
    b->cap = 1 << 16;
    b->node = calloc(b->cap, sizeof *b->node);
    fill(b, &lexicon->graph, graph_forward(&lexicon->graph), 0);
    return b;
}

void baseline_free(struct baseline *b)
{
    free(b->node);
    free(b);
}

static void step(struct walk *w, const struct node *from, unsigned square, unsigned letter,
                 unsigned length);

static void enter(struct walk *w, const struct node *from, unsigned square, unsigned length)
{
    unsigned there = w->board[square];
    if (w->used[square])
        return;
    if (there) {
        if (from->letters & graph_bit(there))
            step(w, from, square, there, length);
        return;
    }
    if (w->put)
        return;
    w->put = true;
    w->found.move.square = (uint8_t)square;
    for (uint32_t left = from->letters; left; left &= left - 1) {
        w->found.move.letter = (uint8_t)(__builtin_ctz(left) + 1);
        step(w, from, square, w->found.move.letter, length);
    }
    w->put = false;
}

static void step(struct walk *w, const struct node *from, unsigned square, unsigned letter,
                 unsigned length)
{
    uint32_t before = from->letters & (graph_bit(letter) - 1);
    const struct node *node = &w->b->node[from->first + (unsigned)__builtin_popcount(before)];
    w->found.move.path[length] = (uint8_t)square;
    w->found.word[length] = (uint8_t)letter;
    w->found.move.length = (uint8_t)++length;
    if (node->ends && w->put && length > 1)
        w->sink(w->context, &w->found);
    if (!node->letters)
        return;
    w->used[square] = true;
    for (unsigned i = 0; i < w->grid->neighbours[square]; i++)
        enter(w, node, w->grid->neighbour[square][i], length);
    w->used[square] = false;
}

// An empty square may begin a word only beside a filled one; elsewhere nothing could follow.
void baseline_find_words(const struct baseline *b, const struct grid *grid, const uint8_t *board,
                         balda_found_fn *sink, void *context)
{
    struct walk w = {.b = b, .grid = grid, .board = board, .sink = sink, .context = context};
    for (unsigned square = 0; square < grid->squares; square++) {
        bool near = board[square];
        for (unsigned i = 0; i < grid->neighbours[square]; i++)
            near = near || board[grid->neighbour[square][i]];
        if (near)
            enter(&w, &b->node[0], square, 0);
    }
}
