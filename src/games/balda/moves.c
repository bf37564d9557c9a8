#include "games/balda/moves.h"

#include "games/balda/adjacency.h"
#include "games/balda/state.h"

#include <stdlib.h>

// ---- from one letter on one square, through the GADDAG

struct both_ways {
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
static bool found_both_ways(struct both_ways *s, unsigned length)
{
    for (unsigned i = 0; i < s->lefts; i++) {
        unsigned square = s->left[s->lefts - 1 - i];
        s->found.move.path[i] = (uint8_t)square;
        s->found.word[i] = square == s->found.move.square ? s->found.move.letter : s->board[square];
    }
    s->found.move.length = (uint8_t)length;
    return length < 2 || s->sink(s->context, &s->found);
}

static bool go_right(struct both_ways *s, graph_arc arc, unsigned from, unsigned length)
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
        s->found.move.path[length] = (uint8_t)to;
        s->found.word[length] = (uint8_t)letter;
        bool go_on = (!graph_accepts(next) || found_both_ways(s, length + 1)) &&
                     go_right(s, next, to, length + 1);
        s->used[to] = 0;
        if (!go_on)
            return false;
    }
    return true;
}

static bool go_left(struct both_ways *s, graph_arc arc)
{
    uint32_t letters = graph_letters(s->graph, arc);
    unsigned from = s->left[s->lefts - 1];
    graph_arc turn = graph_turn(s->graph, arc);
    if (graph_accepts(arc) && !found_both_ways(s, s->lefts))
        return false;
    if (turn && !go_right(s, turn, s->found.move.square, s->lefts))
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

static bool find_at(struct both_ways *s, unsigned square, unsigned letter)
{
    graph_arc arc = graph_step(s->graph, graph_around(s->graph), letter);
    if (!arc)
        return true;
    s->found.move.square = (uint8_t)square;
    s->found.move.letter = (uint8_t)letter;
    s->left[0] = (uint8_t)square;
    s->lefts = 1;
    s->used[square] = 1;
    bool go_on = go_left(s, arc);
    s->used[square] = 0;
    return go_on;
}

bool balda_find_at(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                   unsigned square, unsigned letter, balda_found_fn *sink, void *context)
{
    struct both_ways s = {
        .grid = grid, .graph = graph, .board = board, .sink = sink, .context = context};
    return !grid_open(grid, board, square) || find_at(&s, square, letter);
}

// ---- all words at once, forwards

struct forwards {
    const struct graph *graph;
    const uint8_t *board;
    balda_found_fn *sink;
    void *context;
    bool stopped;
    bool used[GRID_SQUARES];
    struct balda_found found;
    struct adjacency near[GRID_SQUARES];
};

static void finish(struct forwards *w, graph_arc arc, uint32_t letters, unsigned square,
                   unsigned length);

// The word has got to this square, the letter has been placed. Most ways end here, so this is kept
// apart from going on.
static inline void arrive(struct forwards *w, graph_arc arc, unsigned square, unsigned length)
{
    uint32_t letters = graph_letters(w->graph, arc) & w->near[square].letters;
    w->found.move.path[length] = (uint8_t)square;
    if (graph_accepts(arc) && length > 0 && !w->stopped) {
        w->found.move.length = (uint8_t)(length + 1);
        w->stopped = !w->sink(w->context, &w->found);
    }
    if (letters && length + 1 < WORD_MAX && !w->stopped)
        finish(w, arc, letters, square, length + 1);
}

// On over filled squares with one of these letters, to the end of the word.
static void finish(struct forwards *w, graph_arc arc, uint32_t letters, unsigned square,
                   unsigned length)
{
    const struct adjacency *near = &w->near[square];
    w->used[square] = true;
    for (; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        w->found.word[length] = (uint8_t)letter;
        for (unsigned left = adjacency_with(near, letter); left; left &= left - 1) {
            unsigned to = near->square[__builtin_ctz(left)];
            if (!w->used[to])
                arrive(w, next, to, length);
        }
    }
    w->used[square] = false;
}

static inline void place_letter(struct forwards *w, graph_arc arc, unsigned letter, unsigned square,
                                unsigned length)
{
    w->found.move.letter = (uint8_t)letter;
    w->found.word[length] = (uint8_t)letter;
    arrive(w, arc, square, length);
}

// Places every letter that may follow on an empty square. A node's arcs are in the order of their
// letters, so they need no looking up.
static void place_any(struct forwards *w, graph_arc arc, unsigned square, unsigned length)
{
    const uint32_t *cell = &w->graph->cell[arc & GRAPH_INDEX];
    unsigned code = graph_code(arc);
    int rank = 0;
    w->found.move.square = (uint8_t)square;
    if (code) {
        if (code != GRAPH_CODE_TURN)
            place_letter(w, graph_single_arc(cell), code, square, length);
        return;
    }
    for (uint32_t left = graph_head_letters(w->graph, cell); left; left &= left - 1)
        place_letter(w, graph_head_arc(w->graph, cell, rank++), (unsigned)__builtin_ctz(left) + 1,
                     square, length);
}

// The word has got to a filled square, and no letter has been placed yet.
static void enter(struct forwards *w, graph_arc arc, unsigned square, unsigned length)
{
    const struct adjacency *near = &w->near[square];
    uint32_t letters = graph_letters(w->graph, arc);
    w->found.move.path[length] = (uint8_t)square;
    w->found.word[length] = w->board[square];
    if (!letters || ++length == WORD_MAX || w->stopped)
        return;
    w->used[square] = true;
    for (unsigned left = near->empty; left; left &= left - 1)
        place_any(w, arc, near->square[__builtin_ctz(left)], length);
    for (letters &= near->letters; letters; letters &= letters - 1) {
        unsigned letter = (unsigned)__builtin_ctz(letters) + 1;
        graph_arc next = graph_step(w->graph, arc, letter);
        for (unsigned left = adjacency_with(near, letter); left; left &= left - 1) {
            unsigned to = near->square[__builtin_ctz(left)];
            if (!w->used[to])
                enter(w, next, to, length);
        }
    }
    w->used[square] = false;
}

bool balda_find_words(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                      balda_found_fn *sink, void *context)
{
    struct forwards w = {.graph = graph, .board = board, .sink = sink, .context = context};
    graph_arc start = graph_forward(graph);
    for (unsigned square = 0; square < grid->squares; square++)
        adjacency_init(&w.near[square], grid, board, square);
    for (unsigned square = 0; square < grid->squares; square++) {
        if (board[square])
            enter(&w, graph_step(graph, start, board[square]), square, 0);
        else if (w.near[square].letters)
            place_any(&w, start, square, 0);
    }
    return !w.stopped;
}

// ---- the words that can be scored

static struct word word_of(const struct balda_found *f)
{
    struct word w = {.len = f->move.length};
    memcpy(w.letter, f->word, f->move.length);
    return w;
}

static bool can_score(const struct config *c, const struct balda_state *b,
                      const struct balda_found *f)
{
    struct word w = word_of(f);
    return balda_in_play(c, b, &w) && balda_is_new(b, &w, f->move.path);
}

struct any_word {
    const struct config *c;
    const struct balda_state *b;
};

static bool cannot_score(void *context, const struct balda_found *f)
{
    const struct any_word *any = context;
    return !can_score(any->c, any->b, f);
}

bool balda_has_word(const struct config *c, const struct balda_state *b)
{
    struct grid g;
    struct any_word any = {c, b};
    balda_grid(&b->set, &g);
    return !balda_find_words(&g, &c->lexicon->graph, b->board, cannot_score, &any);
}

// ---- legal() of the rules

struct listing {
    const struct config *c;
    const struct state *s;
    const struct balda_state *b;
    unsigned seat;
    const struct move_sink *sink;
    struct grid grid;
    struct buf kept; // of struct balda_found: the words of one square and letter
};

static bool give_found(const struct listing *l, const struct balda_found *f)
{
    struct report report = balda_move_report(&f->move, l->seat);
    struct action a = balda_move_encode(&f->move, l->seat);
    report.word = word_of(f);
    report.points = f->move.length;
    return l->sink->take(l->sink->context, &a, &report);
}

static bool give_path(void *context, const struct balda_found *f)
{
    const struct listing *l = context;
    return can_score(l->c, l->b, f) ? give_found(l, f) : !move_sink_stops(l->sink);
}

static bool keep_path(void *context, const struct balda_found *f)
{
    struct listing *l = context;
    if (can_score(l->c, l->b, f))
        buf_add(&l->kept, f, sizeof *f);
    return !move_sink_stops(l->sink);
}

// By word, and within a word by path: the first of equals is the first path.
static int by_word(const void *left, const void *right)
{
    const struct balda_found *x = left, *y = right;
    unsigned xs = x->move.length, ys = y->move.length, shared = xs < ys ? xs : ys;
    int order = memcmp(x->word, y->word, shared);
    if (order == 0)
        order = (int)xs - (int)ys;
    return order ? order : memcmp(x->move.path, y->move.path, shared);
}

static bool same_word(const struct balda_found *x, const struct balda_found *y)
{
    return x->move.length == y->move.length && memcmp(x->word, y->word, x->move.length) == 0;
}

static bool list_letter(struct listing *l, unsigned square, unsigned letter)
{
    const struct graph *graph = &l->c->lexicon->graph;
    struct balda_found single = {.move = {(uint8_t)square, (uint8_t)letter, 1, {(uint8_t)square}},
                                 .word = {(uint8_t)letter}};
    if (l->b->set.single && !give_found(l, &single))
        return false;
    if (l->sink->paths)
        return balda_find_at(&l->grid, graph, l->b->board, square, letter, give_path, l);
    buf_clear(&l->kept);
    if (!balda_find_at(&l->grid, graph, l->b->board, square, letter, keep_path, l) ||
        !buf_ok(&l->kept))
        return false;
    struct balda_found *f = (struct balda_found *)(void *)l->kept.at;
    size_t count = l->kept.len / sizeof *f;
    if (count)
        qsort(f, count, sizeof *f, by_word);
    for (size_t i = 0; i < count; i++)
        if ((i == 0 || !same_word(&f[i], &f[i - 1])) && !give_found(l, &f[i]))
            return false;
    return true;
}

static bool list_words(struct listing *l)
{
    for (unsigned square = 0; square < l->grid.squares; square++) {
        if (!grid_open(&l->grid, l->b->board, square))
            continue;
        for (unsigned letter = 1; letter <= l->c->lexicon->alphabet.size; letter++)
            if (!list_letter(l, square, letter))
                return false;
    }
    return true;
}

static bool give_kind(const struct listing *l, unsigned kind)
{
    struct action a = {.kind = (uint8_t)kind, .seat = (uint8_t)l->seat};
    struct report report;
    l->c->rules->report(l->c, l->s, &a, &report);
    return l->sink->take(l->sink->context, &a, &report);
}

bool balda_legal(const struct config *c, const struct state *s, unsigned seat,
                 const struct move_sink *sink)
{
    struct listing l = {.c = c, .s = s, .b = balda_state(s), .seat = seat, .sink = sink};
    if (!(c->rules->to_act(c, s) >> seat & 1))
        return true;
    if (l.b->question.length)
        return give_kind(&l, BALDA_ACCEPT) && give_kind(&l, BALDA_REFUSE);
    balda_grid(&l.b->set, &l.grid);
    bool go_on = list_words(&l) && (!l.b->set.passes || give_kind(&l, ACTION_PASS));
    buf_release(&l.kept);
    return go_on;
}
