#include "bali_greedy.h"

#include <stdlib.h>
#include <string.h>

// How many ways on there are from each place of the graph. A place is known by its arc: one that
// leads to a head, or one that has its only letter in itself.
struct bali_greedy {
    const struct graph *graph;
    uint32_t *ways[2]; // by cell; UINT32_MAX: not counted yet
};

struct bali_greedy *bali_greedy_new(const struct lexicon *lexicon)
{
    struct bali_greedy *g = calloc(1, sizeof *g);
    g->graph = &lexicon->graph;
    for (unsigned i = 0; i < 2; i++) {
        g->ways[i] = malloc(g->graph->cells * sizeof *g->ways[i]);
        memset(g->ways[i], 0xFF, g->graph->cells * sizeof *g->ways[i]);
    }
    return g;
}

void bali_greedy_free(struct bali_greedy *g)
{
    free(g->ways[0]);
    free(g->ways[1]);
    free(g);
}

static uint32_t ways(struct bali_greedy *g, graph_arc arc)
{
    uint32_t *known = &g->ways[graph_code(arc) != 0][arc & GRAPH_INDEX];
    if (!arc)
        return 0;
    if (*known == UINT32_MAX) {
        uint32_t count = ways(g, graph_turn(g->graph, arc));
        for (uint32_t left = graph_letters(g->graph, arc); left; left &= left - 1)
            count += ways(g, graph_step(g->graph, arc, (unsigned)__builtin_ctz(left) + 1));
        *known = count;
    }
    return *known + graph_accepts(arc);
}

static uint32_t continuations(struct bali_greedy *g, const struct word *run)
{
    graph_arc arc = graph_around(g->graph);
    for (unsigned i = run->len; i > 0; i--)
        arc = graph_step(g->graph, arc, run->letter[i - 1]);
    return ways(g, arc);
}

struct choosing {
    struct bali_greedy *g;
    const struct config *c;
    const struct bali_state *b;
    struct action best;
    int32_t points; // of the best word so far
    uint32_t ways;  // of the best join, as long as there is no word
};

// Taking comes before joining for the same points: what is taken cannot be lost.
static bool consider(void *context, const struct action *move, const struct report *report)
{
    struct choosing *x = context;
    struct bali_move m;
    struct bali_column column;
    int32_t points = -1;
    if (report->word.len) {
        points = report->points;
    } else if (move->kind == BALI_JOIN && bali_move_decode(move, &m) &&
               bali_move_column(x->b, &m, &column) && bali_takable(x->c, x->b, &column)) {
        points = bali_points(x->b, &column);
    }
    if (points > x->points || (points >= 0 && points == x->points && move->kind == BALI_TAKE)) {
        x->points = points;
        x->best = *move;
    } else if (x->points < 0 && report->run.len) {
        uint32_t ways = continuations(x->g, &report->run);
        if (ways > x->ways)
            x->best = *move;
        x->ways = ways > x->ways ? ways : x->ways;
    } else if (!x->best.kind) {
        x->best = *move;
    }
    return true;
}

struct action bali_greedy_choose(struct bali_greedy *g, const struct config *c,
                                 const struct state *s, unsigned seat)
{
    struct choosing x = {.g = g, .c = c, .b = bali_state(s), .points = -1};
    c->rules->legal(c, s, seat, &(struct move_sink){.take = consider, .context = &x});
    return x.best;
}
