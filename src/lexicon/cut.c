#include "lexicon/cut.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum {
    CODES = GRAPH_CODE_TURN + 1,
    PATH = WORD_MAX + 2, // a word, a turn and a 0
    LINE = 64,           // of the cache: cells lie in it as they do in a file
};

// A way through the graph: codes of arcs, and a 0.
struct path {
    char code[PATH];
};

struct cutting {
    const struct graph *graph;
    struct path *path; // that are to go, in order
    size_t path_cap;
    uint32_t *cell; // new ones; the first has the number graph->cells
    uint32_t cells;
    size_t cap;
    bool failed;
};

static uint32_t add_cell(struct cutting *c, uint32_t value)
{
    c->failed |=
        c->graph->cells + c->cells >= GRAPH_INDEX || !vec_reserve(&c->cell, &c->cap, c->cells + 1u);
    if (c->failed)
        return 0;
    c->cell[c->cells] = value;
    return c->graph->cells + c->cells++;
}

static uint32_t add_head(struct cutting *c, uint32_t letters, uint32_t turns)
{
    if (!graph_wide(c->graph))
        return add_cell(c, GRAPH_HEAD | turns | letters);
    add_cell(c, GRAPH_HEAD | letters >> 16);
    return add_cell(c, GRAPH_HEAD | turns | (letters & 0xFFFF));
}

// A place with these arcs, by code; the arc that leads there.
static graph_arc add_place(struct cutting *c, const graph_arc next[CODES])
{
    uint32_t letters = 0, turns = next[GRAPH_CODE_TURN] ? GRAPH_HEAD_TURNS : 0;
    unsigned ways = 0, only = 0;
    for (unsigned code = 1; code < CODES; code++)
        if (next[code]) {
            ways++;
            only = code;
            letters |= code < GRAPH_CODE_TURN ? graph_bit(code) : 0;
        }
    if (ways == 0)
        return GRAPH_DEAD;
    if (ways == 1)
        return (graph_arc)only << GRAPH_CODE_SHIFT | add_cell(c, next[only]);
    for (unsigned code = CODES - 1; code > 0; code--)
        if (next[code])
            add_cell(c, next[code]);
    return add_head(c, letters, turns);
}

static void find_ways(const struct graph *g, graph_arc arc, graph_arc next[CODES])
{
    memset(next, 0, CODES * sizeof *next);
    for (uint32_t left = graph_letters(g, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        next[letter] = graph_step(g, arc, letter);
    }
    next[GRAPH_CODE_TURN] = graph_turn(g, arc);
}

// The arc without the paths from `from` to `to`, of which `depth` codes have led here.
static graph_arc cut(struct cutting *c, graph_arc arc, size_t from, size_t to, unsigned depth)
{
    graph_arc next[CODES];
    if (from < to && c->path[from].code[depth] == 0) {
        arc &= ~GRAPH_ACCEPT;
        from++;
    }
    if (from == to || c->failed)
        return arc;
    find_ways(c->graph, arc, next);
    while (from < to) {
        unsigned code = (unsigned char)c->path[from].code[depth];
        size_t end = from + 1;
        while (end < to && (unsigned char)c->path[end].code[depth] == code)
            end++;
        next[code] = cut(c, next[code], from, end, depth + 1);
        from = end;
    }
    return (arc & GRAPH_ACCEPT) | add_place(c, next);
}

static int compare(const void *left, const void *right)
{
    const struct path *x = left, *y = right;
    return strcmp(x->code, y->code);
}

// The way of a word: around from the letter before `split`, or forwards.
static struct path way_around(const struct word *w, unsigned split)
{
    struct path p = {{0}};
    unsigned at = 0;
    for (unsigned i = split; i > 0; i--)
        p.code[at++] = (char)w->letter[i - 1];
    if (split < w->len)
        p.code[at++] = GRAPH_CODE_TURN;
    for (unsigned i = split; i < w->len; i++)
        p.code[at++] = (char)w->letter[i];
    return p;
}

static struct path way_forward(const struct word *w)
{
    struct path p = {{0}};
    memcpy(p.code, w->letter, w->len);
    return p;
}

static bool cut_ways(struct cutting *c, const uint32_t *word, size_t words, struct graph *out)
{
    size_t paths = 0;
    struct word w;
    for (size_t i = 0; i < words; i++) {
        graph_nth(c->graph, word[i], &w);
        c->path[i] = way_forward(&w);
        paths += w.len;
    }
    qsort(c->path, words, sizeof *c->path, compare);
    out->forward = cut(c, c->graph->forward, 0, words, 0);
    if (c->graph->promise)
        return !c->failed;
    if (!vec_reserve(&c->path, &c->path_cap, paths + 1))
        return false;
    paths = 0;
    for (size_t i = 0; i < words; i++) {
        graph_nth(c->graph, word[i], &w);
        for (unsigned split = 1; split <= w.len; split++)
            c->path[paths++] = way_around(&w, split);
    }
    qsort(c->path, paths, sizeof *c->path, compare);
    out->around = cut(c, c->graph->around, 0, paths, 0);
    return !c->failed;
}

uint32_t *graph_cut(const struct graph *g, const uint32_t *word, size_t words, struct graph *out)
{
    struct cutting c = {
        .graph = g, .path = malloc((words + 1) * sizeof *c.path), .path_cap = words + 1};
    uint32_t *cell = NULL;
    *out = *g;
    if (c.path && cut_ways(&c, word, words, out))
        cell = aligned_alloc(LINE, ((g->cells + c.cells) * sizeof *cell + LINE - 1) / LINE * LINE);
    if (cell) {
        memcpy(cell, g->cell, g->cells * sizeof *cell);
        if (c.cells)
            memcpy(cell + g->cells, c.cell, c.cells * sizeof *cell);
        out->cell = cell;
        out->cells = g->cells + c.cells;
        out->count = NULL;
        out->large = NULL;
        out->dawg_cells = out->larges = 0;
        out->starts = NULL;
    }
    free(c.path);
    free(c.cell);
    return cell;
}
