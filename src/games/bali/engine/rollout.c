#include "games/bali/engine/rollout.h"

#include "engine/candidates.h"
#include "games/bali/engine/endgame_alone.h"
#include "games/bali/engine/greedy.h"
#include "games/bali/engine/lead.h"

#include <string.h>

enum { POLL_STRIDE = 1 }; // a position takes long
enum { TO_THE_END = 4 * BALI_DECK, FORECAST_SAMPLES = 16, FORECAST_NODES = 500 };

// Positions that a beam may visit for a forecast, in all and for each second of thinking: about a
// quarter of the time.
enum { FORECAST_BEAM = 3000, FORECAST_BEAM_RATE = 2000 };

// A move that is being tried.
struct trial {
    struct bali_move move;
    double sum, margin; // over all samples: of trial_value(), of leads or points
    double last, ahead; // the same of the latest sample
};

struct rollout {
    const struct bali_rollout *request;
    struct trial trial[ROLLOUT_MOVES];
    unsigned alive;
    struct deadline deadline;
    struct deadline_watch watch;
};

// The playout policy: the first candidate, or with several seats the greedy move. Ranking all joins
// of their columns takes far longer; in the same time many more samples can be played.
static void choose_move(struct rollout *x, const struct bali_position *p, struct bali_move *out)
{
    struct bali_candidate candidate;
    if (p->set.seats > 1 && bali_greedy_move(p, out))
        return;
    if (bali_candidates(p, x->request->completions, x->request->weights, &candidate, 1))
        *out = candidate.move;
    else
        *out = (struct bali_move){.kind = p->set.seats == 1 ? BALI_DONE : ACTION_PASS};
}

// Plays on for all seats. Leaves a seat alone with an empty deck to the endgame solver. False:
// stopped.
static bool play_on(struct rollout *x, struct bali_position *p, unsigned depth)
{
    while (!p->over && depth-- > 0) {
        struct bali_move move;
        if (p->set.seats == 1 && p->in_deck == 0)
            return true;
        if (deadline_poll(&x->watch))
            return false;
        x->watch.nodes++;
        choose_move(x, p, &move);
        bali_position_make(p, &move);
    }
    return true;
}

// With several seats winning counts, and points break ties.
static double trial_value(const struct bali_position *p, double lead)
{
    const double points = 1e-4;
    return p->set.seats > 1 ? bali_lead_value(p, lead) + points * lead : lead;
}

// Plays on from a position for the seat's lead, or the points of a seat alone. False: stopped.
static bool finish_trial(struct rollout *x, struct bali_position *p, unsigned seat, double *out)
{
    struct bali_beam_end end;
    if (p->set.seats > 1) {
        bool ended = play_on(x, p, x->request->limits.depth);
        *out = bali_expected_lead(p, seat);
        return ended;
    }
    bool ended = bali_beam_run(x->request->beam, p, x->request->limits.depth, &end);
    *out = (double)end.total;
    return ended;
}

static bool play_trial(struct rollout *x, const struct bali_position *sample, struct trial *t)
{
    struct bali_position p = *sample;
    bali_position_make(&p, &t->move);
    if (!finish_trial(x, &p, sample->turn, &t->ahead))
        return false;
    t->last = trial_value(&p, t->ahead);
    return true;
}

// A sample counts when all moves have been tried with it.
static bool play_trials(struct rollout *x, const struct bali_position *sample)
{
    for (unsigned i = 0; i < x->alive; i++)
        if (!play_trial(x, sample, &x->trial[i]))
            return false;
    for (unsigned i = 0; i < x->alive; i++) {
        x->trial[i].sum += x->trial[i].last;
        x->trial[i].margin += x->trial[i].ahead;
    }
    return true;
}

static double trial_sum(const void *item)
{
    return ((const struct trial *)item)->sum;
}

// Best first; equal ones stay in the order of the candidates.
static void sort_trials(struct rollout *x)
{
    candidates_sort(&(struct candidates){
        .item = x->trial, .size = sizeof *x->trial, .count = x->alive, .value = trial_sum});
}

static unsigned sample_all(struct rollout *x, struct rng *r)
{
    struct bali_position sample = *x->request->root;
    unsigned done = 0, halving = x->request->limits.halve_after;
    while (done < x->request->limits.samples && !deadline_poll(&x->watch)) {
        bali_position_determinize(&sample, r);
        if (!play_trials(x, &sample))
            break;
        done++;
        sort_trials(x);
        if (done == halving) {
            halving *= 2;
            x->alive = x->alive > 3 ? (x->alive + 1) / 2 : x->alive;
        }
    }
    return done;
}

// Without a sample: there was no time, or only one candidate.
static double static_margin(const struct rollout *x, const struct bali_move *move)
{
    const struct bali_weights *weights = x->request->weights;
    struct bali_position p = *x->request->root;
    float value[SEATS_MAX];
    bali_position_make(&p, move);
    if (p.set.seats > 1)
        return bali_expected_lead(&p, x->request->root->turn);
    if (p.over)
        return bali_position_total(&p, 0);
    bali_evaluate(&p, x->request->completions, weights, value);
    return (double)(value[0] + weights->card * (float)p.in_deck);
}

static void conclude(struct rollout *x, unsigned samples, struct bali_rollout_result *out)
{
    *out = (struct bali_rollout_result){.move = x->trial[0].move, .nodes = x->watch.nodes};
    out->depth = samples ? x->request->limits.depth + 1 : 1;
    out->margin = samples ? x->trial[0].margin / samples : static_margin(x, &x->trial[0].move);
}

// With the beam for a seat alone. False: no memory.
static bool begin(struct rollout *x, const struct bali_rollout *request)
{
    const struct bali_limits *limits = &request->limits;
    memset(x, 0, sizeof *x);
    x->request = request;
    deadline_init(&x->deadline, request->options, POLL_STRIDE);
    x->watch = deadline_watch(&x->deadline, 0, deadline_nodes(request->options, DEADLINE_NO_LIMIT));
    request->beam->how = (struct bali_beam_how){.completions = request->completions,
                                                .weights = request->weights,
                                                .width = limits->width,
                                                .moves = limits->ways,
                                                .watch = &x->watch};
    return request->root->set.seats > 1 || bali_beam_reserve(request->beam);
}

bool bali_rollout(const struct bali_rollout *request, struct rng *r,
                  struct bali_rollout_result *out)
{
    struct rollout x;
    struct bali_candidate candidate[ROLLOUT_MOVES];
    unsigned most = request->limits.moves < ROLLOUT_MOVES ? request->limits.moves : ROLLOUT_MOVES;
    unsigned done = 0, count = bali_candidates(request->root, request->completions,
                                               request->weights, candidate, most);
    if (!count || !begin(&x, request))
        return false;
    x.watch.nodes = 1; // the root
    x.alive = count;
    for (unsigned i = 0; i < x.alive; i++)
        x.trial[i] = (struct trial){.move = candidate[i].move};
    if (x.alive > 1)
        done = sample_all(&x, r);
    conclude(&x, done, out);
    return true;
}

// Plays one sample to the end of the game. False: stopped.
static bool play_to_end(struct rollout *x, struct bali_position *p, struct bali_forecast *out)
{
    struct bali_beam_end end;
    struct bali_endgame_alone solved;
    unsigned seat = p->turn;
    if (p->set.seats == 1 && x->request->limits.width > 1) {
        bool ended = bali_beam_run(x->request->beam, p, BALI_PACK, &end);
        *out = (struct bali_forecast){.score = (int)end.total, .bali = end.bali};
        return ended;
    }
    if (!play_on(x, p, TO_THE_END))
        return false;
    if (p->set.seats == 1 && !p->over && p->in_deck == 0) {
        bali_endgame_alone_solve(p, x->request->completions, &solved);
        *out = (struct bali_forecast){.score = solved.total, .bali = solved.bali};
        return true;
    }
    *out = (struct bali_forecast){.score = bali_position_total(p, seat),
                                  .bali = p->over && bali_position_bali(p, seat)};
    return true;
}

static uint64_t forecast_nodes(const struct bali_rollout *request)
{
    double seconds = request->options->seconds, most = FORECAST_BEAM;
    if (request->root->set.seats > 1 || request->limits.width <= 1)
        return FORECAST_NODES;
    if (seconds > 0 && seconds * FORECAST_BEAM_RATE < most)
        most = seconds * FORECAST_BEAM_RATE;
    return (uint64_t)most;
}

bool bali_forecast(const struct bali_rollout *request, struct rng *r, struct bali_forecast *out)
{
    struct rollout x;
    struct bali_position sample = *request->root;
    struct bali_forecast end;
    uint64_t most = forecast_nodes(request);
    unsigned ends = 0;
    *out = (struct bali_forecast){0};
    if (!begin(&x, request))
        return false;
    for (; ends < FORECAST_SAMPLES && x.watch.nodes < most; ends++) {
        bali_position_determinize(&sample, r);
        struct bali_position p = sample;
        if (!play_to_end(&x, &p, &end))
            break;
        out->score += end.score;
        out->bali += end.bali;
    }
    out->score /= ends ? ends : 1;
    out->bali /= ends ? ends : 1;
    return ends > 0;
}
