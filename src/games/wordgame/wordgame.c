// The Word Game: the rules (RULES.md). The classic crossword set-up is another preset of it; where
// presets differ, the set (games/wordgame/set.h) says how.
#include "games/wordgame/placement.h"
#include "games/wordgame/state.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(sizeof(struct wordgame_state) <= STATE_BYTES, "the state has to fit");

static unsigned count_tiles(const uint8_t tiles[TILE_KINDS])
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        count += tiles[kind];
    return count;
}

bool wordgame_put_tiles(struct action *a, const uint8_t tiles[TILE_KINDS])
{
    for (unsigned kind = 1; kind <= TILE_KINDS; kind++) // the blank, kind 0, comes last
        for (unsigned n = 0; n < tiles[kind % TILE_KINDS]; n++)
            if (!action_put(a, kind % TILE_KINDS))
                return false;
    return true;
}

struct action wordgame_exchange(unsigned seat, const uint8_t tiles[TILE_KINDS])
{
    struct action a;
    action_begin(&a, WORDGAME_EXCHANGE, seat);
    BUG_UNLESS(wordgame_put_tiles(&a, tiles));
    return a;
}

int wordgame_rack_value(const struct wordgame_set *set, const uint8_t rack[TILE_KINDS])
{
    int value = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        value += rack[kind] * set->value[kind];
    return value;
}

static bool accept(const struct config *c, struct reason *why)
{
    struct wordgame_set set;
    if (c->seats != WORDGAME_SEATS)
        return refuse(why, MSG_WORDGAME_SEATS, "%s", "");
    return wordgame_set_load(&set, c, why);
}

// accept() has seen that the set can be loaded.
static void setup(const struct config *c, struct state *s)
{
    struct wordgame_state *w = wordgame_state_of(s);
    memset(s, 0, sizeof *s);
    BUG_UNLESS(wordgame_set_load(&w->set, c, NULL));
    memcpy(w->bag, w->set.tiles, sizeof w->bag);
    w->in_bag = (uint8_t)w->set.total;
}

// The seat that draws next, or -1. A rack that is not full while there are tiles in the bag is
// about to be filled.
static int draws_next(const struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS && w->in_bag; seat++)
        if (w->in_rack[seat] < w->set.rack)
            return (int)seat;
    return -1;
}

static unsigned to_draw(const struct wordgame_state *w, unsigned seat)
{
    unsigned need = (unsigned)(w->set.rack - w->in_rack[seat]);
    return need < w->in_bag ? need : w->in_bag;
}

static unsigned to_act(const struct config *c, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    (void)c;
    if (w->resigned || w->end)
        return 0;
    return draws_next(w) >= 0 ? ACTS_CHANCE : 1u << w->turn;
}

// Kinds in order: letters first, blanks last.
static unsigned rank_of(unsigned kind)
{
    return kind == KIND_BLANK ? TILE_KINDS : kind;
}

// Are these kinds in order, and all among those tiles?
static bool are_among(const uint8_t *kinds, unsigned count, const uint8_t tiles[TILE_KINDS])
{
    uint8_t left[TILE_KINDS];
    memcpy(left, tiles, sizeof left);
    for (unsigned i = 0; i < count; i++)
        if (kinds[i] >= TILE_KINDS || (i && rank_of(kinds[i]) < rank_of(kinds[i - 1])) ||
            left[kinds[i]]-- == 0)
            return false;
    return true;
}

static bool check_deal(const struct wordgame_state *w, const struct action *a, struct reason *why)
{
    int seat = draws_next(w);
    if (a->kind != WORDGAME_DEAL || a->len < 2)
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (a->data[0] != seat)
        return refuse(why, MSG_WORDGAME_DRAWS, "%c", seat_letter((unsigned)seat));
    if (a->len - 1u != to_draw(w, (unsigned)seat))
        return refuse(why, MSG_WORDGAME_DRAW_COUNT, "%c\t%u", seat_letter((unsigned)seat),
                      to_draw(w, (unsigned)seat));
    return are_among(a->data + 1, a->len - 1u, w->bag) ||
           refuse(why, MSG_WORDGAME_NOT_IN_BAG, "%s", "");
}

static bool check_place(const struct config *c, const struct wordgame_state *w,
                        const struct action *a, struct reason *why)
{
    struct wordgame_placement p, across;
    if (!wordgame_placement(&w->set, a, &p))
        return refuse(why, MSG_WORDGAME_OFF_BOARD, "%s", "");
    across = p;
    wordgame_turn(w->board, &across);
    if (across.down != p.down)
        return refuse(why, MSG_WORDGAME_ACROSS, "%s", "");
    return wordgame_check_placement(w, c, w->rack[a->seat], &p, why);
}

static bool check_exchange(const struct wordgame_state *w, const struct action *a,
                           struct reason *why)
{
    if (!w->set.exchange)
        return refuse(why, MSG_WORDGAME_NO_EXCHANGE, "%s", "");
    if (w->in_bag < w->set.exchange)
        return refuse(why, MSG_WORDGAME_BAG_LOW, "%u", w->set.exchange);
    return (a->len > 0 && are_among(a->data, a->len, w->rack[a->seat])) ||
           refuse(why, MSG_WORDGAME_NOT_YOURS, "%s", "");
}

static bool check_move(const struct config *c, const struct wordgame_state *w,
                       const struct action *a, struct reason *why)
{
    switch (a->kind) {
    case ACTION_PASS:
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    case WORDGAME_PLACE:
        return check_place(c, w, a, why);
    case WORDGAME_EXCHANGE:
        return check_exchange(w, a, why);
    default:
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    }
}

static bool check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why)
{
    const struct wordgame_state *w = wordgame_state(s);
    unsigned who = to_act(c, s);
    if (!rules_actor(c, who, a, why))
        return false;
    if (a->seat == CHANCE)
        return check_deal(w, a, why);
    if (a->kind == ACTION_RESIGN)
        return a->len == 0 || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return rules_turn(who, a, why) && check_move(c, w, a, why);
}

// What was exchanged goes back only now, so that nobody draws it again.
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
    struct wordgame_placement p;
    BUG_UNLESS(wordgame_placement(&w->set, a, &p));
    int points = wordgame_points(&w->set, w->board, &p);
    for (unsigned i = 0; i < p.length; i++) {
        uint8_t *square = &w->board[p.square + i * line_step(p.down)];
        if (*square)
            continue;
        *square = p.tile[i];
        w->filled++;
        w->rack[a->seat][tile_kind(p.tile[i])]--;
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

// What is left is deducted from its owner, and where there is a transfer added to who went out.
static void settle(struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        int left = wordgame_rack_value(&w->set, w->rack[seat]);
        w->score[seat] -= left;
        if (w->set.transfer && w->end == END_OUT)
            w->score[1 - seat] += left;
    }
}

static bool reached(unsigned count, unsigned limit)
{
    return limit && count >= limit;
}

static void end_turn(struct wordgame_state *w, unsigned seat)
{
    w->turns++;
    w->turn ^= 1;
    if (w->in_rack[seat] == 0 && w->in_bag == 0 && w->in_aside == 0)
        w->end = END_OUT;
    else if (reached(w->passes, w->set.end_passes) || reached(w->scoreless, w->set.end_scoreless))
        w->end = END_PASSES;
    if (w->end)
        settle(w);
    else if (w->set.redraw && w->turns == 2 && w->passes == 2)
        return_racks(w);
}

static void apply(const struct config *c, struct state *s, const struct action *a)
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

// Takes a tile out at random.
static unsigned take(uint8_t tiles[TILE_KINDS], unsigned count, struct rng *r)
{
    unsigned kind = 0, n = rng_below(r, count);
    while (n >= tiles[kind])
        n -= tiles[kind++];
    tiles[kind]--;
    return kind;
}

bool wordgame_tiles_known(const uint8_t tiles[TILE_KINDS], unsigned all)
{
    return count_tiles(tiles) == all;
}

// Everything that lies neither on the board nor where it is known.
static unsigned count_hidden(const struct wordgame_state *w, uint8_t hidden[TILE_KINDS])
{
    memcpy(hidden, w->set.tiles, TILE_KINDS);
    for (unsigned square = 0; square < BOARD_SQUARES; square++)
        if (w->board[square])
            hidden[tile_kind(w->board[square])]--;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        hidden[kind] =
            (uint8_t)(hidden[kind] - w->rack[0][kind] - w->rack[1][kind] - w->aside[kind]);
    return count_tiles(hidden);
}

static void fill(uint8_t tiles[TILE_KINDS], unsigned all, struct wordgame_state *w, unsigned *left,
                 struct rng *r)
{
    if (wordgame_tiles_known(tiles, all))
        return;
    for (unsigned i = 0; i < all; i++)
        tiles[take(w->bag, (*left)--, r)]++;
}

// What is not seen goes at random to the other's rack, to what was put aside, and to the seat's own
// rack, where those are hidden; the rest is the bag.
static void guess(const struct config *c, const struct state *v, unsigned seat, struct rng *r,
                  struct state *out)
{
    struct wordgame_state *w = wordgame_state_of(out);
    (void)c;
    *out = *v;
    unsigned other = 1 - seat, left = count_hidden(w, w->bag);
    fill(w->rack[other], w->in_rack[other], w, &left, r);
    fill(w->aside, w->in_aside, w, &left, r);
    fill(w->rack[seat], w->in_rack[seat], w, &left, r);
    BUG_UNLESS(left == w->in_bag);
}

static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    struct state whole;
    const struct wordgame_state *w = wordgame_state(s);
    unsigned seat = (unsigned)draws_next(w), count = to_draw(w, seat), left = w->in_bag;
    uint8_t bag[TILE_KINDS], drawn[TILE_KINDS] = {0};
    if (!wordgame_tiles_known(w->bag, w->in_bag)) {
        guess(c, s, seat, r, &whole);
        w = wordgame_state(&whole);
    }
    memcpy(bag, w->bag, sizeof bag);
    for (unsigned i = 0; i < count; i++)
        drawn[take(bag, left--, r)]++;
    action_begin(a, WORDGAME_DEAL, CHANCE);
    BUG_UNLESS(action_put(a, seat) && wordgame_put_tiles(a, drawn));
}

static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_placement p;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind != WORDGAME_PLACE || !wordgame_placement(&w->set, a, &p))
        return;
    unsigned fresh = wordgame_new_squares(w->board, &p);
    struct word letters = wordgame_letters(&p);
    out->points = wordgame_points(&w->set, w->board, &p);
    out->square_count = p.length;
    for (unsigned i = 0; i < p.length; i++)
        out->squares[i] = (uint8_t)(p.square + i * line_step(p.down));
    if (__builtin_popcount(fresh) == 1)
        out->placed = __builtin_ctz(fresh);
    if (!wordgame_reads(&w->set, &c->lexicon->graph, &letters, &out->word))
        out->word = letters;
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    (void)c;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        out[seat] = wordgame_state(s)->score[seat];
}

static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    (void)c;
    *out = (struct outcome){.over = w->resigned || w->end};
    if (!out->over)
        return;
    out->reason = w->resigned ? END_RESIGNATION : (enum end_reason)w->end;
    if (w->resigned)
        out->winners = 3u & ~w->resigned;
    else if (w->score[0] != w->score[1])
        out->winners = w->score[0] > w->score[1] ? 1 : 2;
    else
        out->draw = true;
}

// A viewer knows the board and how many tiles are where; whose they are, of his own rack only. What
// a seat has put aside is known to that seat: it is the one that draws.
static void view(const struct config *c, const struct state *s, unsigned viewer, struct state *out)
{
    struct wordgame_state *w = wordgame_state_of(out);
    (void)c;
    *out = *s;
    if (viewer == VIEWER_ALL)
        return;
    memset(w->bag, 0, sizeof w->bag);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        if (seat != viewer)
            memset(w->rack[seat], 0, sizeof w->rack[seat]);
    if (viewer != 1u - w->turn)
        memset(w->aside, 0, sizeof w->aside);
}

unsigned wordgame_unseen(const struct wordgame_state *w, unsigned seat, uint8_t unseen[TILE_KINDS])
{
    memcpy(unseen, w->set.tiles, TILE_KINDS);
    for (unsigned square = 0; square < BOARD_SQUARES; square++)
        if (w->board[square])
            unseen[tile_kind(w->board[square])]--;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        unseen[kind] = (uint8_t)(unseen[kind] - w->rack[seat][kind]);
        if (w->turn != seat)
            unseen[kind] = (uint8_t)(unseen[kind] - w->aside[kind]);
    }
    return count_tiles(unseen);
}

const struct rules wordgame_rules = {
    .name = "wordgame",
    .state_size = sizeof(struct wordgame_state),
    .accept = accept,
    .describe = wordgame_describe,
    .setup = setup,
    .to_act = to_act,
    .check = check,
    .apply = apply,
    .draw = draw,
    .legal = wordgame_legal,
    .report = report,
    .score = score,
    .outcome = outcome,
    .view = view,
    .guess = guess,
    .format = wordgame_format,
    .parse = wordgame_parse,
    .write = wordgame_write,
    .read = wordgame_read,
    .valid = wordgame_valid,
};
