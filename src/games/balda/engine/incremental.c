#include "games/balda/engine/incremental.h"

struct walk {
    const struct adjacency *near; // of each square
    const struct graph *graph;
    balda_through_fn *sink;
    void *context;
    unsigned start;
    unsigned lefts; // letters read leftwards so far; the first is the start's
    bool used[GRID_SQUARES];
    uint8_t left[WORD_MAX], right[WORD_MAX]; // letters; those to the right at their place
    uint8_t left_square[WORD_MAX], right_square[WORD_MAX];
    struct balda_through found; // letter 0: none has been placed yet
};

static void give_word(struct walk *w, unsigned length)
{
    struct balda_through *found = &w->found;
    found->length = (uint8_t)length;
    found->squares = 0;
    found->packed = 0;
    for (unsigned i = 0; i < length; i++) {
        bool left = i < w->lefts;
        unsigned letter = left ? w->left[w->lefts - 1 - i] : w->right[i];
        found->squares |= square_bit(left ? w->left_square[i] : w->right_square[i]);
        found->word[i] = (uint8_t)letter;
        if (i < PACKED_LETTERS)
            found->packed |= (uint64_t)(letter - 1) << (PACKED_BITS * i);
    }
    w->sink(w->context, found);
}

static void go_on(struct walk *w, graph_arc arc, uint32_t letters, unsigned from, unsigned length,
                  bool rightwards);

// The letters with which a word may go on from a square. Once the letter has been placed, only
// those on filled squares count; most walks end here, before visiting a square.
static inline uint32_t ways_on(const struct walk *w, graph_arc arc, unsigned square)
{
    uint32_t letters = graph_letters(w->graph, arc);
    return w->found.letter ? letters & w->near[square].letters : letters;
}

static inline void arrive_right(struct walk *w, graph_arc arc, unsigned square, unsigned letter,
                                unsigned length)
{
    uint32_t letters = ways_on(w, arc, square);
    w->right[length] = (uint8_t)letter;
    w->right_square[length] = (uint8_t)square;
    if (w->found.letter && graph_accepts(arc))
        give_word(w, length + 1);
    if (letters && length + 1 < WORD_MAX)
        go_on(w, arc, letters, square, length + 1, true);
}

static void arrive_left(struct walk *w, graph_arc arc, unsigned square, unsigned letter)
{
    uint32_t letters = ways_on(w, arc, square);
    graph_arc turn = graph_turn(w->graph, arc);
    w->left[w->lefts] = (uint8_t)letter;
    w->left_square[w->lefts++] = (uint8_t)square;
    if (w->found.letter && graph_accepts(arc))
        give_word(w, w->lefts);
    w->used[square] = true;
    if (turn && w->lefts < WORD_MAX) {
        uint32_t turned = ways_on(w, turn, w->start);
        if (turned)
            go_on(w, turn, turned, w->start, w->lefts, true);
    }
    if (letters && w->lefts < WORD_MAX)
        go_on(w, arc, letters, square, w->lefts, false);
    w->used[square] = false;
    w->lefts--;
}

static inline void arrive(struct walk *w, graph_arc arc, unsigned square, unsigned letter,
                          unsigned length, bool rightwards)
{
    if (rightwards)
        arrive_right(w, arc, square, letter, length);
    else
        arrive_left(w, arc, square, letter);
}

// Places each of the letters on the empty squares beside `from`.
static void place_letters(struct walk *w, graph_arc arc, uint32_t letters, unsigned from,
                          unsigned length, bool rightwards)
{
    const struct adjacency *near = &w->near[from];
    for (; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        w->found.letter = (uint8_t)letter;
        for (unsigned left = near->empty; left; left &= left - 1) {
            unsigned to = near->square[__builtin_ctz(left)];
            w->found.square = (uint8_t)to;
            arrive(w, next, to, letter, length, rightwards);
        }
    }
    w->found.letter = 0;
}

static void go_on(struct walk *w, graph_arc arc, uint32_t letters, unsigned from, unsigned length,
                  bool rightwards)
{
    const struct adjacency *near = &w->near[from];
    bool was_used = w->used[from];
    w->used[from] = true;
    if (!w->found.letter && near->empty)
        place_letters(w, arc, letters, from, length, rightwards);
    for (letters &= near->letters; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        for (unsigned left = adjacency_with(near, letter); left; left &= left - 1) {
            unsigned to = near->square[__builtin_ctz(left)];
            if (!w->used[to])
                arrive(w, next, to, letter, length, rightwards);
        }
    }
    w->used[from] = was_used;
}

void balda_find_through(const struct adjacency *near, const struct graph *graph, unsigned square,
                        unsigned letter, balda_through_fn *sink, void *context)
{
    graph_arc arc = graph_step(graph, graph_around(graph), letter);
    struct walk w = {.near = near, .graph = graph, .sink = sink, .context = context};
    w.start = square;
    if (arc)
        arrive_left(&w, arc, square, letter);
}
