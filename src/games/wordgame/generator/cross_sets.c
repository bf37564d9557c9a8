#include "games/wordgame/generator/cross_sets.h"

// A square between two runs, and the graph to look them up in.
struct gap {
    const struct wordgame_settings *set;
    const struct graph *graph;
    const uint8_t *line;
    int first, last; // squares of the whole run, the gap included
    int at;
};

// Reads letters leftwards from `from` down to the run's first square. Every letter that can be read
// as two others is read in both ways; `then` gets each place that this leads to.
typedef uint32_t place_fn(const struct gap *g, graph_arc arc);

static uint32_t read_left(const struct gap *g, graph_arc arc, int from, place_fn *then)
{
    const struct wordgame_settings *set = g->set;
    uint32_t letters = 0;
    for (; from >= g->first && arc; from--) {
        unsigned letter = g->line[from];
        if (set->pair && letter == set->pair) {
            graph_arc both = graph_step(g->graph, arc, set->pair_second);
            letters |= read_left(g, graph_step(g->graph, both, set->pair_first), from - 1, then);
        }
        arc = graph_step(g->graph, arc, letter);
    }
    return arc ? letters | then(g, arc) : letters;
}

// The letters after which what follows the gap makes a word.
static uint32_t read_right(const struct gap *g, graph_arc arc, int from)
{
    const struct wordgame_settings *set = g->set;
    uint32_t found = 0;
    for (; from <= g->last && arc; from++) {
        unsigned letter = g->line[from];
        if (set->pair && letter == set->pair) {
            graph_arc both = graph_step(g->graph, arc, set->pair_first);
            found |= read_right(g, graph_step(g->graph, both, set->pair_second), from + 1);
        }
        arc = graph_step(g->graph, arc, letter);
    }
    return found | graph_accepts(arc);
}

// The letter in the gap comes next, to the right; what follows it is read behind it.
static uint32_t fill_right(const struct gap *g, graph_arc arc)
{
    const struct wordgame_settings *set = g->set;
    uint32_t letters = 0;
    arc = graph_turn(g->graph, arc);
    for (uint32_t left = graph_letters(g->graph, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        graph_arc to = graph_step(g->graph, arc, letter);
        if (read_right(g, to, g->at + 1))
            letters |= graph_bit(letter);
        if (set->pair && letter == set->pair_first &&
            read_right(g, graph_step(g->graph, to, set->pair_second), g->at + 1))
            letters |= graph_bit(set->pair);
    }
    return letters;
}

// The letter in the gap comes next, to the left, and begins the word.
static uint32_t fill_left(const struct gap *g, graph_arc arc)
{
    const struct wordgame_settings *set = g->set;
    uint32_t letters = graph_endings(g->graph, arc);
    if (set->pair) {
        graph_arc both = graph_step(g->graph, arc, set->pair_second);
        if (graph_accepts(graph_step(g->graph, both, set->pair_first)))
            letters |= graph_bit(set->pair);
    }
    return letters;
}

uint32_t wordgame_gen_cross(const struct wordgame_settings *set, const struct graph *graph,
                            const uint8_t line[BOARD_SIDE], unsigned at)
{
    struct gap g = {set, graph, line, (int)at, (int)at, (int)at};
    while (g.first > 0 && line[g.first - 1])
        g.first--;
    while (g.last < BOARD_SIDE - 1 && line[g.last + 1])
        g.last++;
    if (g.first < g.at)
        return read_left(&g, graph_around(graph), g.at - 1, fill_right);
    g.first = g.at + 1;
    return read_left(&g, graph_around(graph), g.last, fill_left);
}

// Where the run of tiles that ends before `end` leads when it is read leftwards.
static graph_arc read_run(const struct graph *graph, graph_arc arc, const uint8_t *line,
                          unsigned first, unsigned end)
{
    for (unsigned at = end; at > first && arc; at--)
        arc = graph_step(graph, arc, line[at - 1]);
    return arc;
}

// Letters behind which, or before which, a run occurs in some word.
static uint32_t before_run(const struct graph *graph, const uint8_t *line, unsigned first,
                           unsigned end)
{
    graph_arc arc = read_run(graph, graph_around(graph), line, first, end);
    return arc ? graph_letters(graph, arc) : 0;
}

static uint32_t behind_run(const struct graph *graph, const uint8_t *line, unsigned first,
                           unsigned end)
{
    graph_arc around = graph_around(graph);
    uint32_t letters = 0;
    for (uint32_t left = graph_letters(graph, around); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (read_run(graph, graph_step(graph, around, letter), line, first, end))
            letters |= graph_bit(letter);
    }
    return letters;
}

uint32_t wordgame_gen_beside(const struct wordgame_settings *set, const struct graph *graph,
                             const uint8_t line[BOARD_SIDE], unsigned at)
{
    unsigned first = at, end = at + 1;
    uint32_t letters = UINT32_MAX;
    if (set->pair)
        return letters;
    while (first > 0 && line[first - 1])
        first--;
    while (end < BOARD_SIDE && line[end])
        end++;
    if (first + 1 < at)
        letters &= behind_run(graph, line, first, at);
    if (end > at + 2)
        letters &= before_run(graph, line, at + 1, end);
    return letters;
}
