// The engine of the Word Game: how each level chooses its move.
#include "games/wordgame/engine/engine.h"

#include "games/wordgame/engine/candidates.h"
#include "games/wordgame/engine/endgame_search.h"
#include "games/wordgame/engine/humanlike.h"
#include "games/wordgame/engine/peg.h"
#include "games/wordgame/engine/simulate.h"

#include <string.h>

// The pre-endgame: simulation gets PLAYOUTS playouts a second, about a third of the time, to pick
// the candidates; and they are only searched where the expected margin is within UNDECIDED points.
enum { PLAYOUTS = 1000, UNDECIDED = 60 };

static void put_result(const struct action *move, int32_t points, struct engine_result *out)
{
    out->move = *move;
    out->points = points;
    out->line[0] = *move;
    out->line_length = 1;
}

static struct engine_worth worth_of(const struct wordgame_position *at,
                                    const struct wordgame_candidate *candidate)
{
    return (struct engine_worth){.known = true,
                                 .leave = (double)candidate->leave / EQUITY_POINT,
                                 .equity = (double)candidate->equity / EQUITY_POINT,
                                 .win = wordgame_candidate_win(at, candidate)};
}

static bool play_humanlike(struct wordgame_position *at, unsigned level, struct rng *r,
                           struct engine_result *out)
{
    struct action move;
    int32_t points;
    if (!wordgame_humanlike_choose(at, level, r, &move, &points))
        return false;
    put_result(&move, points, out);
    struct wordgame_candidate candidate = wordgame_candidate_of(at, &move);
    out->worth = worth_of(at, &candidate);
    out->margin = at->lead + out->worth.equity;
    out->depth = 1;
    return true;
}

static void put_candidate(const struct wordgame_position *at,
                          const struct wordgame_candidate *candidate, struct engine_result *out)
{
    put_result(&candidate->action, candidate->points, out);
    out->worth = worth_of(at, candidate);
    out->margin = at->lead + out->worth.equity;
    out->depth = 1;
    out->nodes = 1;
}

// The candidate with the highest static evaluation.
static bool play_static(struct wordgame_position *at, struct engine_result *out)
{
    struct wordgame_candidate candidate;
    if (!wordgame_candidates(at, &candidate, 1))
        return false;
    put_candidate(at, &candidate, out);
    return true;
}

static bool play_endgame(const struct wordgame_position *at, const struct engine_options *options,
                         struct engine_result *out)
{
    struct wordgame_endgame_found found;
    if (!wordgame_endgame(at, options, &found))
        return false;
    struct wordgame_candidate candidate = wordgame_candidate_of(at, &found.line[0]);
    put_candidate(at, &candidate, out);
    out->margin = at->lead + found.gain;
    out->exact = found.exact;
    out->depth = found.depth;
    out->nodes = found.nodes;
    out->worth.win = out->margin > 0 ? 1 : out->margin < 0 ? 0 : 0.5;
    memcpy(out->line, found.line, sizeof out->line);
    out->line_length = found.line_length;
    return true;
}

static void put_simulated(const struct wordgame_position *at,
                          const struct wordgame_simulated *found, struct engine_result *out)
{
    put_candidate(at, &found->best, out);
    out->margin = found->margin;
    out->worth.win = found->win;
    out->depth = found->playouts ? 1 + found->plies : 1;
    out->nodes = found->playouts;
}

static bool play_simulated(struct wordgame_position *at, const struct engine_options *options,
                           struct rng *r, struct engine_result *out)
{
    struct wordgame_simulated found;
    if (!wordgame_simulate(at, options, r, &found))
        return false;
    put_simulated(at, &found, out);
    return true;
}

static uint64_t at_most(uint64_t nodes, double most)
{
    return nodes && (double)nodes < most ? nodes : (uint64_t)most;
}

// Pre-endgame: simulation picks the candidates, which are then searched.
static bool play_peg(struct wordgame_position *at, const struct engine_options *options,
                     struct rng *r, struct engine_result *out)
{
    struct engine_options first = *options, then = *options;
    struct wordgame_simulated seen;
    struct wordgame_peg_found found;
    if (options->max_nodes)
        first.max_nodes = then.max_nodes = (options->max_nodes + 1) / 2;
    if (options->seconds > 0) {
        first.seconds /= 3;
        first.max_nodes = at_most(first.max_nodes, 1 + PLAYOUTS * options->seconds);
    }
    if (!wordgame_simulate(at, &first, r, &seen))
        return false;
    put_simulated(at, &seen, out);
    if (seen.ranks < 2 || seen.margin > UNDECIDED || seen.margin < -UNDECIDED)
        return true;
    if (!wordgame_peg(at, seen.ranked, seen.ranks, &then, r, &found))
        return false;
    if (!found.compared)
        return true;
    put_candidate(at, &found.best, out);
    out->margin = found.margin;
    out->worth.win = found.win;
    out->depth = 1 + seen.plies;
    out->nodes = seen.playouts + found.nodes;
    return true;
}

// The top level: simulation, then the pre-endgame search, then the endgame solver.
static bool play_top(struct wordgame_position *at, const struct engine_options *options,
                     struct rng *r, struct engine_result *out)
{
    return at->state->in_bag == 0                  ? play_endgame(at, options, out)
           : at->state->in_bag <= WORDGAME_PEG_BAG ? play_peg(at, options, r, out)
                                                   : play_simulated(at, options, r, out);
}

// In another seat's view there is nothing to choose from.
static bool knows_rack(const struct state *view, unsigned seat)
{
    const struct wordgame_state *w = wordgame_state(view);
    return wordgame_tiles_known(w->rack[seat], w->in_rack[seat]);
}

static bool best(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out)
{
    struct wordgame_position at;
    if (!knows_rack(view, seat))
        return false;
    wordgame_position_init(&at, wordgame_instance(e), view, seat);
    bool ok = options->level <= WORDGAME_HUMANLIKE ? play_humanlike(&at, options->level, r, out)
              : options->level < ENGINE_LEVELS     ? play_static(&at, out)
                                                   : play_top(&at, options, r, out);
    wordgame_instance_trim(wordgame_instance(e), WORDGAME_IDLE_BYTES);
    return ok;
}

static bool weigh(struct engine *e, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct engine_worth *out)
{
    struct wordgame_position at;
    if (!knows_rack(view, seat))
        return false;
    wordgame_position_init(&at, wordgame_instance(e), view, seat);
    for (size_t i = 0; i < count; i++) {
        struct wordgame_candidate candidate = wordgame_candidate_of(&at, &move[i]);
        out[i] = worth_of(&at, &candidate);
    }
    return true;
}

const struct engine_type wordgame_engine = {.rules = "wordgame",
                                            .size = sizeof(struct wordgame_instance),
                                            .open = wordgame_instance_open,
                                            .best = best,
                                            .weigh = weigh,
                                            .close = wordgame_instance_close};
