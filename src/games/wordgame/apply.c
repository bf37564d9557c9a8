// apply() of the Word Game: executes an action that check() has accepted.
#include "base/bug.h"
#include "games/wordgame/move.h"

#include <string.h>

// Exchanged tiles go back only now, so that the seat cannot draw them again.
// R-WG-34
static void apply_deal(struct wordgame_state *w, const struct action *a)
{
    unsigned seat = a->data[0];
    for (unsigned i = 1; i < a->len; i++) {
        w->bag[a->data[i]]--;
        w->rack[seat][a->data[i]]++;
    }
    w->in_bag = (uint8_t)(w->in_bag - (a->len - 1) + w->in_aside);
    w->in_rack[seat] = (uint8_t)(w->in_rack[seat] + a->len - 1);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        w->bag[kind] = (uint8_t)(w->bag[kind] + w->aside[kind]);
    memset(w->aside, 0, sizeof w->aside);
    w->in_aside = 0;
}

static int apply_place(struct wordgame_state *w, const struct action *a)
{
    struct wordgame_move m;
    BUG_UNLESS(wordgame_move_decode(a, w, &m));
    int points = wordgame_move_points(&w->set, &m);
    for (unsigned left = m.fresh; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        w->board[m.main.square + i * wordgame_line_step(m.main.down)] = m.main.tile[i];
        w->filled++;
        w->rack[a->seat][wordgame_tile_kind(m.main.tile[i])]--;
        w->in_rack[a->seat]--;
    }
    w->score[a->seat] += points;
    return points;
}

static void apply_exchange(struct wordgame_state *w, const struct action *a)
{
    for (unsigned i = 0; i < a->len; i++) {
        w->rack[a->seat][a->data[i]]--;
        w->aside[a->data[i]]++;
    }
    w->in_rack[a->seat] = (uint8_t)(w->in_rack[a->seat] - a->len);
    w->in_aside = a->len;
}

// Both racks go back; both seats draw again.
// R-WG-30
static void return_racks(struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        for (unsigned kind = 0; kind < TILE_KINDS; kind++)
            w->bag[kind] = (uint8_t)(w->bag[kind] + w->rack[seat][kind]);
        w->in_bag = (uint8_t)(w->in_bag + w->in_rack[seat]);
        memset(w->rack[seat], 0, sizeof w->rack[seat]);
        w->in_rack[seat] = 0;
    }
}

// The value of the tiles left is deducted from their owner and, where the settings transfer it,
// added to the seat that went out.
// R-WG-38, R-WG-48, R-WG-49
static void settle_racks(struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        int left = wordgame_rack_value(&w->set, w->rack[seat]);
        w->score[seat] -= left;
        if (w->set.transfer && w->end == END_OUT)
            w->score[1 - seat] += left;
    }
}

// R-WG-30 to R-WG-32, R-WG-36, R-WG-37, R-WG-47
static void end_turn(struct wordgame_state *w, unsigned seat)
{
    w->turns++;
    w->turn ^= 1;
    if (w->in_rack[seat] == 0 && w->in_bag == 0 && w->in_aside == 0)
        w->end = END_OUT;
    else if (wordgame_is_stalled(&w->set, w->passes, w->scoreless))
        w->end = END_PASSES;
    if (w->end)
        settle_racks(w);
    else if (w->set.redraw && w->turns == 2 && w->passes == 2)
        return_racks(w);
}

void wordgame_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct wordgame_state *w = wordgame_state_of(s);
    int points = 0;
    (void)c;
    if (a->kind == WORDGAME_DEAL) {
        apply_deal(w, a);
        return;
    }
    if (a->kind == ACTION_RESIGN) {
        w->resigned |= (uint8_t)(1u << a->seat);
        return;
    }
    if (a->kind == WORDGAME_PLACE)
        points = apply_place(w, a);
    else if (a->kind == WORDGAME_EXCHANGE)
        apply_exchange(w, a);
    w->passes = a->kind == ACTION_PASS ? (uint8_t)(w->passes + 1) : 0;
    w->scoreless = points ? 0 : (uint8_t)(w->scoreless + 1);
    end_turn(w, a->seat);
}
