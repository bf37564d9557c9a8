#include "games/wordgame/engine/simulate.h"

#include "engine/workers.h"
#include "games/wordgame/engine/playout.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 24,
    BEHIND = 16,    // points of equity below the best that a candidate may have
    ROUND = 8,      // guesses for each candidate before they are compared
    LEAST = 16,     // guesses before a candidate may be left out
    PRIOR = 40,     // guesses that the move's equity counts as much as
    LAST_PRIOR = 2, // the same where everything is tried
    GUESSES = 4096, // most of them
    QUIET = 96,     // guesses where nobody says when to stop
    SHORT_PLIES = 2,
    LONG_PLIES = 20, // to the end of nearly all games with few tiles left
    FEW = 2,         // tiles in the bag: everything that they can be is tried
};

// A candidate that is behind by so many standard errors is left out.
#define SURE 2.6
// What a point of margin counts beside the chance to win: enough to go on where that is decided.
#define MARGIN_WEIGHT 0.0005

struct candidate {
    struct wordgame_choice choice;
    bool out;
    float *worth; // by guess
    double prior; // what it seems to be worth without any
    unsigned guesses;
    double sum, margin, win; // of them
};

struct simulation {
    struct wordgame_case *at;
    const struct engine_options *options;
    struct candidate candidate[CANDIDATES];
    unsigned candidates, plies, prior;
    uint8_t seed[RNG_SEED];
    struct wordmap map;
    bool mapped;
    struct wordgame_playout *playout[CREW_MAX];
    unsigned threads;
    unsigned from, to; // guesses of this round
    atomic_uint next;  // playout of this round
    uint64_t limit;
    atomic_uint_least64_t playouts;
    atomic_bool stopped, failed;
    struct outlook {
        float worth, margin, win;
    } * seen; // of this round, by candidate and guess
};

// The luck of a guess: the same for every candidate, whichever thread plays it.
static struct rng luck(const struct simulation *s, unsigned guess)
{
    struct rng r;
    uint8_t seed[RNG_SEED];
    memcpy(seed, s->seed, sizeof seed);
    for (unsigned i = 0; i < 4; i++)
        seed[i] = (uint8_t)(seed[i] ^ guess >> 8 * i);
    rng_seed(&r, seed);
    return r;
}

// In how many ways the tiles that the seat does not see can be in the bag; one tile is not another
// of its kind.
static unsigned ways(const struct wordgame_case *at)
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

// One of all ways after the other, in an order that begins anywhere and tries different tiles soon.
static void try_way(const struct simulation *s, unsigned guess, struct state *out)
{
    const struct wordgame_case *at = s->at;
    struct wordgame_state *w = wordgame_state_of(out);
    unsigned left = at->unseens, way = guess + s->seed[0];
    uint8_t *unseen = w->rack[1 - at->seat]; // what is not in the bag is the other's
    *out = at->view;
    memcpy(unseen, at->unseen, TILE_KINDS);
    for (unsigned i = 0; i < w->in_bag; i++, left--) {
        put_in_bag(w, unseen, way % left);
        way /= left;
    }
}

// What is hidden, in the guess with that number.
static void guess_hidden(const struct simulation *s, unsigned guess, struct rng *r,
                         struct state *out)
{
    const struct config *c = s->at->config;
    if (s->at->state->in_bag <= FEW)
        try_way(s, guess, out);
    else
        c->rules->guess(c, &s->at->view, s->at->seat, r, out);
}

static bool should_stop(struct simulation *s, unsigned thread)
{
    const struct engine_options *o = s->options;
    if (thread == 0 && (s->playouts >= s->limit || (o->stop && o->stop(o->context))))
        s->stopped = true;
    return s->stopped || s->failed;
}

// The others may still be busy with their last playouts.
static void watch(void *context)
{
    should_stop(context, 0);
}

// How a playout ended, or looks to end.
static struct outlook judge(const struct simulation *s, const struct wordgame_playout *p,
                            const struct playout_result *result)
{
    const struct wordgame_state *w = wordgame_state(&p->state);
    double margin = s->at->lead + result->spread + (double)result->leave / EQUITY_POINT, win;
    unsigned left = (unsigned)w->in_bag + w->in_rack[0] + w->in_rack[1];
    if (result->over)
        win = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    else
        win = wordgame_model_win(s->at->model, margin, left);
    return (struct outlook){(float)(win + MARGIN_WEIGHT * margin), (float)margin, (float)win};
}

static void play_guess(struct simulation *s, struct wordgame_playout *p, unsigned number,
                       unsigned guess)
{
    struct playout_result result;
    struct rng r = luck(s, guess);
    struct state state;
    guess_hidden(s, guess, &r, &state);
    if (!wordgame_playout_run(p, wordgame_state(&state), &r, s->plies, &result)) {
        s->failed = true;
        return;
    }
    s->seen[number * ROUND + guess - s->from] = judge(s, p, &result);
    s->playouts++;
}

// Takes what is still to be played of a round, one playout after the other.
static void work(void *context, unsigned thread)
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
            wordgame_playout_begin(p, &s->candidate[number].choice.action);
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

// Few guesses say less than the equity does.
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

// Is one behind another for sure? Both have seen the same guesses, so their differences count.
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
static unsigned leave_out(struct simulation *s)
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
    struct wordgame_choice choice[CANDIDATES];
    unsigned count = wordgame_choices(s->at, choice, CANDIDATES);
    for (unsigned i = 0; i < count; i++) {
        struct candidate *c = &s->candidate[s->candidates];
        if (choice[0].equity - choice[i].equity > BEHIND * EQUITY_POINT)
            break;
        c->choice = choice[i];
        c->prior = wordgame_choice_win(s->at, &choice[i]) +
                   MARGIN_WEIGHT * (double)choice[i].equity / EQUITY_POINT;
        c->worth = malloc(GUESSES * sizeof *c->worth);
        if (!c->worth)
            return false;
        s->candidates++;
    }
    return count > 0;
}

static bool begin(struct simulation *s, struct rng *r)
{
    const struct wordgame_case *at = s->at;
    unsigned wanted = s->options->threads > 1 ? s->options->threads : 1;
    for (unsigned i = 0; i < RNG_SEED; i++)
        s->seed[i] = (uint8_t)rng_next(r);
    s->plies = at->state->in_bag > at->set->rack ? SHORT_PLIES : LONG_PLIES;
    s->prior = at->state->in_bag > FEW ? PRIOR : LAST_PRIOR;
    s->seen = malloc((size_t)CANDIDATES * ROUND * sizeof *s->seen);
    if (!s->seen || !find_candidates(s))
        return false;
    s->mapped = s->candidates > 1 && wordgame_case_map(at, s->options->seconds, &s->map);
    for (; s->threads < wanted && s->threads < CREW_MAX; s->threads++) {
        struct wordgame_playout *p = malloc(sizeof *p);
        if (!p || !wordgame_playout_init(p, at->config, at->set, s->mapped ? &s->map : NULL,
                                         &at->model->leave, s->plies)) {
            free(p);
            break;
        }
        wordgame_playout_load(p, at->state);
        s->playout[s->threads] = p;
    }
    return s->threads > 0;
}

static void end(struct simulation *s)
{
    for (unsigned i = 0; i < s->threads; i++) {
        wordgame_playout_release(s->playout[i]);
        free(s->playout[i]);
    }
    if (s->mapped)
        wordmap_release(&s->map);
    for (unsigned i = 0; i < s->candidates; i++)
        free(s->candidate[i].worth);
    free(s->seen);
}

static double mean(const struct simulation *s, const struct candidate *c)
{
    return total(s, c) / (c->guesses + s->prior);
}

static void put_ranked(const struct simulation *s, unsigned best, struct simulated *out)
{
    unsigned order[CANDIDATES] = {best}, count = 1;
    for (unsigned i = 0; i < s->candidates; i++) {
        unsigned at = count;
        if (i == best)
            continue;
        for (; at > 1 && mean(s, &s->candidate[order[at - 1]]) < mean(s, &s->candidate[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
        count++;
    }
    for (; out->ranks < SIMULATED_BEST && out->ranks < count; out->ranks++)
        out->ranked[out->ranks] = s->candidate[order[out->ranks]].choice;
}

static void put_best(const struct simulation *s, unsigned guesses, struct simulated *out)
{
    unsigned number = leader(s);
    const struct candidate *best = &s->candidate[number];
    *out = (struct simulated){.choice = best->choice, .plies = s->plies, .playouts = s->playouts};
    put_ranked(s, number, out);
    out->win = guesses ? best->win / guesses : wordgame_choice_win(s->at, &best->choice);
    out->margin =
        guesses ? best->margin / guesses : s->at->lead + (double)best->choice.equity / EQUITY_POINT;
    for (unsigned i = 0; i < s->threads; i++)
        out->mapped += s->playout[i]->player.generator.mapped;
}

bool wordgame_simulate(struct wordgame_case *at, const struct engine_options *options,
                       struct rng *r, struct simulated *out)
{
    struct simulation *s = calloc(1, sizeof *s);
    unsigned done = 0, most = options->stop || options->max_nodes ? GUESSES : QUIET;
    if (at->state->in_bag <= FEW && ways(at) < most)
        most = ways(at); // more would be the same again
    if (!s)
        return false;
    s->at = at;
    s->options = options;
    s->limit = options->max_nodes ? options->max_nodes : UINT64_MAX;
    bool ok = begin(s, r);
    while (ok && s->candidates > 1 && done < most && !should_stop(s, 0)) {
        s->from = done;
        s->to = done + ROUND < most ? done + ROUND : most;
        s->next = 0;
        crew_run(s->threads, work, watch, s);
        if (s->stopped || s->failed)
            break; // a round that is not complete says nothing
        take_round(s);
        done = s->to;
        if (leave_out(s) == 1)
            break;
    }
    ok = ok && !s->failed;
    if (ok)
        put_best(s, done, out);
    end(s);
    free(s);
    return ok;
}
