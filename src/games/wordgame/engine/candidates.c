#include "games/wordgame/engine/candidates.h"

#include <string.h>

enum { EXCHANGES = 4 };

// The tiles that a move takes off the rack, by kind. Returns how many.
static unsigned used_tiles(const struct wordgame_case *at, const struct action *a,
                           uint8_t used[TILE_KINDS])
{
    struct wordgame_placement p;
    unsigned count = 0;
    memset(used, 0, TILE_KINDS);
    if (a->kind == WORDGAME_EXCHANGE)
        for (; count < a->len; count++)
            used[a->data[count]]++;
    if (a->kind != WORDGAME_PLACE || !wordgame_placement(at->set, a, &p))
        return count;
    for (unsigned left = wordgame_new_squares(at->state->board, &p); left; left &= left - 1) {
        used[tile_kind(p.tile[__builtin_ctz(left)])]++;
        count++;
    }
    return count;
}

struct wordgame_choice wordgame_choice_of(const struct wordgame_case *at, const struct action *a)
{
    const struct gen_rack *rack = &at->player->generator.rack;
    struct wordgame_choice choice = {.action = *a};
    struct wordgame_placement p;
    uint8_t used[TILE_KINDS];
    unsigned mask = 0;
    used_tiles(at, a, used);
    for (unsigned i = 0; i < rack->tiles; i++)
        if (used[rack->kind[i]] && used[rack->kind[i]]--)
            mask |= 1u << i;
    choice.leave = at->player->leave[gen_rack_all(rack) ^ mask];
    if (a->kind == WORDGAME_PLACE && wordgame_placement(at->set, a, &p))
        choice.points = wordgame_points(at->set, at->state->board, &p);
    choice.equity = (int64_t)choice.points * EQUITY_POINT + choice.leave;
    return choice;
}

unsigned wordgame_choice_tiles(const struct wordgame_case *at, const struct wordgame_choice *choice)
{
    uint8_t used[TILE_KINDS];
    return used_tiles(at, &choice->action, used);
}

double wordgame_choice_win(const struct wordgame_case *at, const struct wordgame_choice *choice)
{
    uint8_t used[TILE_KINDS];
    unsigned left = at->unseens + at->state->in_rack[at->seat];
    if (choice->action.kind == WORDGAME_PLACE)
        left -= used_tiles(at, &choice->action, used);
    return wordgame_model_win(at->model, at->lead + (double)choice->equity / EQUITY_POINT, left);
}

// A list of choices, best first.
struct choosing {
    struct wordgame_choice *choice;
    unsigned count, room;
};

static void offer(struct choosing *c, const struct wordgame_choice *choice)
{
    unsigned at = c->count;
    if (c->count == c->room) {
        if (!c->room || choice->equity <= c->choice[c->room - 1].equity)
            return;
        at--;
    } else {
        c->count++;
    }
    for (; at > 0 && c->choice[at - 1].equity < choice->equity; at--)
        c->choice[at] = c->choice[at - 1];
    c->choice[at] = *choice;
}

static void offer_exchanges(const struct wordgame_case *at, struct choosing *all)
{
    const struct gen_rack *rack = &at->player->generator.rack;
    struct wordgame_choice best[EXCHANGES];
    struct choosing some = {.choice = best, .room = EXCHANGES};
    for (unsigned i = 1; i < rack->choices; i++) {
        uint8_t back[TILE_KINDS] = {0};
        for (unsigned mask = rack->choice[i].mask; mask; mask &= mask - 1)
            back[rack->kind[__builtin_ctz(mask)]]++;
        int32_t leave = at->player->leave[gen_rack_all(rack) ^ rack->choice[i].mask];
        struct wordgame_choice c = {
            .action = wordgame_exchange(at->seat, back), .leave = leave, .equity = leave};
        offer(&some, &c);
    }
    for (unsigned i = 0; i < some.count; i++)
        offer(all, &best[i]);
}

unsigned wordgame_choices(struct wordgame_case *at, struct wordgame_choice *out, unsigned room)
{
    struct gen_move best[WORDGAME_CHOICES];
    struct gen_top top = {.move = best, .room = room};
    struct choosing all = {.choice = out, .room = room};
    if (!generator_best(&at->player->generator, at->player->leave, &top))
        return 0;
    for (unsigned i = 0; i < top.moves; i++) {
        struct wordgame_choice c = {.action = wordgame_action(at->seat, &best[i].placement),
                                    .points = best[i].points,
                                    .equity = best[i].equity};
        c.leave = (int32_t)(c.equity - (int64_t)c.points * EQUITY_POINT);
        offer(&all, &c);
    }
    if (wordgame_case_may_exchange(at))
        offer_exchanges(at, &all);
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)at->seat};
    struct wordgame_choice none = wordgame_choice_of(at, &pass);
    if (!all.count || at->state->in_bag == 0)
        offer(&all, &none);
    return all.count;
}
