#include "games/balda/engine/search.h"

#include "engine/workers.h"
#include "games/balda/engine/endgame.h"
#include "games/balda/engine/reachable_graph.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIDDLE_NODES = 60000, // node limit without a clock
    END_NODES = 500000,   // the same with SURE_EMPTY empty squares or fewer
    SOLVE_EMPTY = 8,      // with so few empty squares the endgame solver is tried
    SURE_EMPTY = 6,       // with so few it finishes
    PREPARE_DEPTH = 2,
};

static unsigned empty_squares(const struct balda_root *root)
{
    unsigned width = root->state->set.width;
    return width * width - root->state->filled;
}

// Workers that are zeroed, or have been used.
static bool make_room(struct balda_search *s, unsigned workers)
{
    if (workers <= s->room)
        return true;
    struct balda_worker *worker = realloc(s->worker, workers * sizeof *worker);
    if (worker)
        s->worker = worker;
    struct balda_result *result = realloc(s->result, workers * sizeof *result);
    if (result)
        s->result = result;
    if (!worker || !result)
        return false;
    memset(worker + s->room, 0, (workers - s->room) * sizeof *worker);
    s->room = workers;
    return true;
}

bool balda_search_begin(struct balda_search *s, const struct balda_root *root,
                        const struct engine_options *options)
{
    unsigned workers = options->threads < 1             ? 1
                       : options->threads > WORKERS_MAX ? WORKERS_MAX
                                                        : options->threads;
    uint64_t quiet = empty_squares(root) <= SURE_EMPTY ? END_NODES : MIDDLE_NODES;
    s->root = *root;
    s->near_end = empty_squares(root) <= SOLVE_EMPTY;
    if (!make_room(s, workers) || !balda_shared_begin(&s->shared, options, workers, quiet) ||
        !balda_worker_begin(&s->worker[0], &s->shared, 0, root->config, root->state))
        return false;
    memset(s->result, 0, workers * sizeof *s->result);
    for (unsigned i = 1; i < workers; i++)
        s->worker[i].watch.nodes = 0; // of a thread that may not start
    return true;
}

struct balda_position *balda_search_position(struct balda_search *s)
{
    return make_room(s, 1) ? &s->worker[0].position : NULL;
}

void balda_search_end(struct balda_search *s)
{
    for (unsigned i = 1; i < s->room; i++)
        balda_worker_release(&s->worker[i]);
    balda_position_trim(&s->worker[0].position);
    balda_shared_trim(&s->shared);
    graph_builder_release(&s->reachable);
}

void balda_search_release(struct balda_search *s)
{
    for (unsigned i = 0; i < s->room; i++)
        balda_worker_release(&s->worker[i]);
    graph_builder_release(&s->reachable);
    balda_shared_release(&s->shared);
    free(s->worker);
    free(s->result);
    memset(s, 0, sizeof *s);
}

// Depth of the search before the solver starts: it orders the solver's moves, and its move is
// played if the solver runs out of time.
static unsigned first_depth(const struct balda_search *s, const struct balda_position *p)
{
    if (!s->near_end)
        return BALDA_LAYERS;
    return p->empty > SURE_EMPTY ? SOLVE_EMPTY - 2 : 3;
}

static void solve(struct balda_search *s, struct balda_worker *w, struct balda_result *found)
{
    struct balda_option solution = {0};
    int value;
    bool solved = balda_solve_root(w, s->root.lead, s->root.state->passes, &solution, &value);
    if (!solved && !solution.letter)
        return;
    found->move = solution;
    found->margin = value;
    found->depth = w->position.empty;
    found->solved = solved && !w->position.partial;
}

static void deepen(struct balda_search *s, struct balda_worker *w, unsigned depth,
                   struct balda_result *found)
{
    struct balda_best best;
    balda_deepen(w, depth, &best);
    if (best.depth < found->depth)
        return;
    found->move = best.move;
    found->margin = s->root.lead + (double)best.value / BALDA_POINT;
    found->depth = best.depth;
}

// Before the other workers start: a move to fall back on, because restricting the graph may take
// long.
static void prepare(struct balda_search *s)
{
    struct balda_worker *w = &s->worker[0];
    if (!s->near_end)
        return;
    deepen(s, w, PREPARE_DEPTH, &s->result[0]);
    balda_restrict_graph(w, &s->reachable);
}

static void search_from(struct balda_search *s, struct balda_worker *w, struct balda_result *found)
{
    deepen(s, w, first_depth(s, &w->position), found);
    if (s->near_end && !w->watch.over)
        solve(s, w, found);
    found->finished = !w->watch.over;
}

static void run_worker(void *context, unsigned number)
{
    struct balda_search *s = context;
    struct balda_worker *w = &s->worker[number];
    if (number) {
        if (!balda_worker_begin(w, &s->shared, number, s->root.config, s->root.state))
            return;
        w->position.graph = s->worker[0].position.graph;
        memcpy(w->position.longest, s->worker[0].position.longest, sizeof w->position.longest);
    }
    if (!w->watch.over)
        search_from(s, w, &s->result[number]);
    // A worker that has finished has the answer. Worker 0 has the limits, so it stops all.
    if (s->result[number].finished || number == 0)
        deadline_pass(&s->shared.deadline);
}

static bool better(const struct balda_result *x, const struct balda_result *y)
{
    if (x->finished != y->finished)
        return x->finished;
    return x->depth > y->depth;
}

bool balda_search_run(struct balda_search *s, struct balda_result *out)
{
    if (balda_position_best(&s->worker[0].position) == 0)
        return false;
    prepare(s);
    workers_run(s->worker[0].watch.over ? 1 : s->shared.workers, run_worker, NULL, s);
    *out = s->result[0];
    for (unsigned i = 1; i < s->shared.workers; i++)
        if (better(&s->result[i], out))
            *out = s->result[i];
    return true;
}

uint64_t balda_search_nodes(const struct balda_search *s)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i < s->shared.workers; i++)
        nodes += s->worker[i].watch.nodes;
    return nodes;
}
