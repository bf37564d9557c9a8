#include "search/balda_through.h"

struct walk {
    const struct grid *grid;
    const struct graph *graph;
    const uint8_t *board;
    balda_through_fn *sink;
    void *context;
    unsigned start;
    unsigned lefts;             // letters read leftwards so far; the first is the start's
    uint8_t left[WORD_MAX];     // those letters
    uint8_t right[WORD_MAX];    // letters read rightwards, at their place in the word
    struct balda_through found; // the way so far; square, letter: the letter put, 0 while none is
};

static void give(struct walk *w, unsigned length)
{
    w->found.length = (uint8_t)length;
    if (length > PACKED_LETTERS) {
        for (unsigned i = 0; i < length; i++)
            w->found.word[i] = i < w->lefts ? w->left[w->lefts - 1 - i] : w->right[i];
    }
    w->sink(w->context, &w->found);
}

static void go_right(struct walk *w, graph_arc arc, unsigned from, unsigned length);
static void go_left(struct walk *w, graph_arc arc, unsigned from);

static void step_right(struct walk *w, graph_arc arc, unsigned to, unsigned letter, unsigned length)
{
    graph_arc next = graph_step(w->graph, arc, letter);
    uint64_t packed = w->found.packed;
    w->right[length] = (uint8_t)letter;
    if (length < PACKED_LETTERS)
        w->found.packed |= (uint64_t)(letter - 1) << (PACKED_BITS * length);
    if (w->found.letter && graph_accepts(next))
        give(w, length + 1);
    go_right(w, next, to, length + 1);
    w->found.packed = packed;
}

static void step_left(struct walk *w, graph_arc arc, unsigned to, unsigned letter)
{
    uint64_t packed = w->found.packed;
    w->left[w->lefts++] = (uint8_t)letter;
    w->found.packed = packed << PACKED_BITS | (letter - 1);
    go_left(w, graph_step(w->graph, arc, letter), to);
    w->found.packed = packed;
    w->lefts--;
}

// Goes to each square beside `from` that the graph allows, with its letter, or, where it is empty
// and no letter has been put yet, with every letter that the graph allows.
static void go_on(struct walk *w, graph_arc arc, unsigned from, unsigned length, bool rightwards)
{
    uint32_t letters = graph_letters(w->graph, arc);
    for (unsigned i = 0; letters && i < w->grid->neighbours[from]; i++) {
        unsigned to = w->grid->neighbour[from][i], there = w->board[to];
        uint32_t fit = there ? letters & graph_bit(there) : w->found.letter ? 0 : letters;
        if (!fit || (w->found.squares & square_bit(to)))
            continue;
        w->found.squares |= square_bit(to);
        for (; fit; fit &= fit - 1) {
            unsigned letter = (unsigned)__builtin_ctz(fit) + 1;
            if (!there) {
                w->found.square = (uint8_t)to;
                w->found.letter = (uint8_t)letter;
            }
            if (rightwards)
                step_right(w, arc, to, letter, length);
            else
                step_left(w, arc, to, letter);
        }
        if (!there)
            w->found.letter = 0;
        w->found.squares &= ~square_bit(to);
    }
}

static void go_right(struct walk *w, graph_arc arc, unsigned from, unsigned length)
{
    if (length < WORD_MAX)
        go_on(w, arc, from, length, true);
}

static void go_left(struct walk *w, graph_arc arc, unsigned from)
{
    graph_arc turn = graph_turn(w->graph, arc);
    if (w->found.letter && graph_accepts(arc))
        give(w, w->lefts);
    if (turn)
        go_right(w, turn, w->start, w->lefts);
    if (w->lefts < WORD_MAX)
        go_on(w, arc, from, w->lefts, false);
}

void balda_find_through(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                        unsigned square, balda_through_fn *sink, void *context)
{
    unsigned letter = board[square];
    graph_arc arc = graph_step(graph, graph_around(graph), letter);
    struct walk w;
    if (!arc)
        return;
    w.grid = grid;
    w.graph = graph;
    w.board = board;
    w.sink = sink;
    w.context = context;
    w.start = square;
    w.lefts = 1;
    w.left[0] = (uint8_t)letter;
    w.found.squares = square_bit(square);
    w.found.packed = letter - 1;
    w.found.letter = 0;
    go_left(&w, arc, square);
}
