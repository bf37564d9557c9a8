// The levels of the Bali engine: what each one knows, and how far it searches.
#include "games/bali/engine/engine.h"

#include "games/bali/engine/endgame_alone.h"
#include "games/bali/engine/endgame_two.h"
#include "games/bali/engine/rollout.h"

#include <string.h>

// Levels 1 to 3 know familiar words and overlook some of them (struct humanlike). Level 4 knows all
// words and plays its first candidate. Levels 5 and 6 do rollouts.
struct level {
    struct humanlike player;
    struct bali_limits limits[2]; // of a seat alone, of several; no moves: the first candidate
    unsigned timed_factor;        // with a clock: factor of the samples
    bool solves;                  // ends of games between two seats, exactly
};

static const struct level levels[ENGINE_LEVELS + 1] = {
    [1] = {.player = {.tier = 2, .overlooks = 30, .per_letter = 20}},
    [2] = {.player = {.tier = 4, .overlooks = 15, .per_letter = 12}},
    [3] = {.player = {.tier = 6, .overlooks = 5, .per_letter = 5}},
    [4] = {.player = {.tier = 0}},
    [5] =
        {.limits = {{.moves = 4, .samples = 4, .depth = 5, .halve_after = 4, .width = 1, .ways = 1},
                    {.moves = 4, .samples = 4, .depth = 3, .halve_after = 4}}},
    [6] = {.limits =
               {{.moves = 6, .samples = 8, .depth = 16, .halve_after = 4, .width = 8, .ways = 4},
                {.moves = 24, .samples = 160, .depth = 3, .halve_after = 20}},
           .timed_factor = 32,
           .solves = true},
};

// A seat alone with at most LAST_CARDS in the deck searches to the end: only there it sees a bali.
// Several seats with an empty deck are done within LAST_TURNS.
enum { LAST_CARDS = 16, LAST_TURNS = 64 };

// Kept from one search to the next: the completions of runs, which levels 4 to 6 share, and
// the memory of the beam. An idle instance has 0.8 MB, and 1.2 to 3 MB where levels 4 to 6 play
// (bench/engine.c).
struct bali_instance {
    struct engine engine; // first; has the config
    struct bali_completions completions;
    struct bali_beam beam;
};

struct search {
    const struct config *c;
    const struct bali_state *b;
    const struct level *level;
    const struct engine_options *options;
    const struct bali_weights *weights;
    unsigned seat;
    struct bali_position p;
    struct bali_completions *completions; // these two belong to the instance
    struct bali_beam *beam;
};

// ---- challenges ----

static bool only_move(struct action a, struct engine_result *out)
{
    out->move = out->line[0] = a;
    out->line_length = 1;
    return true;
}

static bool answer_challenge(const struct config *c, const struct bali_state *b, unsigned seat,
                             struct engine_result *out)
{
    struct word run = bali_challenged_run(b), w;
    if (!bali_word_with(&c->lexicon->graph, &run, &w))
        return only_move(action_of(ACTION_PASS, seat, "", 0), out);
    return only_move(action_of(BALI_NAME, seat, w.letter, w.len), out);
}

// Another seat has joined a run that no word contains, not even one that the computer would not
// play.
static bool is_challengeable(const struct lexicon *lexicon, const struct bali_state *b,
                             unsigned seat)
{
    if (!b->challenge.count || b->challenge.seat == seat)
        return false;
    struct word run = bali_challenged_run(b);
    return !graph_has_run(&lexicon->graph, &run);
}

// ---- moves ----

static void put_line(const struct search *t, const struct bali_move *move, unsigned count,
                     struct engine_result *out)
{
    for (unsigned i = 0; i < count && i < ENGINE_LINE; i++)
        out->line[out->line_length++] = bali_move_encode(&move[i], t->seat);
    out->move = out->line[0];
    if (move->kind == BALI_TAKE || bali_position_must_finish(&t->p))
        out->points = bali_move_points(&t->p, move);
}

// The end of a game alone.
static bool play_endgame_alone(struct search *t, struct engine_result *out)
{
    struct bali_endgame_alone end;
    bali_endgame_alone_solve(&t->p, t->completions, &end);
    out->margin = out->score = end.total;
    out->bonus = end.bali;
    out->has_forecast = true;
    out->exact = !t->completions->basis.player.tier;
    out->depth = end.count;
    if (!end.count)
        return only_move(action_of(BALI_DONE, t->seat, "", 0), out);
    put_line(t, end.move, end.count, out);
    return true;
}

// Before the search, which may use up the time.
static void put_forecast(const struct bali_rollout *request, struct rng *r,
                         struct engine_result *out)
{
    struct bali_forecast forecast;
    if (!bali_forecast(request, r, &forecast))
        return;
    out->has_forecast = true;
    out->score = forecast.score;
    out->bonus = forecast.bali;
}

// The end of a game between two seats.
static bool play_endgame_two(struct search *t, struct engine_result *out)
{
    struct bali_endgame_two end;
    if (!t->level->solves || !bali_endgame_two_solve(&t->p, &end))
        return false;
    put_line(t, &end.move, 1, out);
    out->margin = end.lead;
    out->exact = true;
    out->depth = 1;
    return true;
}

// With more time candidates are dropped later. In a second there are about eight times as many
// samples as without a clock; half of them should be for choosing among all candidates.
static unsigned halving_factor(double seconds)
{
    const double most = 5, rate = 7;
    return 1 + (unsigned)(rate * (seconds < most ? seconds : most));
}

// The limits of the level in this position.
static struct bali_limits level_limits(const struct search *t)
{
    const struct level *l = t->level;
    bool many = t->c->seats > 1;
    struct bali_limits limits = l->limits[many];
    if (!limits.moves)
        return (struct bali_limits){1, 1, 1, 1, 1, 1};
    if (t->options->stop && l->timed_factor) {
        limits.samples *= l->timed_factor;
        limits.halve_after *= halving_factor(t->options->seconds);
    }
    if (!many && t->p.in_deck <= LAST_CARDS)
        limits.depth = t->p.in_deck;
    if (many && t->p.in_deck == 0) {
        limits.samples = 1; // nothing is unknown
        limits.depth = LAST_TURNS;
    }
    return limits;
}

static bool play_rollout(struct search *t, struct rng *r, struct engine_result *out)
{
    struct bali_rollout_result result;
    struct bali_rollout request = {&t->p,      t->completions, t->beam,
                                   t->weights, t->options,     level_limits(t)};
    if (t->options->outlook)
        put_forecast(&request, r, out);
    if (play_endgame_two(t, out))
        return true;
    if (!bali_rollout(&request, r, &result))
        return false;
    put_line(t, &result.move, 1, out);
    out->margin = result.margin;
    out->depth = result.depth;
    out->nodes = result.nodes;
    return true;
}

static bool play_as(struct search *t, const struct humanlike *player, struct rng *r,
                    struct engine_result *out)
{
    if (!bali_completions_open(t->completions, t->c, t->b, player))
        return false;
    bool end = t->c->seats == 1 && t->p.in_deck == 0;
    return end ? play_endgame_alone(t, out) : play_rollout(t, r, out);
}

// A level that knows no word to go for still has to move: it then plays with all words.
static bool play_known(struct search *t, struct rng *r, struct engine_result *out)
{
    struct humanlike player = t->level->player;
    player.seed = player.tier ? (uint32_t)rng_next(r) : 0;
    bool found = play_as(t, &player, r, out);
    if (!found && player.tier) {
        player.tier = 0;
        found = play_as(t, &player, r, out);
    }
    return found;
}

static bool bali_best(struct engine *e, const struct state *view, unsigned seat,
                      const struct engine_options *options, struct rng *r,
                      struct engine_result *out)
{
    struct bali_instance *instance = (struct bali_instance *)(void *)e;
    const struct config *c = &e->config;
    struct search t = {.c = c,
                       .completions = &instance->completions,
                       .beam = &instance->beam,
                       .b = bali_state(view),
                       .level = &levels[options->level],
                       .options = options,
                       .weights = c->seats > 1 ? &bali_weights_versus : &bali_weights_alone,
                       .seat = seat};
    if (t.b->challenge.challenger != BALI_NOBODY)
        return answer_challenge(c, t.b, seat, out);
    if (is_challengeable(e->lexicon, t.b, seat))
        return only_move(action_of(BALI_CHALLENGE, seat, "", 0), out);
    bali_position_init(&t.p, c, t.b);
    if (t.p.unknown)
        bali_position_determinize(&t.p, r);
    return play_known(&t, r, out);
}

static void close(struct engine *e)
{
    struct bali_instance *instance = (struct bali_instance *)(void *)e;
    bali_completions_release(&instance->completions);
    bali_beam_release(&instance->beam);
}

const struct engine_type bali_engine = {
    .rules = "bali", .size = sizeof(struct bali_instance), .best = bali_best, .close = close};
