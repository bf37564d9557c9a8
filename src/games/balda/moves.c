#include "games/balda/moves.h"

#include "games/balda/spots.h"

struct search {
    const struct grid *grid;
    const struct graph *graph;
    const uint8_t *board;
    balda_found_fn *sink;
    void *context;
    uint8_t used[GRID_SQUARES];
    uint8_t left[WORD_MAX]; // squares from the new letter leftwards; the new one is the first
    unsigned lefts;
    struct balda_found found; // path and word are filled from `lefts` on while reading rightwards
};

// The part to the left was read backwards; put it in front in the right order.
static bool give(struct search *s, unsigned length)
{
    for (unsigned i = 0; i < s->lefts; i++) {
        unsigned square = s->left[s->lefts - 1 - i];
        s->found.path[i] = (uint8_t)square;
        s->found.word[i] = square == s->found.square ? s->found.letter : s->board[square];
    }
    s->found.length = (uint8_t)length;
    return length < 2 || s->sink(s->context, &s->found);
}

static bool go_right(struct search *s, graph_arc arc, unsigned from, unsigned length)
{
    uint32_t letters = graph_letters(s->graph, arc);
    if (length == WORD_MAX)
        return true;
    for (unsigned i = 0; i < s->grid->neighbours[from]; i++) {
        unsigned to = s->grid->neighbour[from][i], letter = s->board[to];
        if (!letter || s->used[to] || !(letters & graph_bit(letter)))
            continue;
        graph_arc next = graph_step(s->graph, arc, letter);
        s->used[to] = 1;
        s->found.path[length] = (uint8_t)to;
        s->found.word[length] = (uint8_t)letter;
        bool go_on =
            (!graph_accepts(next) || give(s, length + 1)) && go_right(s, next, to, length + 1);
        s->used[to] = 0;
        if (!go_on)
            return false;
    }
    return true;
}

static bool go_left(struct search *s, graph_arc arc)
{
    uint32_t letters = graph_letters(s->graph, arc);
    unsigned from = s->left[s->lefts - 1];
    graph_arc turn = graph_turn(s->graph, arc);
    if (graph_accepts(arc) && !give(s, s->lefts))
        return false;
    if (turn && !go_right(s, turn, s->found.square, s->lefts))
        return false;
    for (unsigned i = 0; letters && i < s->grid->neighbours[from]; i++) {
        unsigned to = s->grid->neighbour[from][i], letter = s->board[to];
        if (!letter || s->used[to] || !(letters & graph_bit(letter)) || s->lefts == WORD_MAX)
            continue;
        s->used[to] = 1;
        s->left[s->lefts++] = (uint8_t)to;
        bool go_on = go_left(s, graph_step(s->graph, arc, letter));
        s->lefts--;
        s->used[to] = 0;
        if (!go_on)
            return false;
    }
    return true;
}

static bool find_at(struct search *s, unsigned square, unsigned letter)
{
    graph_arc arc = graph_step(s->graph, graph_around(s->graph), letter);
    if (!arc)
        return true;
    s->found.square = (uint8_t)square;
    s->found.letter = (uint8_t)letter;
    s->left[0] = (uint8_t)square;
    s->lefts = 1;
    s->used[square] = 1;
    bool go_on = go_left(s, arc);
    s->used[square] = 0;
    return go_on;
}

static bool is_open(const struct grid *grid, const uint8_t *board, unsigned square)
{
    if (board[square])
        return false;
    for (unsigned i = 0; i < grid->neighbours[square]; i++)
        if (board[grid->neighbour[square][i]])
            return true;
    return false;
}

bool balda_find_at(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                   unsigned square, unsigned letter, balda_found_fn *sink, void *context)
{
    struct search s = {
        .grid = grid, .graph = graph, .board = board, .sink = sink, .context = context};
    return !is_open(grid, board, square) || find_at(&s, square, letter);
}

// All words at once: forwards through the word from wherever it may begin, putting the letter on
// the way. Words have far fewer beginnings than parts, so this takes fewer steps than going both
// ways from each letter on each square.
struct walk {
    const struct graph *graph;
    const uint8_t *board;
    balda_found_fn *sink;
    void *context;
    bool stopped;
    bool used[GRID_SQUARES];
    struct balda_found found;
    struct spot spot[GRID_SQUARES];
};

static void finish(struct walk *w, graph_arc arc, uint32_t letters, unsigned square,
                   unsigned length);

// The word has got to this square, the letter has been put. Most ways end here, so this is kept
// apart from going on.
static inline void arrive(struct walk *w, graph_arc arc, unsigned square, unsigned length)
{
    uint32_t letters = graph_letters(w->graph, arc) & w->spot[square].letters;
    w->found.path[length] = (uint8_t)square;
    if (graph_accepts(arc) && length > 0 && !w->stopped) {
        w->found.length = (uint8_t)(length + 1);
        w->stopped = !w->sink(w->context, &w->found);
    }
    if (letters && length + 1 < WORD_MAX && !w->stopped)
        finish(w, arc, letters, square, length + 1);
}

// On over filled squares with one of these letters, to the end of the word.
static void finish(struct walk *w, graph_arc arc, uint32_t letters, unsigned square,
                   unsigned length)
{
    const struct spot *spot = &w->spot[square];
    w->used[square] = true;
    for (; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        w->found.word[length] = (uint8_t)letter;
        for (unsigned left = spot_with(spot, letter); left; left &= left - 1) {
            unsigned to = spot->beside[__builtin_ctz(left)];
            if (!w->used[to])
                arrive(w, next, to, length);
        }
    }
    w->used[square] = false;
}

static inline void put_letter(struct walk *w, graph_arc arc, unsigned letter, unsigned square,
                              unsigned length)
{
    w->found.letter = (uint8_t)letter;
    w->found.word[length] = (uint8_t)letter;
    arrive(w, arc, square, length);
}

// Puts every letter that may follow on an empty square. A node's arcs are in the order of their
// letters, so they need no looking up.
static void put(struct walk *w, graph_arc arc, unsigned square, unsigned length)
{
    const uint32_t *cell = &w->graph->cell[arc & GRAPH_INDEX];
    unsigned code = graph_code(arc);
    int rank = 0;
    w->found.square = (uint8_t)square;
    if (code) {
        if (code != GRAPH_CODE_TURN)
            put_letter(w, graph_single_arc(cell), code, square, length);
        return;
    }
    for (uint32_t left = graph_head_letters(w->graph, cell); left; left &= left - 1)
        put_letter(w, graph_head_arc(w->graph, cell, rank++), (unsigned)__builtin_ctz(left) + 1,
                   square, length);
}

// The word has got to a filled square, and no letter has been put yet.
static void begin(struct walk *w, graph_arc arc, unsigned square, unsigned length)
{
    const struct spot *spot = &w->spot[square];
    uint32_t letters = graph_letters(w->graph, arc);
    w->found.path[length] = (uint8_t)square;
    w->found.word[length] = w->board[square];
    if (!letters || ++length == WORD_MAX || w->stopped)
        return;
    w->used[square] = true;
    for (unsigned left = spot->empty; left; left &= left - 1)
        put(w, arc, spot->beside[__builtin_ctz(left)], length);
    for (letters &= spot->letters; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        for (unsigned left = spot_with(spot, letter); left; left &= left - 1) {
            unsigned to = spot->beside[__builtin_ctz(left)];
            if (!w->used[to])
                begin(w, next, to, length);
        }
    }
    w->used[square] = false;
}

bool balda_find_words(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                      balda_found_fn *sink, void *context)
{
    struct walk w = {.graph = graph, .board = board, .sink = sink, .context = context};
    graph_arc start = graph_forward(graph);
    for (unsigned square = 0; square < grid->squares; square++)
        spot_find(&w.spot[square], grid, board, square);
    for (unsigned square = 0; square < grid->squares; square++) {
        if (board[square])
            begin(&w, graph_step(graph, start, board[square]), square, 0);
        else if (w.spot[square].letters)
            put(&w, start, square, 0);
    }
    return !w.stopped;
}
