// The computer's play of the Word Game: which way of choosing each level has.
#include "search/wordgame.h"

#include "search/wordgame_people.h"

static void put_result(const struct action *move, int32_t points, struct search_result *out)
{
    out->move = *move;
    out->points = points;
    out->line[0] = *move;
    out->line_length = 1;
}

static bool play_person(const struct wordgame_case *at, unsigned level, struct rng *r,
                        struct search_result *out)
{
    struct action move;
    int32_t points;
    if (!wordgame_person_choose(at, level, r, &move, &points))
        return false;
    put_result(&move, points, out);
    out->margin = at->lead + points;
    out->depth = 1;
    return true;
}

// The move with the most points and the best tiles left.
static bool play_static(const struct wordgame_case *at, struct search_result *out)
{
    struct gen_move best;
    struct gen_top top = {.move = &best, .room = 1};
    if (!generator_best(at->generator, NULL, &top) || !top.moves)
        return false;
    struct action move = wordgame_action(at->seat, &best.placement);
    put_result(&move, best.points, out);
    out->margin = at->lead + best.points;
    out->depth = 1;
    return true;
}

static bool best(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out)
{
    struct wordgame_case at;
    if (!wordgame_case_init(&at, c, view, seat))
        return false;
    bool found = options->level <= WORDGAME_PEOPLE ? play_person(&at, options->level, r, out)
                                                   : play_static(&at, out);
    wordgame_case_release(&at);
    return found;
}

const struct engine wordgame_engine = {.rules = "wordgame", .best = best};
