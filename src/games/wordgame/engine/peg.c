#include "games/wordgame/engine/peg.h"

#include "base/bug.h"
#include "engine/workers.h"
#include "games/wordgame/engine/endgame.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAYS = (2 * RACK_MAX) * (2 * RACK_MAX), // more than there are for the bag
    LEAST = 2,                              // moves that are compared to the end
    FIRST_NODES = 60,                       // for an end, in the first round
    MORE_NODES = 4,                         // times as many in each further one
    ROUNDS = 16,
    QUIET = 20000, // nodes where nobody says when to stop
    CLOSE = 25,    // points: what is further from a draw is not measured
};

// An estimate may be wrong: one of so many points ahead is a chance of three in four.
#define UNSURE 6.0
// What a point of margin counts beside the chance to win: enough to go on where that is decided.
#define MARGIN_WEIGHT 0.0005

// What the bag may hold, in the order in which it is drawn.
struct way {
    uint8_t kind[PREEND_BAG];
    unsigned times; // that it is as likely as another one with 1
};

// An end of a candidate, for one way.
struct outlook {
    double win, margin;
    bool exact, done;
};

struct candidate {
    struct wordgame_choice choice;
    bool empties;        // the bag
    double win, margin;  // after the last round that was completed
    struct outlook *end; // by way
};

// A thread's own.
struct hand {
    struct endgame *endgame;
    struct wordgame_static *player;
};

struct preend {
    const struct wordgame_case *at;
    const struct engine_options *options;
    struct candidate candidate[PREEND_MOVES]; // the best first
    unsigned candidates;
    struct way way[WAYS];
    unsigned ways;
    uint8_t seed[RNG_SEED];
    struct hand hand[CREW_MAX];
    unsigned hands;
    unsigned round, tried; // candidates of this round
    unsigned compared;     // of the first one, which has the most of them
    uint64_t budget;       // nodes for an end in this round
    atomic_uint next;      // end of this round
    atomic_uint_least64_t nodes;
    atomic_bool stopped, failed;
};

// All that the bag may hold. With two tiles the same two are there in both orders.
static void find_ways(struct preend *p)
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
                                                 .times = unseen[first] * left};
        }
}

// Does a way have to be looked at for a candidate? If it draws both tiles, their order is nothing.
static unsigned times(const struct preend *p, const struct candidate *c, unsigned way)
{
    const struct way *w = &p->way[way];
    if (!c->empties || p->at->state->in_bag < 2 || w->kind[0] == w->kind[1])
        return w->times;
    return w->kind[0] < w->kind[1] ? 2 * w->times : 0;
}

// A state in which the bag holds the tiles of a way.
static void set_way(const struct preend *p, unsigned way, struct state *out)
{
    const struct wordgame_case *at = p->at;
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
static void deal(const struct preend *p, unsigned way, struct rng *r, struct state *s)
{
    const struct wordgame_case *at = p->at;
    const struct wordgame_state *w = wordgame_state(s);
    struct action a;
    at->config->rules->draw(at->config, s, r, &a);
    if (at->state->in_bag == 2 && w->in_bag == 2 && a.len == 2 && w->in_aside == 0)
        action_change(&a, 1, p->way[way].kind[0]);
    at->config->rules->apply(at->config, s, &a);
}

static int32_t lead(const struct wordgame_state *w, unsigned seat)
{
    return w->score[seat] - w->score[1 - seat];
}

// Makes the candidate's move, and has the static player play on until the bag is empty. False: no
// memory.
static bool empty_bag(const struct preend *p, struct hand *h, const struct candidate *c,
                      unsigned way, struct state *s)
{
    const struct config *config = p->at->config;
    const struct wordgame_state *w = wordgame_state(s);
    struct rng r;
    bool loaded = false;
    rng_seed(&r, p->seed);
    config->rules->apply(config, s, &c->choice.action);
    for (unsigned who; (who = config->rules->to_act(config, s));) {
        struct static_choice choice;
        if (who & ACTS_CHANCE) {
            deal(p, way, &r, s);
            continue;
        }
        if (w->in_bag == 0)
            return true;
        if (!loaded)
            wordgame_static_load(h->player, w);
        loaded = true;
        if (!wordgame_static_choose(h->player, w, &choice))
            return false;
        wordgame_static_played(h->player, &choice.action);
        config->rules->apply(config, s, &choice.action);
    }
    return true;
}

static struct outlook judge(double margin, bool exact)
{
    double sure = margin > 0 ? 1 : margin < 0 ? 0 : 0.5, size = margin < 0 ? -margin : margin;
    double win = exact ? sure : 0.5 + 0.5 * margin / (size + UNSURE);
    return (struct outlook){win, margin, exact, true};
}

static bool time_is_up(void *context)
{
    struct preend *p = context;
    if (p->options->stop && p->options->stop(p->options->context))
        p->stopped = true;
    return p->stopped;
}

// The others may still be busy with ends that take long.
static void watch(void *context)
{
    time_is_up(context);
}

static bool others_stopped(void *context)
{
    const struct preend *p = context;
    return p->stopped;
}

// Searches an end.
static void look(struct preend *p, unsigned thread, struct candidate *c, unsigned way)
{
    const struct wordgame_case *at = p->at;
    struct state s;
    struct endgame_found found;
    set_way(p, way, &s);
    const struct wordgame_state *w = wordgame_state(&s);
    if (!empty_bag(p, &p->hand[thread], c, way, &s)) {
        p->failed = true;
        return;
    }
    if (w->end) {
        c->end[way] = judge(lead(w, at->seat), true);
        p->nodes++;
        return;
    }
    int32_t ahead = lead(w, w->turn);
    struct endgame_limits limits = {.nodes = p->budget,
                                    .low = -ahead - CLOSE,
                                    .high = -ahead + CLOSE,
                                    .stop = thread ? others_stopped : time_is_up,
                                    .context = p};
    if (!endgame_solve(p->hand[thread].endgame, w, &limits, &found)) {
        p->failed = true;
        return;
    }
    p->nodes += 1 + found.nodes;
    if (p->stopped)
        return;
    int32_t margin = ahead + found.gain;
    c->end[way] = judge(w->turn == at->seat ? margin : -margin, found.exact);
}

// Takes what is still to be looked at in a round, one end after the other.
static void work(void *context, unsigned thread)
{
    struct preend *p = context;
    unsigned task;
    while (!p->failed && !(thread ? others_stopped(p) : time_is_up(p)) &&
           (task = p->next++) < p->tried * p->ways) {
        struct candidate *c = &p->candidate[task / p->ways];
        unsigned way = task % p->ways;
        if (times(p, c, way) && !c->end[way].done)
            look(p, thread, c, way);
    }
}

static double worth(const struct candidate *c)
{
    return c->win + MARGIN_WEIGHT * c->margin;
}

// What the ends of a candidate come to. False: some were not looked at in this round.
static bool sum_up(const struct preend *p, struct candidate *c)
{
    double win = 0, margin = 0, all = 0;
    for (unsigned way = 0; way < p->ways; way++) {
        unsigned n = times(p, c, way);
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

// Sums up a round and brings the better candidates to the front. Where it was stopped, those that
// were not looked at in full stay behind the others: what they come to cannot be compared.
static void take_round(struct preend *p)
{
    unsigned complete = 0;
    while (complete < p->tried && sum_up(p, &p->candidate[complete]))
        complete++;
    if (p->round == 0)
        p->compared = complete;
    for (unsigned i = 1; i < complete; i++) {
        struct candidate c = p->candidate[i];
        unsigned at = i;
        for (; at > 0 && worth(&p->candidate[at - 1]) < worth(&c); at--)
            p->candidate[at] = p->candidate[at - 1];
        p->candidate[at] = c;
    }
}

static bool is_exact(const struct preend *p, const struct candidate *c)
{
    for (unsigned way = 0; way < p->ways; way++)
        if (times(p, c, way) && !c->end[way].exact)
            return false;
    return true;
}

// What the next round looks at: half of the candidates, and of them the ends that are not certain.
// Returns how many ends that are.
static unsigned choose_round(struct preend *p)
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
            ends += !o->exact && times(p, &p->candidate[i], way);
        }
    p->budget = p->round ? MORE_NODES * p->budget : FIRST_NODES;
    return ends;
}

static bool add_candidate(struct preend *p, const struct wordgame_choice *choice)
{
    struct candidate *c = &p->candidate[p->candidates];
    unsigned keeps = p->at->state->in_rack[p->at->seat] - wordgame_choice_tiles(p->at, choice);
    *c = (struct candidate){.choice = *choice};
    c->empties =
        choice->action.kind == WORDGAME_PLACE && keeps + p->at->state->in_bag <= p->at->set->rack;
    c->end = calloc(p->ways, sizeof *c->end);
    c->win = wordgame_choice_win(p->at, choice);
    c->margin = p->at->lead + (double)choice->equity / EQUITY_POINT;
    p->candidates += c->end != NULL;
    return c->end;
}

static bool begin_hand(const struct preend *p, struct hand *h)
{
    const struct wordgame_case *at = p->at;
    const struct graph *graph = &at->config->lexicon->graph;
    h->endgame = endgame_new(at->set, graph);
    h->player = malloc(sizeof *h->player);
    if (h->endgame && h->player &&
        wordgame_static_init(h->player, at->set, graph, NULL, &at->model->leave, 0))
        return true;
    endgame_free(h->endgame);
    free(h->player);
    return false;
}

static bool begin(struct preend *p, const struct wordgame_choice *move, unsigned moves,
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
    while (p->hands < wanted && p->hands < CREW_MAX && begin_hand(p, &p->hand[p->hands]))
        p->hands++;
    return p->hands > 0;
}

static void end(struct preend *p)
{
    for (unsigned i = 0; i < p->hands; i++) {
        endgame_free(p->hand[i].endgame);
        wordgame_static_release(p->hand[i].player);
        free(p->hand[i].player);
    }
    for (unsigned i = 0; i < p->candidates; i++)
        free(p->candidate[i].end);
    free(p);
}

// Round after round, until nothing is left to find out, or it has to stop. The number of nodes is
// only looked at between them, so that it does not matter which thread was the first.
static void run(struct preend *p)
{
    const struct engine_options *o = p->options;
    uint64_t limit = o->max_nodes ? o->max_nodes : o->stop ? UINT64_MAX : QUIET;
    if (limit / p->ways < p->tried)
        p->tried = limit > p->ways ? (unsigned)(limit / p->ways) : 1;
    for (p->round = 0; p->round < ROUNDS && !p->stopped && !p->failed; p->round++) {
        unsigned ends = choose_round(p);
        if (!ends || p->candidates < 2 || (p->round && p->nodes + ends * p->budget > limit))
            break;
        p->next = 0;
        crew_run(p->hands, work, watch, p);
        take_round(p);
    }
}

bool wordgame_preend(const struct wordgame_case *at, const struct wordgame_choice *move,
                     unsigned moves, const struct engine_options *options, struct rng *r,
                     struct preend_found *out)
{
    struct preend *p = calloc(1, sizeof *p);
    BUG_UNLESS(at->state->in_bag >= 1 && at->state->in_bag <= PREEND_BAG);
    BUG_UNLESS(moves > 0 && moves <= PREEND_MOVES);
    if (!p)
        return false;
    p->at = at;
    p->options = options;
    bool ok = begin(p, move, moves, r);
    if (ok)
        run(p);
    ok = ok && !p->failed;
    if (ok) {
        const struct candidate *best = &p->candidate[0];
        *out = (struct preend_found){.choice = best->choice,
                                     .win = best->win,
                                     .margin = best->margin,
                                     .exact = best->empties && is_exact(p, best),
                                     .compared = p->compared,
                                     .rounds = p->round,
                                     .nodes = p->nodes};
    }
    end(p);
    return ok;
}
