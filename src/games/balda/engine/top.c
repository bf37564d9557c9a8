#include "games/balda/engine/top.h"

#include "engine/workers.h"
#include "games/balda/engine/endgame.h"
#include "games/balda/engine/reach.h"

#include <stdlib.h>
#include <string.h>

enum {
    TOP_NODES = 60000,  // without a clock the top level looks at so many positions
    END_NODES = 500000, // and at so many near the end
    SOLVE_EMPTY = 8,    // with so few empty squares it tries to see it all
    SURE_EMPTY = 6,     // and with so few it is sure that it can
    PREPARE_DEPTH = 2,
};

static unsigned empty_squares(const struct balda_case *at)
{
    unsigned size = config_number(at->config, "size");
    return size * size - at->state->filled;
}

static uint64_t most_nodes(const struct balda_case *at, const struct engine_options *options)
{
    if (options->stop || options->max_nodes)
        return options->max_nodes;
    return empty_squares(at) <= SURE_EMPTY ? END_NODES : TOP_NODES;
}

bool balda_top_init(struct balda_top *top, const struct balda_case *at,
                    const struct engine_options *options)
{
    unsigned trees = options->threads < 1          ? 1
                     : options->threads > WORKERS_MAX ? WORKERS_MAX
                                                   : options->threads;
    uint64_t most = most_nodes(at, options);
    memset(top, 0, sizeof *top);
    top->at = *at;
    top->end = empty_squares(at) <= SOLVE_EMPTY;
    top->tree = calloc(trees, sizeof *top->tree);
    top->finding = calloc(trees, sizeof *top->finding);
    bool ok = top->tree && top->finding && balda_team_init(&top->team, options, trees, most) &&
              balda_tree_init(&top->tree[0], &top->team, 0, at->config, at->state);
    if (!ok) {
        balda_top_release(top);
        return false;
    }
    top->tree[0].most_nodes = most;
    return true;
}

void balda_top_release(struct balda_top *top)
{
    for (unsigned i = 0; top->tree && i < top->team.trees; i++)
        balda_tree_release(&top->tree[i]);
    graph_builder_release(&top->reach);
    balda_team_release(&top->team);
    free(top->tree);
    free(top->finding);
    top->tree = NULL;
    top->finding = NULL;
}

// How far to look ahead before everything is looked at, so that there is a good move to begin with
// and to fall back on.
static unsigned first_depth(const struct balda_top *top, const struct balda_position *p)
{
    if (!top->end)
        return BALDA_LAYERS;
    return p->empty > SURE_EMPTY ? SOLVE_EMPTY - 2 : 3;
}

static void solve(struct balda_top *top, struct balda_tree *t, struct balda_finding *found)
{
    struct balda_option solution = {0};
    int value;
    bool solved = balda_solve_root(t, top->at.lead, top->at.state->passes, &solution, &value);
    if (!solved && !solution.letter)
        return;
    found->move = solution;
    found->margin = value;
    found->depth = t->position.empty;
    found->solved = solved && !t->position.partial;
}

static void look_ahead(struct balda_top *top, struct balda_tree *t, unsigned depth,
                       struct balda_finding *found)
{
    struct balda_best best;
    balda_deepen(t, depth, &best);
    if (best.depth < found->depth)
        return;
    found->move = best.move;
    found->margin = top->at.lead + (double)best.value / BALDA_POINT;
    found->depth = best.depth;
}

// What is done before there are other threads: a good move to begin with, since looking which words
// can still come may take long.
static void prepare(struct balda_top *top)
{
    struct balda_tree *t = &top->tree[0];
    if (!top->end)
        return;
    look_ahead(top, t, PREPARE_DEPTH, &top->finding[0]);
    balda_reach(t, &top->reach);
}

static void think(struct balda_top *top, struct balda_tree *t, struct balda_finding *found)
{
    look_ahead(top, t, first_depth(top, &t->position), found);
    if (top->end && !t->stopped)
        solve(top, t, found);
    found->finished = !t->stopped;
}

static void work(void *context, unsigned number)
{
    struct balda_top *top = context;
    struct balda_tree *t = &top->tree[number];
    if (number) {
        if (!balda_tree_init(t, &top->team, number, top->at.config, top->at.state))
            return;
        t->position.graph = top->tree[0].position.graph;
        memcpy(t->position.longest, top->tree[0].position.longest, sizeof t->position.longest);
    }
    if (!t->stopped)
        think(top, t, &top->finding[number]);
    // Whoever has seen everything has the answer, and the first thread's limits are those of all.
    if (top->finding[number].finished || number == 0)
        atomic_store_explicit(&top->team.stop, true, memory_order_relaxed);
}

static bool better(const struct balda_finding *x, const struct balda_finding *y)
{
    if (x->finished != y->finished)
        return x->finished;
    return x->depth > y->depth;
}

bool balda_top_think(struct balda_top *top, struct balda_finding *out)
{
    if (balda_position_best(&top->tree[0].position) == 0)
        return false;
    prepare(top);
    workers_run(top->tree[0].stopped ? 1 : top->team.trees, work, NULL, top);
    *out = top->finding[0];
    for (unsigned i = 1; i < top->team.trees; i++)
        if (better(&top->finding[i], out))
            *out = top->finding[i];
    return true;
}

uint64_t balda_top_nodes(const struct balda_top *top)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i < top->team.trees; i++)
        nodes += top->tree[i].nodes;
    return nodes;
}
