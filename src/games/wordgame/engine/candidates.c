#include "games/wordgame/engine/candidates.h"

#include "engine/candidates.h"

enum { EXCHANGES = 4 };

struct wordgame_candidate wordgame_candidate_of(const struct wordgame_position *at,
                                                const struct action *a)
{
    struct wordgame_candidate candidate = {.action = *a};
    struct wordgame_placement p;
    unsigned used = wordgame_static_used(at->player, at->state, a);
    candidate.leave = at->player->leave[wordgame_gen_rack_all(&at->player->generator.rack) ^ used];
    if (a->kind == WORDGAME_PLACE && wordgame_placement(at->set, a, &p))
        candidate.points = wordgame_points(at->set, at->state->board, &p);
    candidate.equity = (int64_t)candidate.points * EQUITY_POINT + candidate.leave;
    return candidate;
}

unsigned wordgame_candidate_tiles(const struct wordgame_position *at,
                                  const struct wordgame_candidate *candidate)
{
    return (unsigned)__builtin_popcount(
        wordgame_static_used(at->player, at->state, &candidate->action));
}

double wordgame_candidate_win(const struct wordgame_position *at,
                              const struct wordgame_candidate *candidate)
{
    unsigned left = at->unseens + at->state->in_rack[at->seat];
    if (candidate->action.kind == WORDGAME_PLACE)
        left -= wordgame_candidate_tiles(at, candidate);
    return wordgame_model_win(at->model, at->lead + (double)candidate->equity / EQUITY_POINT, left);
}

static double equity_of(const void *item)
{
    const struct wordgame_candidate *candidate = item;
    return (double)candidate->equity; // exact: far below 2 to the power of 53
}

static struct candidates list_of(struct wordgame_candidate *candidate, unsigned room)
{
    return (struct candidates){
        .item = candidate, .size = sizeof *candidate, .room = room, .value = equity_of};
}

static void offer_exchanges(const struct wordgame_position *at, struct candidates *all)
{
    const struct wordgame_gen_rack *rack = &at->player->generator.rack;
    struct wordgame_candidate best[EXCHANGES];
    struct candidates some = list_of(best, EXCHANGES);
    for (unsigned i = 1; i < rack->choices; i++) {
        unsigned mask = rack->choice[i].mask;
        int32_t leave = at->player->leave[wordgame_gen_rack_all(rack) ^ mask];
        struct wordgame_candidate c = {.action = wordgame_static_exchange(rack, mask, at->seat),
                                       .leave = leave,
                                       .equity = leave};
        candidates_offer(&some, &c);
    }
    for (unsigned i = 0; i < some.count; i++)
        candidates_offer(all, &best[i]);
}

unsigned wordgame_candidates(struct wordgame_position *at, struct wordgame_candidate *out,
                             unsigned room)
{
    struct wordgame_gen_move best[WORDGAME_CANDIDATES];
    struct wordgame_gen_top top = {.move = best, .room = room};
    struct candidates all = list_of(out, room);
    if (!wordgame_generator_best(&at->player->generator, at->player->leave, &top))
        return 0;
    for (unsigned i = 0; i < top.moves; i++) {
        struct wordgame_candidate c = {.action = wordgame_move_encode(&best[i].placement, at->seat),
                                       .points = best[i].points,
                                       .equity = best[i].equity};
        c.leave = (int32_t)(c.equity - (int64_t)c.points * EQUITY_POINT);
        candidates_offer(&all, &c);
    }
    if (wordgame_position_may_exchange(at))
        offer_exchanges(at, &all);
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)at->seat};
    struct wordgame_candidate none = wordgame_candidate_of(at, &pass);
    if (!all.count || at->state->in_bag == 0)
        candidates_offer(&all, &none);
    return all.count;
}
