#include "games/wordgame/engine/static.h"

#include "base/bug.h"

#include <string.h>

bool wordgame_static_init(struct wordgame_static *p, const struct wordgame_settings *set,
                          const struct graph *graph, const struct wordgame_wordmap *map,
                          const struct wordgame_leave *model, unsigned depth)
{
    p->model = model;
    memset(p->leave, 0, sizeof p->leave);
    return wordgame_generator_init(&p->generator, set, graph, map, depth);
}

void wordgame_static_release(struct wordgame_static *p)
{
    wordgame_generator_release(&p->generator);
}

void wordgame_static_load(struct wordgame_static *p, const struct wordgame_state *w)
{
    wordgame_gen_board_load(&p->generator.board, w->board);
}

void wordgame_static_played(struct wordgame_static *p, const struct action *a)
{
    struct wordgame_placement placement;
    if (a->kind != WORDGAME_PLACE)
        return;
    BUG_UNLESS(wordgame_placement(p->generator.board.set, a, &placement));
    wordgame_gen_board_place(&p->generator.board, &placement);
}

// Once the bag is empty, the tiles that the seat has not seen are the other's rack.
static void leave_end(struct wordgame_static *p, const struct wordgame_state *w,
                      const uint8_t unseen[TILE_KINDS])
{
    const struct wordgame_gen_rack *rack = &p->generator.rack;
    struct wordgame_leave_other other = {.tiles = w->in_rack[1 - w->turn],
                                         .value = wordgame_rack_value(&w->set, unseen)};
    if (p->model->ends)
        wordgame_leave_end(p->model, &w->set, rack, &other, p->leave);
    else
        wordgame_leave_last(&w->set, rack, other.value, p->leave);
}

void wordgame_static_leave(struct wordgame_static *p, const struct wordgame_state *w)
{
    struct wordgame_generator *g = &p->generator;
    uint8_t unseen[TILE_KINDS];
    struct wordgame_leave_bag bag = {.unseen = unseen, .in_bag = w->in_bag, .rack = w->set.rack};
    wordgame_generator_rack(g, w->rack[w->turn]);
    wordgame_unseen(w, w->turn, unseen);
    if (!p->model)
        memset(p->leave, 0, sizeof p->leave);
    else if (w->in_bag == 0)
        leave_end(p, w, unseen);
    else
        wordgame_leave_table(p->model, &g->rack, &bag, p->leave);
}

struct action wordgame_static_exchange(const struct wordgame_gen_rack *rack, unsigned mask,
                                       unsigned seat)
{
    uint8_t count[TILE_KINDS] = {0};
    for (; mask; mask &= mask - 1)
        count[rack->kind[__builtin_ctz(mask)]]++;
    return wordgame_exchange(seat, count);
}

unsigned wordgame_static_used(const struct wordgame_static *p, const struct wordgame_state *w,
                              const struct action *a)
{
    const struct wordgame_gen_rack *rack = &p->generator.rack;
    struct wordgame_placement placement;
    uint8_t used[TILE_KINDS] = {0};
    unsigned mask = 0;
    if (a->kind == WORDGAME_EXCHANGE)
        for (unsigned i = 0; i < a->len; i++)
            used[a->data[i]]++;
    if (a->kind == WORDGAME_PLACE && wordgame_placement(&w->set, a, &placement))
        for (unsigned left = wordgame_new_squares(w->board, &placement); left; left &= left - 1)
            used[wordgame_tile_kind(placement.tile[__builtin_ctz(left)])]++;
    for (unsigned i = 0; i < rack->tiles; i++)
        if (used[rack->kind[i]] && used[rack->kind[i]]--)
            mask |= 1u << i;
    return mask;
}

// The best exchange, if it is better than the choice so far. Among equals, the one that puts back
// fewer tiles, then the first in the order of masks.
static void consider_exchange(const struct wordgame_static *p, unsigned seat,
                              struct wordgame_static_choice *out)
{
    const struct wordgame_gen_rack *rack = &p->generator.rack;
    const struct wordgame_gen_choice *best = NULL;
    for (unsigned i = 1; i < rack->choices; i++) {
        const struct wordgame_gen_choice *c = &rack->choice[i];
        int32_t leave = p->leave[wordgame_gen_rack_all(rack) ^ c->mask];
        if (leave > out->move.equity || (!best && out->action.kind == ACTION_PASS)) {
            best = c;
            out->action = (struct action){.kind = WORDGAME_EXCHANGE};
            out->leave = leave;
            out->move =
                (struct wordgame_gen_move){.equity = leave, .used = c->mask, .tiles = c->tiles};
        }
    }
    if (best)
        out->action = wordgame_static_exchange(rack, best->mask, seat);
}

void wordgame_static_settle(const struct wordgame_static *p, const struct wordgame_state *w,
                            const struct wordgame_gen_move *best,
                            struct wordgame_static_choice *out)
{
    unsigned all = wordgame_gen_rack_all(&p->generator.rack);
    if (best) {
        out->action = wordgame_move_encode(&best->placement, w->turn);
        out->move = *best;
    } else {
        out->action = (struct action){.kind = ACTION_PASS, .seat = w->turn};
        out->move = (struct wordgame_gen_move){.equity = p->leave[all]};
    }
    out->leave = p->leave[all ^ out->move.used];
    if (w->set.exchange && w->in_bag >= w->set.exchange)
        consider_exchange(p, w->turn, out);
}

bool wordgame_static_choose(struct wordgame_static *p, const struct wordgame_state *w,
                            struct wordgame_static_choice *out)
{
    struct wordgame_gen_move best;
    struct wordgame_gen_top top = {.move = &best, .room = 1};
    wordgame_static_leave(p, w);
    if (!wordgame_generator_best(&p->generator, p->leave, &top))
        return false;
    wordgame_static_settle(p, w, top.moves ? &best : NULL, out);
    return true;
}
