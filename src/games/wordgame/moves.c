// legal() of the Word Game: placements, exchanges and passing, as moves.
#include "base/bug.h"
#include "games/wordgame/generator/generator.h"

#include <stdlib.h>

struct lister {
    const struct config *c;
    const struct state *s;
    const struct move_sink *sink;
    unsigned seat;
};

// A pass or an exchange.
static bool list_move(const struct lister *l, const struct action *a)
{
    struct report report = {.placed = -1, .scorer = a->seat};
    return l->sink->take(l->sink->context, a, &report);
}

// The generator has counted the points.
static bool list_placement(void *context, const struct wordgame_gen_move *move)
{
    const struct lister *l = context;
    struct action a = wordgame_move_encode(&move->placement, l->seat);
    struct report report = {.placed = -1, .scorer = a.seat};
    wordgame_report_move(l->c, wordgame_state(l->s), &move->placement, move->points, &report);
    return l->sink->take(l->sink->context, &a, &report);
}

static bool list_placements(struct lister *l)
{
    const struct wordgame_state *w = wordgame_state(l->s);
    struct wordgame_generator *g = malloc(sizeof *g);
    if (!g || !wordgame_generator_init(g, &w->set, &l->c->lexicon->graph, NULL, 0)) {
        free(g);
        return false;
    }
    wordgame_gen_board_load(&g->board, w->board);
    wordgame_generator_rack(g, w->rack[l->seat]);
    bool go_on = wordgame_generator_all(g, list_placement, l);
    wordgame_generator_release(g);
    free(g);
    return go_on;
}

// Every choice of tiles from `kind` on that goes with those that the action has already. Blanks
// come last.
static bool list_exchanges(struct lister *l, struct action *a, unsigned kind)
{
    if (kind > TILE_KINDS)
        return a->len == 0 || list_move(l, a);
    unsigned have = wordgame_state(l->s)->rack[l->seat][kind % TILE_KINDS], before = a->len;
    bool go_on = true;
    for (unsigned n = 0; n <= have && go_on; n++) {
        if (n)
            BUG_UNLESS(action_put(a, kind % TILE_KINDS));
        go_on = list_exchanges(l, a, kind + 1);
    }
    action_cut(a, before);
    return go_on;
}

bool wordgame_legal(const struct config *c, const struct state *s, unsigned seat,
                    const struct move_sink *sink)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct lister l = {c, s, sink, seat};
    struct action exchange = {.kind = WORDGAME_EXCHANGE, .seat = (uint8_t)seat};
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)seat};
    if (!(c->rules->to_act(c, s) >> seat & 1))
        return true;
    if (!list_placements(&l))
        return false;
    if (w->set.exchange && w->in_bag >= w->set.exchange && !list_exchanges(&l, &exchange, 1))
        return false;
    return list_move(&l, &pass);
}
