#include "games/wordgame/engine/simulate.h"

#include "engine/candidates.h"
#include "engine/deadline.h"
#include "engine/workers.h"
#include "games/wordgame/engine/playout.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    POLL_STRIDE = 1, // a playout takes long
    CANDIDATES = 24,
    BEHIND = 16,    // points of equity below the best that a candidate may have
    ROUND = 8,      // guesses for each candidate between two comparisons
    LEAST = 16,     // guesses before a candidate may be dropped
    PRIOR = 40,     // weight of the equity, in guesses
    LAST_PRIOR = 2, // the same where all bags are enumerated
    GUESSES = 4096, // at most
    QUIET = 96,     // guesses without a clock
    SHORT_PLIES = 2,
    LONG_PLIES = 20, // to the end of nearly all games with few tiles left
    FEW = 2,         // tiles in the bag: all possible bags are enumerated
};

// A candidate that is behind by SURE standard errors is dropped.
#define SURE 2.6

struct candidate {
    struct wordgame_candidate move;
    bool out;     // dropped
    float *worth; // by guess
    double prior; // estimate without any
    unsigned guesses;
    double sum, margin, win; // of them
};

struct simulation {
    struct wordgame_position *at;
    const struct engine_options *options;
    struct candidate candidate[CANDIDATES];
    unsigned candidates, plies, prior;
    uint8_t seed[RNG_SEED];
    struct wordgame_playout *playout[WORKERS_MAX];
    unsigned threads;
    unsigned from, to; // guesses of this round
    atomic_uint next;  // playout of this round
    atomic_uint_least64_t playouts;
    atomic_bool failed;
    struct deadline deadline;
    struct deadline_watch watch; // the calling thread's, which has the limit of playouts
    struct outlook {
        float worth, margin, win;
    } * seen; // of this round, by candidate and guess
};

// The random numbers of a guess: the same for every candidate, whichever thread plays it.
static struct rng guess_rng(const struct simulation *s, unsigned guess)
{
    struct rng r;
    uint8_t seed[RNG_SEED];
    memcpy(seed, s->seed, sizeof seed);
    for (unsigned i = 0; i < 4; i++)
        seed[i] = (uint8_t)(seed[i] ^ guess >> 8 * i);
    rng_seed(&r, seed);
    return r;
}

// The number of possible bags, where tiles of a kind are distinct.
static unsigned count_bags(const struct wordgame_position *at)
{
    unsigned count = 1;
    for (unsigned i = 0; i < at->state->in_bag; i++)
        count *= at->unseens - i;
    return count;
}

// The unseen tile with that number goes into the bag.
static void put_in_bag(struct wordgame_state *w, uint8_t unseen[TILE_KINDS], unsigned number)
{
    unsigned kind = 0;
    while (number >= unseen[kind])
        number -= unseen[kind++];
    unseen[kind]--;
    w->bag[kind]++;
}

// Enumerates the possible bags, in an order that begins anywhere and tries different tiles soon.
static void set_bag(const struct simulation *s, unsigned guess, struct state *out)
{
    const struct wordgame_position *at = s->at;
    struct wordgame_state *w = wordgame_state_of(out);
    unsigned left = at->unseens, number = guess + s->seed[0];
    uint8_t *unseen = w->rack[1 - at->seat]; // what is not in the bag is the other's
    *out = at->view;
    memcpy(unseen, at->unseen, TILE_KINDS);
    for (unsigned i = 0; i < w->in_bag; i++, left--) {
        put_in_bag(w, unseen, number % left);
        number /= left;
    }
}

// Fills in the hidden tiles of the guess with that number.
static void guess_hidden(const struct simulation *s, unsigned guess, struct rng *r,
                         struct state *out)
{
    const struct config *c = s->at->config;
    if (s->at->state->in_bag <= FEW)
        set_bag(s, guess, out);
    else
        c->rules->guess(c, &s->at->view, s->at->seat, r, out);
}

static bool should_stop(struct simulation *s, unsigned thread)
{
    if (thread == 0 && deadline_reach(&s->watch, s->playouts))
        deadline_pass(&s->deadline);
    return deadline_passed(&s->deadline) || s->failed;
}

// The others may still be busy with their last playouts.
static void watch_clock(void *context)
{
    should_stop(context, 0);
}

// The evaluation of a playout: its result, or an estimate where it was cut off.
static struct outlook evaluate(const struct simulation *s, const struct wordgame_playout *p,
                               const struct wordgame_playout_result *result)
{
    const struct wordgame_state *w = wordgame_state(&p->state);
    double margin = s->at->lead + result->spread + (double)result->leave / EQUITY_POINT, win;
    unsigned left = (unsigned)w->in_bag + w->in_rack[0] + w->in_rack[1];
    if (result->over)
        win = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    else
        win = wordgame_model_win(s->at->model, margin, left);
    return (struct outlook){(float)(win + WORDGAME_MARGIN_WEIGHT * margin), (float)margin,
                            (float)win};
}

static void play_guess(struct simulation *s, struct wordgame_playout *p, unsigned number,
                       unsigned guess)
{
    struct wordgame_playout_result result;
    struct rng r = guess_rng(s, guess);
    struct state state;
    guess_hidden(s, guess, &r, &state);
    if (!wordgame_playout_run(p, wordgame_state(&state), &r, s->plies, &result)) {
        s->failed = true;
        return;
    }
    s->seen[number * ROUND + guess - s->from] = evaluate(s, p, &result);
    s->playouts++;
}

// Takes playouts of a round, one after the other, until none is left.
static void simulate_worker(void *context, unsigned thread)
{
    struct simulation *s = context;
    struct wordgame_playout *p = s->playout[thread];
    unsigned last = CANDIDATES, task;
    while (!should_stop(s, thread) && (task = s->next++) < s->candidates * ROUND) {
        unsigned number = task / ROUND;
        if (s->candidate[number].out)
            continue;
        if (number != last) {
            wordgame_playout_end(p);
            wordgame_playout_begin(p, &s->candidate[number].move.action);
            last = number;
        }
        if (s->from + task % ROUND < s->to)
            play_guess(s, p, number, s->from + task % ROUND);
    }
    wordgame_playout_end(p);
}

static void take_round(struct simulation *s)
{
    for (unsigned i = 0; i < s->candidates; i++) {
        struct candidate *c = &s->candidate[i];
        for (unsigned guess = s->from; !c->out && guess < s->to; guess++) {
            const struct outlook *o = &s->seen[i * ROUND + guess - s->from];
            c->worth[guess] = o->worth;
            c->guesses++;
            c->sum += o->worth;
            c->margin += o->margin;
            c->win += o->win;
        }
    }
}

// The prior counts as some guesses: few guesses say less than the equity does.
static double total(const struct simulation *s, const struct candidate *c)
{
    return c->sum + s->prior * c->prior;
}

static unsigned leader(const struct simulation *s)
{
    unsigned best = 0;
    for (unsigned i = 1; i < s->candidates; i++)
        if (s->candidate[best].out ||
            (!s->candidate[i].out && total(s, &s->candidate[i]) > total(s, &s->candidate[best])))
            best = i;
    return best;
}

// Is one significantly behind another? Both have seen the same guesses, so the differences are
// paired.
static bool is_behind(const struct simulation *s, const struct candidate *c,
                      const struct candidate *best)
{
    double sum = 0, squares = 0, n = s->to, counted = n + s->prior;
    for (unsigned i = 0; i < s->to; i++) {
        double less = best->worth[i] - c->worth[i];
        sum += less;
        squares += less * less;
    }
    double variance = squares / n - sum / n * (sum / n);
    double mean = (sum + s->prior * (best->prior - c->prior)) / counted;
    // The mean is more than SURE standard errors away from nothing.
    return mean > 0 && mean * mean * counted > SURE * SURE * variance;
}

// Returns how many are left.
static unsigned drop_behind(struct simulation *s)
{
    unsigned left = 0, best = leader(s);
    for (unsigned i = 0; i < s->candidates; i++) {
        struct candidate *c = &s->candidate[i];
        if (i != best && !c->out && s->to >= LEAST && is_behind(s, c, &s->candidate[best]))
            c->out = true;
        left += !c->out;
    }
    return left;
}

static bool find_candidates(struct simulation *s)
{
    struct wordgame_candidate move[CANDIDATES];
    unsigned count = wordgame_candidates(s->at, move, CANDIDATES);
    for (unsigned i = 0; i < count; i++) {
        struct candidate *c = &s->candidate[s->candidates];
        if (move[0].equity - move[i].equity > BEHIND * EQUITY_POINT)
            break;
        c->move = move[i];
        c->prior = wordgame_candidate_win(s->at, &move[i]) +
                   WORDGAME_MARGIN_WEIGHT * (double)move[i].equity / EQUITY_POINT;
        c->worth = malloc(GUESSES * sizeof *c->worth);
        if (!c->worth)
            return false;
        s->candidates++;
    }
    return count > 0;
}

static bool begin_simulation(struct simulation *s, struct rng *r)
{
    const struct wordgame_position *at = s->at;
    unsigned wanted = s->options->threads > 1 ? s->options->threads : 1;
    for (unsigned i = 0; i < RNG_SEED; i++)
        s->seed[i] = (uint8_t)rng_next(r);
    s->plies = at->state->in_bag > at->set->rack ? SHORT_PLIES : LONG_PLIES;
    s->prior = at->state->in_bag > FEW ? PRIOR : LAST_PRIOR;
    s->seen = malloc((size_t)CANDIDATES * ROUND * sizeof *s->seen);
    if (!s->seen || !find_candidates(s))
        return false;
    const struct wordgame_wordmap *map =
        s->candidates > 1 ? wordgame_instance_map(at->instance, s->options->seconds) : NULL;
    for (; s->threads < wanted && s->threads < WORKERS_MAX; s->threads++) {
        struct wordgame_playout *p = malloc(sizeof *p);
        if (!p ||
            !wordgame_playout_init(p, at->config, at->set, map, &at->model->leave, s->plies)) {
            free(p);
            break;
        }
        wordgame_playout_load(p, at->state);
        s->playout[s->threads] = p;
    }
    return s->threads > 0;
}

static void end_simulation(struct simulation *s)
{
    for (unsigned i = 0; i < s->threads; i++) {
        wordgame_playout_release(s->playout[i]);
        free(s->playout[i]);
    }
    for (unsigned i = 0; i < s->candidates; i++)
        free(s->candidate[i].worth);
    free(s->seen);
}

static double mean(const struct simulation *s, const struct candidate *c)
{
    return total(s, c) / (c->guesses + s->prior);
}

struct ranked {
    unsigned number; // of a candidate
    double mean;
};

static double ranked_mean(const void *item)
{
    return ((const struct ranked *)item)->mean;
}

static void put_ranked(const struct simulation *s, unsigned best, struct wordgame_simulated *out)
{
    struct ranked other[SIMULATED_BEST - 1];
    struct candidates others = {
        .item = other, .size = sizeof *other, .room = SIMULATED_BEST - 1, .value = ranked_mean};
    for (unsigned i = 0; i < s->candidates; i++)
        if (i != best)
            candidates_offer(&others, &(struct ranked){i, mean(s, &s->candidate[i])});
    out->ranked[out->ranks++] = s->candidate[best].move;
    for (unsigned i = 0; i < others.count; i++)
        out->ranked[out->ranks++] = s->candidate[other[i].number].move;
}

static void put_best(const struct simulation *s, unsigned guesses, struct wordgame_simulated *out)
{
    unsigned number = leader(s);
    const struct candidate *best = &s->candidate[number];
    *out =
        (struct wordgame_simulated){.best = best->move, .plies = s->plies, .playouts = s->playouts};
    put_ranked(s, number, out);
    out->win = guesses ? best->win / guesses : wordgame_candidate_win(s->at, &best->move);
    out->margin =
        guesses ? best->margin / guesses : s->at->lead + (double)best->move.equity / EQUITY_POINT;
    for (unsigned i = 0; i < s->threads; i++)
        out->mapped += s->playout[i]->player.generator.mapped;
}

bool wordgame_simulate(struct wordgame_position *at, const struct engine_options *options,
                       struct rng *r, struct wordgame_simulated *out)
{
    struct simulation *s = calloc(1, sizeof *s);
    unsigned done = 0, most = options->stop || options->max_nodes ? GUESSES : QUIET;
    if (at->state->in_bag <= FEW && count_bags(at) < most)
        most = count_bags(at); // more would repeat them
    if (!s)
        return false;
    s->at = at;
    s->options = options;
    deadline_init(&s->deadline, options, POLL_STRIDE);
    s->watch = deadline_watch(&s->deadline, 0, deadline_nodes(options, DEADLINE_NO_LIMIT));
    bool ok = begin_simulation(s, r);
    while (ok && s->candidates > 1 && done < most && !should_stop(s, 0)) {
        s->from = done;
        s->to = done + ROUND < most ? done + ROUND : most;
        s->next = 0;
        workers_run(s->threads, simulate_worker, watch_clock, s);
        if (s->watch.over || s->failed)
            break; // an incomplete round says nothing
        take_round(s);
        done = s->to;
        if (drop_behind(s) == 1)
            break;
    }
    ok = ok && !s->failed;
    if (ok)
        put_best(s, done, out);
    end_simulation(s);
    free(s);
    return ok;
}
