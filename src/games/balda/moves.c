#include "games/balda/moves.h"

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

bool balda_find_words(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                      balda_found_fn *sink, void *context)
{
    struct search s = {
        .grid = grid, .graph = graph, .board = board, .sink = sink, .context = context};
    for (unsigned square = 0; square < grid->squares; square++) {
        if (!is_open(grid, board, square))
            continue;
        for (unsigned letter = 1; letter <= graph->letters; letter++)
            if (!find_at(&s, square, letter))
                return false;
    }
    return true;
}
