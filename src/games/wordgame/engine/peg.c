#include "games/wordgame/engine/peg.h"

#include "base/bug.h"
#include "engine/candidates.h"
#include "engine/workers.h"
#include "games/wordgame/engine/endgame.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAYS = (2 * RACK_MAX) * (2 * RACK_MAX), // upper bound of the possible bags
    LEAST = 2,                              // candidates in the last rounds
    FIRST_NODES = 60,                       // for an endgame, in the first round
    MORE_NODES = 4,                         // times as many in each further one
    ROUNDS = 16,
    QUIET = 20000, // nodes without a clock
    CLOSE = 25,    // points: the window around a draw in which margins are exact
};

// The uncertainty of an estimate: a lead of UNSURE points wins three times in four.
#define UNSURE 6.0

// A possible content of the bag, in the order of the draws.
struct way {
    uint8_t kind[WORDGAME_PEG_BAG];
    unsigned weight; // number of equivalent draws
};

// The value of a candidate for one way.
struct outlook {
    double win, margin;
    bool exact, done;
};

struct candidate {
    struct wordgame_candidate move;
    bool empties;        // the bag, by its draw
    double win, margin;  // after the last round that was completed
    struct outlook *end; // by way
};

// The memory of one thread.
struct worker {
    struct wordgame_endgame *endgame; // the instance's
    struct wordgame_static *player;
};

struct peg {
    const struct wordgame_position *at;
    const struct engine_options *options;
    struct candidate candidate[WORDGAME_PEG_MOVES]; // the best first
    unsigned candidates;
    struct way way[WAYS];
    unsigned ways;
    uint8_t seed[RNG_SEED];
    struct worker worker[WORKERS_MAX];
    unsigned workers;
    unsigned round, tried; // candidates of this round
    unsigned compared;     // of the first one, which has the most of them
    uint64_t budget;       // nodes for an end in this round
    atomic_uint next;      // end of this round
    atomic_uint_least64_t nodes;
    atomic_bool failed;
    struct deadline deadline;
    struct deadline_watch watch; // the calling thread's, between endgames
};

// All possible contents of the bag. With two tiles, both orders of the same two are listed.
static void find_ways(struct peg *p)
{
    const uint8_t *unseen = p->at->unseen;
    bool two = p->at->state->in_bag == 2;
    for (unsigned first = 0; first < TILE_KINDS; first++)
        for (unsigned second = 0; unseen[first] && second < (two ? TILE_KINDS : 1u); second++) {
            unsigned left = two ? unseen[second] - (unsigned)(first == second) : 1;
            if (two && !unseen[second])
                continue;
            if (left)
                p->way[p->ways++] = (struct way){.kind = {(uint8_t)first, (uint8_t)second},
                                                 .weight = unseen[first] * left};
        }
}

// How often a way counts for a candidate. If the candidate draws both tiles, their order is
// irrelevant, and one of the two ways stands for both.
static unsigned weight_of(const struct peg *p, const struct candidate *c, unsigned way)
{
    const struct way *w = &p->way[way];
    if (!c->empties || p->at->state->in_bag < 2 || w->kind[0] == w->kind[1])
        return w->weight;
    return w->kind[0] < w->kind[1] ? 2 * w->weight : 0;
}

// A state in which the bag holds the tiles of a way.
static void set_way(const struct peg *p, unsigned way, struct state *out)
{
    const struct wordgame_position *at = p->at;
    struct wordgame_state *w = wordgame_state_of(out);
    uint8_t *other = w->rack[1 - at->seat];
    *out = at->view;
    memcpy(other, at->unseen, TILE_KINDS);
    memset(w->bag, 0, sizeof w->bag);
    for (unsigned i = 0; i < w->in_bag; i++) {
        other[p->way[way].kind[i]]--;
        w->bag[p->way[way].kind[i]]++;
    }
}

// Draws in the order of the way, as long as the bag has nothing else.
static void deal(const struct peg *p, unsigned way, struct rng *r, struct state *s)
{
    const struct wordgame_position *at = p->at;
    const struct wordgame_state *w = wordgame_state(s);
    struct action a;
    at->config->rules->draw(at->config, s, r, &a);
    if (at->state->in_bag == 2 && w->in_bag == 2 && a.len == 2 && w->in_aside == 0)
        action_change(&a, 1, p->way[way].kind[0]);
    at->config->rules->apply(at->config, s, &a);
}

// Makes the candidate's move, and has the static player play on until the bag is empty. False: no
// memory.
static bool empty_bag(const struct peg *p, struct worker *worker, const struct candidate *c,
                      unsigned way, struct state *s)
{
    const struct config *config = p->at->config;
    const struct wordgame_state *w = wordgame_state(s);
    struct rng r;
    bool loaded = false;
    rng_seed(&r, p->seed);
    config->rules->apply(config, s, &c->move.action);
    for (unsigned acting; (acting = config->rules->to_act(config, s));) {
        struct wordgame_static_choice choice;
        if (acting & ACTS_CHANCE) {
            deal(p, way, &r, s);
            continue;
        }
        if (w->in_bag == 0)
            return true;
        if (!loaded)
            wordgame_static_load(worker->player, w);
        loaded = true;
        if (!wordgame_static_choose(worker->player, w, &choice))
            return false;
        wordgame_static_played(worker->player, &choice.action);
        config->rules->apply(config, s, &choice.action);
    }
    return true;
}

static struct outlook evaluate(double margin, bool exact)
{
    double sure = margin > 0 ? 1 : margin < 0 ? 0 : 0.5, size = margin < 0 ? -margin : margin;
    double win = exact ? sure : 0.5 + 0.5 * margin / (size + UNSURE);
    return (struct outlook){win, margin, exact, true};
}

static bool should_stop(struct peg *p, unsigned thread)
{
    return (thread ? deadline_passed(&p->deadline) : deadline_poll(&p->watch)) || p->failed;
}

// Called while the other workers finish.
static void watch_clock(void *context)
{
    should_stop(context, 0);
}

// Solves the endgame of a candidate for one way.
static void solve_end(struct peg *p, unsigned thread, struct candidate *c, unsigned way)
{
    const struct wordgame_position *at = p->at;
    struct state s;
    struct wordgame_endgame_found found;
    set_way(p, way, &s);
    const struct wordgame_state *w = wordgame_state(&s);
    if (!empty_bag(p, &p->worker[thread], c, way, &s)) {
        p->failed = true;
        return;
    }
    if (w->end) {
        c->end[way] = evaluate(wordgame_lead(w, at->seat), true);
        p->nodes++;
        return;
    }
    int32_t ahead = wordgame_lead(w, w->turn);
    struct wordgame_endgame_limits limits = {.watch =
                                                 deadline_watch(&p->deadline, thread, p->budget),
                                             .low = -ahead - CLOSE,
                                             .high = -ahead + CLOSE};
    if (!wordgame_endgame_solve(p->worker[thread].endgame, w, &limits, &found)) {
        p->failed = true;
        return;
    }
    p->nodes += 1 + found.nodes;
    if (deadline_passed(&p->deadline))
        return;
    int32_t margin = ahead + found.gain;
    c->end[way] = evaluate(w->turn == at->seat ? margin : -margin, found.exact);
}

// Solves endgames of a round until none is left.
static void peg_worker(void *context, unsigned thread)
{
    struct peg *p = context;
    unsigned task;
    while (!should_stop(p, thread) && (task = p->next++) < p->tried * p->ways) {
        struct candidate *c = &p->candidate[task / p->ways];
        unsigned way = task % p->ways;
        if (weight_of(p, c, way) && !c->end[way].done)
            solve_end(p, thread, c, way);
    }
}

static double worth(const void *item)
{
    const struct candidate *c = item;
    return c->win + WORDGAME_MARGIN_WEIGHT * c->margin;
}

// Sums up the endgames of a candidate. False: some were not searched in this round.
static bool sum_up(const struct peg *p, struct candidate *c)
{
    double win = 0, margin = 0, all = 0;
    for (unsigned way = 0; way < p->ways; way++) {
        unsigned n = weight_of(p, c, way);
        if (n && !c->end[way].done)
            return false;
        win += n * c->end[way].win;
        margin += n * c->end[way].margin;
        all += n;
    }
    c->win = win / all;
    c->margin = margin / all;
    return true;
}

// Sums up a round and sorts the candidates, best first. Where the round was stopped, incomplete
// candidates stay behind the others: they cannot be compared.
static void take_round(struct peg *p)
{
    unsigned complete = 0;
    while (complete < p->tried && sum_up(p, &p->candidate[complete]))
        complete++;
    if (p->round == 0)
        p->compared = complete;
    candidates_sort(&(struct candidates){
        .item = p->candidate, .size = sizeof *p->candidate, .count = complete, .value = worth});
}

static bool is_exact(const struct peg *p, const struct candidate *c)
{
    for (unsigned way = 0; way < p->ways; way++)
        if (weight_of(p, c, way) && !c->end[way].exact)
            return false;
    return true;
}

// Sequential halving: the next round has half of the candidates, those endgames of them that are
// not exact yet, and more nodes for each. Returns how many endgames that are.
static unsigned choose_round(struct peg *p)
{
    unsigned ends = 0;
    if (p->round)
        p->tried = p->tried / 2 > LEAST ? p->tried / 2 : LEAST;
    if (p->tried > p->candidates)
        p->tried = p->candidates;
    for (unsigned i = 0; i < p->tried; i++)
        for (unsigned way = 0; way < p->ways; way++) {
            struct outlook *o = &p->candidate[i].end[way];
            o->done = o->exact;
            ends += !o->exact && weight_of(p, &p->candidate[i], way);
        }
    p->budget = p->round ? MORE_NODES * p->budget : FIRST_NODES;
    return ends;
}

static bool add_candidate(struct peg *p, const struct wordgame_candidate *move)
{
    struct candidate *c = &p->candidate[p->candidates];
    unsigned keeps = p->at->state->in_rack[p->at->seat] - wordgame_candidate_tiles(p->at, move);
    *c = (struct candidate){.move = *move};
    c->empties =
        move->action.kind == WORDGAME_PLACE && keeps + p->at->state->in_bag <= p->at->set->rack;
    c->end = calloc(p->ways, sizeof *c->end);
    c->win = wordgame_candidate_win(p->at, move);
    c->margin = p->at->lead + (double)move->equity / EQUITY_POINT;
    p->candidates += c->end != NULL;
    return c->end;
}

static bool worker_init(const struct peg *p, struct worker *worker)
{
    const struct wordgame_position *at = p->at;
    const struct graph *graph = &at->config->lexicon->graph;
    worker->endgame = wordgame_instance_endgame(at->instance, p->workers);
    worker->player = malloc(sizeof *worker->player);
    if (worker->endgame && worker->player &&
        wordgame_static_init(worker->player, at->set, graph, NULL, &at->model->leave, 0))
        return true;
    free(worker->player);
    return false;
}

static bool begin_peg(struct peg *p, const struct wordgame_candidate *move, unsigned moves,
                      struct rng *r)
{
    unsigned wanted = p->options->threads > 1 ? p->options->threads : 1;
    for (unsigned i = 0; i < RNG_SEED; i++)
        p->seed[i] = (uint8_t)rng_next(r);
    find_ways(p);
    for (unsigned i = 0; i < moves; i++)
        if (!add_candidate(p, &move[i]))
            return false;
    p->tried = p->candidates;
    while (p->workers < wanted && p->workers < WORKERS_MAX &&
           worker_init(p, &p->worker[p->workers]))
        p->workers++;
    return p->workers > 0;
}

static void end_peg(struct peg *p)
{
    for (unsigned i = 0; i < p->workers; i++) {
        wordgame_static_release(p->worker[i].player);
        free(p->worker[i].player);
    }
    for (unsigned i = 0; i < p->candidates; i++)
        free(p->candidate[i].end);
    free(p);
}

// Rounds until all is exact or time is up. The node limit applies between rounds only, so the
// result does not depend on which thread was first.
static void run_rounds(struct peg *p)
{
    uint64_t limit = deadline_nodes(p->options, QUIET);
    if (limit / p->ways < p->tried)
        p->tried = limit > p->ways ? (unsigned)(limit / p->ways) : 1;
    for (p->round = 0; p->round < ROUNDS && !should_stop(p, 0); p->round++) {
        unsigned ends = choose_round(p);
        if (!ends || p->candidates < 2 || (p->round && p->nodes + ends * p->budget > limit))
            break;
        p->next = 0;
        workers_run(p->workers, peg_worker, watch_clock, p);
        take_round(p);
    }
}

bool wordgame_peg(const struct wordgame_position *at, const struct wordgame_candidate *move,
                  unsigned moves, const struct engine_options *options, struct rng *r,
                  struct wordgame_peg_found *out)
{
    struct peg *p = calloc(1, sizeof *p);
    BUG_UNLESS(at->state->in_bag >= 1 && at->state->in_bag <= WORDGAME_PEG_BAG);
    BUG_UNLESS(moves > 0 && moves <= WORDGAME_PEG_MOVES);
    if (!p)
        return false;
    p->at = at;
    p->options = options;
    deadline_init(&p->deadline, options, WORDGAME_ENDGAME_STRIDE);
    p->watch = deadline_watch(&p->deadline, 0, DEADLINE_NO_LIMIT);
    bool ok = begin_peg(p, move, moves, r);
    if (ok)
        run_rounds(p);
    ok = ok && !p->failed;
    if (ok) {
        const struct candidate *best = &p->candidate[0];
        *out = (struct wordgame_peg_found){.best = best->move,
                                           .win = best->win,
                                           .margin = best->margin,
                                           .exact = best->empties && is_exact(p, best),
                                           .compared = p->compared,
                                           .rounds = p->round,
                                           .nodes = p->nodes};
    }
    end_peg(p);
    return ok;
}
