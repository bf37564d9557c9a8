// The computer's play of Bali: what each level knows, and how far it looks.
#include "games/bali/engine/engine.h"

#include "games/bali/engine/closing.h"
#include "games/bali/engine/plan.h"
#include "games/bali/engine/rollout.h"

#include <string.h>

// A level. The low ones know familiar words and overlook some of them; the high ones play the most
// promising moves on, for a seat alone and for one among several: `look` is the one or the other.
struct level {
    struct bali_mind mind;
    struct bali_look look[2]; // no moves: the first choice is played
    unsigned patience;        // with time to think: so many times the guesses
    bool solves;              // the end of a game between two seats
};

static const struct level levels[ENGINE_LEVELS + 1] = {
    [1] = {.mind = {.tier = 2, .overlooks = 30, .per_letter = 20}},
    [2] = {.mind = {.tier = 4, .overlooks = 15, .per_letter = 12}},
    [3] = {.mind = {.tier = 6, .overlooks = 5, .per_letter = 5}},
    [4] = {.mind = {.tier = 0}},
    [5] = {.look = {{.moves = 4, .guesses = 4, .depth = 5, .cut = 4, .width = 1, .ways = 1},
                    {.moves = 4, .guesses = 4, .depth = 3, .cut = 4}}},
    [6] = {.look = {{.moves = 6, .guesses = 8, .depth = 16, .cut = 4, .width = 8, .ways = 4},
                    {.moves = 24, .guesses = 160, .depth = 3, .cut = 20}},
           .patience = 32,
           .solves = true},
};

// A seat alone whose deck has so few cards left plays on to the end: only there a bali shows.
// Several seats whose deck is empty make so few words of what is left.
enum { LAST_CARDS = 16, LAST_TURNS = 64 };

struct thinking {
    const struct config *c;
    const struct bali_state *b;
    const struct level *level;
    const struct engine_options *options;
    const struct bali_taste *taste;
    unsigned seat;
    struct bali_position p;
    struct bali_hopes hopes;
};

// ---- challenges ----

static bool do_only(unsigned kind, unsigned seat, struct engine_result *out)
{
    out->move = (struct action){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
    out->line[0] = out->move;
    out->line_length = 1;
    return true;
}

static bool answer(const struct config *c, const struct bali_state *b, unsigned seat,
                   struct engine_result *out)
{
    struct word run = bali_doubted(b), w;
    if (!bali_word_with(&c->lexicon->graph, &run, &w))
        return do_only(ACTION_PASS, seat, out);
    do_only(BALI_NAME, seat, out);
    out->move = action_of(BALI_NAME, seat, w.letter, w.len);
    out->line[0] = out->move;
    return true;
}

// Somebody has joined what is in no word.
static bool is_wrong(const struct config *c, const struct bali_state *b, unsigned seat)
{
    if (!b->doubt.count || b->doubt.seat == seat)
        return false;
    struct word run = bali_doubted(b);
    return !graph_has_run(&c->lexicon->graph, &run);
}

// ---- moves ----

static void put_steps(const struct thinking *t, const struct bali_step *step, unsigned count,
                      struct engine_result *out)
{
    for (unsigned i = 0; i < count && i < ENGINE_LINE; i++)
        out->line[out->line_length++] = bali_step_action(&step[i], t->seat);
    out->move = out->line[0];
    if (step->kind == BALI_TAKE || bali_position_closing(&t->p))
        out->points = bali_step_points(&t->p, step);
}

// The end of a game alone.
static bool play_plan(struct thinking *t, struct engine_result *out)
{
    struct bali_plan plan;
    bali_plan_end(&t->p, &t->hopes, &plan);
    out->margin = out->score = plan.total;
    out->bonus = plan.bali;
    out->has_forecast = true;
    out->exact = !t->hopes.mind.tier;
    out->depth = plan.count;
    if (!plan.count)
        return do_only(BALI_DONE, t->seat, out);
    put_steps(t, plan.step, plan.count, out);
    return true;
}

// Before the search, which may take all the time that there is.
static void look_out(const struct bali_rollout *how, struct rng *r, struct engine_result *out)
{
    struct bali_outlook outlook;
    if (!bali_look_out(how, r, &outlook))
        return;
    out->has_forecast = true;
    out->score = outlook.score;
    out->bonus = outlook.bali;
}

// The end of a game between two seats.
static bool play_closing(struct thinking *t, struct engine_result *out)
{
    struct bali_closing end;
    if (!t->level->solves || !bali_closing_solve(&t->p, &end))
        return false;
    put_steps(t, &end.step, 1, out);
    out->margin = end.lead;
    out->exact = true;
    out->depth = 1;
    return true;
}

// Who has more time drops moves later. In a second there are about eight times as many guesses as
// without a clock; half of them should be for choosing among all moves.
static unsigned cuts_in(double seconds)
{
    const double most = 5, rate = 7;
    return 1 + (unsigned)(rate * (seconds < most ? seconds : most));
}

// How far the level looks here.
static struct bali_look look_of(const struct thinking *t)
{
    const struct level *l = t->level;
    bool many = t->c->seats > 1;
    struct bali_look look = l->look[many];
    if (!look.moves)
        return (struct bali_look){1, 1, 1, 1, 1, 1};
    if (t->options->stop && l->patience) {
        look.guesses *= l->patience;
        look.cut *= cuts_in(t->options->seconds);
    }
    if (!many && t->p.in_deck <= LAST_CARDS)
        look.depth = t->p.in_deck;
    if (many && t->p.in_deck == 0) {
        look.guesses = 1; // there is nothing to guess
        look.depth = LAST_TURNS;
    }
    return look;
}

static bool play_level(struct thinking *t, struct rng *r, struct engine_result *out)
{
    struct bali_verdict verdict;
    struct bali_rollout how = {&t->p, &t->hopes, t->taste, t->options, look_of(t)};
    if (t->options->outlook)
        look_out(&how, r, out);
    if (play_closing(t, out))
        return true;
    if (!bali_rollout(&how, r, &verdict))
        return false;
    put_steps(t, &verdict.step, 1, out);
    out->margin = verdict.margin;
    out->depth = verdict.depth;
    out->nodes = verdict.nodes;
    return true;
}

static bool play_as(struct thinking *t, const struct bali_mind *mind, struct rng *r,
                    struct engine_result *out)
{
    if (!bali_hopes_init(&t->hopes, t->c->lexicon, t->p.min_word, mind))
        return false;
    bool end = t->c->seats == 1 && t->p.in_deck == 0;
    bool found = end ? play_plan(t, out) : play_level(t, r, out);
    bali_hopes_release(&t->hopes);
    return found;
}

// Who knows no word to go for still has to move: as somebody who knows all of them.
static bool play_known(struct thinking *t, struct rng *r, struct engine_result *out)
{
    struct bali_mind mind = t->level->mind;
    mind.salt = mind.tier ? rng_next(r) : 0;
    bool found = play_as(t, &mind, r, out);
    if (!found && mind.tier) {
        mind.tier = 0;
        found = play_as(t, &mind, r, out);
    }
    return found;
}

static bool best(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out)
{
    const struct config *c = &e->config;
    struct thinking t = {.c = c,
                         .b = bali_state(view),
                         .level = &levels[options->level],
                         .options = options,
                         .taste = c->seats > 1 ? &bali_against : &bali_alone,
                         .seat = seat};
    if (t.b->doubt.challenger != BALI_NOBODY)
        return answer(c, t.b, seat, out);
    if (is_wrong(c, t.b, seat))
        return do_only(BALI_CHALLENGE, seat, out);
    bali_position_init(&t.p, c, t.b);
    return play_known(&t, r, out);
}

const struct engine_type bali_engine = {.rules = "bali", .best = best};
