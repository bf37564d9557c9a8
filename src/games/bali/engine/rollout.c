#include "games/bali/engine/rollout.h"

#include "games/bali/engine/beam.h"
#include "games/bali/engine/plan.h"
#include "games/bali/engine/quick.h"
#include "games/bali/engine/standing.h"

enum { TO_THE_END = 4 * BALI_DECK, OUTLOOKS = 16, OUTLOOK_NODES = 500 };

// Positions that a beam may look at for an outlook, in all and for each second of thinking: about a
// quarter of it.
enum { OUTLOOK_BEAM = 3000, OUTLOOK_BEAM_RATE = 2000 };

// A move that is being tried.
struct trial {
    struct bali_step step;
    double sum, margin; // of what came of it, over all guesses: what it counts, and in points
    double last, ahead; // the same with the latest guess
};

struct rolling {
    const struct bali_rollout *how;
    struct bali_beam beam; // of a seat alone
    struct trial trial[ROLLOUT_MOVES];
    unsigned alive;
    uint64_t nodes;
    bool stopped;
};

static bool is_stopped(struct rolling *x)
{
    const struct engine_options *o = x->how->options;
    if ((o->max_nodes && x->nodes >= o->max_nodes) || (o->stop && o->stop(o->context)))
        x->stopped = true;
    return x->stopped;
}

// Asked by the beam for every position.
static bool stop_beam(void *context)
{
    struct rolling *x = context;
    x->nodes += !is_stopped(x);
    return x->stopped;
}

// What is played on by: the first choice, or with several seats a glance. Weighing all joins of
// their columns takes far longer, and in the same time many more guesses can be tried.
static void find_next(struct rolling *x, const struct bali_position *p, struct bali_step *out)
{
    struct bali_choice choice;
    if (p->seats > 1 && bali_quick(p, out))
        return;
    if (bali_choices(p, x->how->hopes, x->how->taste, &choice, 1))
        *out = choice.step;
    else
        *out = (struct bali_step){.kind = p->seats == 1 ? BALI_DONE : ACTION_PASS};
}

// Plays on for everybody. False: stopped. A seat alone whose deck is empty ends the game by a plan.
static bool play_on(struct rolling *x, struct bali_position *p, unsigned depth)
{
    while (!p->over && depth-- > 0) {
        struct bali_step step;
        if (p->seats == 1 && p->in_deck == 0)
            return true;
        if (is_stopped(x))
            return false;
        x->nodes++;
        find_next(x, p, &step);
        bali_position_make(p, &step);
    }
    return true;
}

// What a lead counts: with several seats it is to win, and the points matter where that is equal.
static double value_of(const struct bali_position *p, double lead)
{
    const double points = 1e-4;
    return p->seats > 1 ? bali_standing_hope(p, lead) + points * lead : lead;
}

// How it goes on from a position: the seat's lead, or the points of a seat alone. False: stopped.
static bool go_on(struct rolling *x, struct bali_position *p, unsigned seat, double *out)
{
    struct bali_beam_end end;
    if (p->seats > 1) {
        bool ended = play_on(x, p, x->how->look.depth);
        *out = bali_standing(p, seat);
        return ended;
    }
    bool ended = bali_beam_run(&x->beam, p, x->how->look.depth, &end);
    *out = (double)end.total;
    return ended;
}

static bool try_one(struct rolling *x, const struct bali_position *guess, struct trial *t)
{
    struct bali_position p = *guess;
    bali_position_make(&p, &t->step);
    if (!go_on(x, &p, guess->turn, &t->ahead))
        return false;
    t->last = value_of(&p, t->ahead);
    return true;
}

// A guess counts when all moves have been tried with it.
static bool try_all(struct rolling *x, const struct bali_position *guess)
{
    for (unsigned i = 0; i < x->alive; i++)
        if (!try_one(x, guess, &x->trial[i]))
            return false;
    for (unsigned i = 0; i < x->alive; i++) {
        x->trial[i].sum += x->trial[i].last;
        x->trial[i].margin += x->trial[i].ahead;
    }
    return true;
}

// Best first; what is equal stays in the order of its promise.
static void sort(struct rolling *x)
{
    for (unsigned i = 1; i < x->alive; i++) {
        struct trial t = x->trial[i];
        unsigned at = i;
        for (; at > 0 && x->trial[at - 1].sum < t.sum; at--)
            x->trial[at] = x->trial[at - 1];
        x->trial[at] = t;
    }
}

static unsigned roll(struct rolling *x, struct rng *r)
{
    struct bali_position guess = *x->how->root;
    unsigned done = 0, cut = x->how->look.cut;
    while (done < x->how->look.guesses && !is_stopped(x)) {
        bali_position_guess(&guess, r);
        if (!try_all(x, &guess))
            break;
        done++;
        sort(x);
        if (done == cut) {
            cut *= 2;
            x->alive = x->alive > 3 ? (x->alive + 1) / 2 : x->alive;
        }
    }
    return done;
}

// Judged at once, as there was no time for a guess, or no choice.
static double first_worth(const struct rolling *x, const struct bali_step *step)
{
    const struct bali_taste *taste = x->how->taste;
    struct bali_position p = *x->how->root;
    float worth[SEATS_MAX];
    bali_position_make(&p, step);
    if (p.seats > 1)
        return bali_standing(&p, x->how->root->turn);
    if (p.over)
        return bali_position_total(&p, 0);
    bali_worth(&p, x->how->hopes, taste, worth);
    return (double)(worth[0] + taste->card * (float)p.in_deck);
}

static void conclude(struct rolling *x, unsigned guesses, struct bali_verdict *out)
{
    *out = (struct bali_verdict){.step = x->trial[0].step, .nodes = x->nodes};
    out->depth = guesses ? x->how->look.depth + 1 : 1;
    out->margin = guesses ? x->trial[0].margin / guesses : first_worth(x, &x->trial[0].step);
}

// For a seat alone. False: no memory.
static bool open_beam(struct rolling *x)
{
    const struct bali_look *look = &x->how->look;
    x->beam = (struct bali_beam){.hopes = x->how->hopes,
                                 .taste = x->how->taste,
                                 .width = look->width,
                                 .moves = look->ways,
                                 .stop = stop_beam,
                                 .context = x};
    return x->how->root->seats > 1 || bali_beam_init(&x->beam);
}

static void close_beam(struct rolling *x)
{
    if (x->how->root->seats == 1)
        bali_beam_release(&x->beam);
}

bool bali_rollout(const struct bali_rollout *how, struct rng *r, struct bali_verdict *out)
{
    struct rolling x = {.how = how, .nodes = 1};
    struct bali_choice choice[ROLLOUT_MOVES];
    unsigned most = how->look.moves < ROLLOUT_MOVES ? how->look.moves : ROLLOUT_MOVES, done = 0;
    x.alive = bali_choices(how->root, how->hopes, how->taste, choice, most);
    if (!x.alive || !open_beam(&x))
        return false;
    for (unsigned i = 0; i < x.alive; i++)
        x.trial[i] = (struct trial){.step = choice[i].step};
    if (x.alive > 1)
        done = roll(&x, r);
    conclude(&x, done, out);
    close_beam(&x);
    return true;
}

// The end of a game with a guess. False: stopped.
static bool see_end(struct rolling *x, struct bali_position *p, struct bali_plan *out)
{
    struct bali_beam_end end;
    unsigned seat = p->turn;
    if (p->seats == 1 && x->how->look.width > 1) {
        bool ended = bali_beam_run(&x->beam, p, BALI_PACK, &end);
        *out = (struct bali_plan){.total = (int)end.total, .bali = end.bali};
        return ended;
    }
    if (!play_on(x, p, TO_THE_END))
        return false;
    if (p->seats == 1 && !p->over && p->in_deck == 0)
        bali_plan_end(p, x->how->hopes, out);
    else
        *out = (struct bali_plan){.total = bali_position_total(p, seat),
                                  .bali = p->over && bali_position_bali(p, seat)};
    return true;
}

static uint64_t outlook_nodes(const struct bali_rollout *how)
{
    double seconds = how->options->seconds, most = OUTLOOK_BEAM;
    if (how->root->seats > 1 || how->look.width <= 1)
        return OUTLOOK_NODES;
    if (seconds > 0 && seconds * OUTLOOK_BEAM_RATE < most)
        most = seconds * OUTLOOK_BEAM_RATE;
    return (uint64_t)most;
}

bool bali_look_out(const struct bali_rollout *how, struct rng *r, struct bali_outlook *out)
{
    struct rolling x = {.how = how};
    struct bali_position guess = *how->root;
    struct bali_plan end;
    uint64_t most = outlook_nodes(how);
    unsigned ends = 0;
    *out = (struct bali_outlook){0};
    if (!open_beam(&x))
        return false;
    for (; ends < OUTLOOKS && x.nodes < most; ends++) {
        bali_position_guess(&guess, r);
        struct bali_position p = guess;
        if (!see_end(&x, &p, &end))
            break;
        out->score += end.total;
        out->bali += end.bali;
    }
    close_beam(&x);
    out->score /= ends ? ends : 1;
    out->bali /= ends ? ends : 1;
    return ends > 0;
}
