// The Word Game's table of rules: setup, draws, views, guesses and results (docs/rules). The
// classic crossword set-up is another preset; games/wordgame/settings.h has all that presets differ
// in.
#include "games/wordgame/move.h"
#include "games/wordgame/reading.h"
#include "games/wordgame/state.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(sizeof(struct wordgame_state) <= STATE_BYTES, "the state has to fit");
_Static_assert((int)BOARD_SIDE <= (int)ALSO_MAX, "all cross words have to fit");

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

int wordgame_rack_value(const struct wordgame_settings *set, const uint8_t rack[TILE_KINDS])
{
    int value = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        value += rack[kind] * set->value[kind];
    return value;
}

static bool accept(const struct config *c, struct reason *why)
{
    struct wordgame_settings set;
    if (c->seats != WORDGAME_SEATS)
        return refuse(why, MSG_WORDGAME_SEATS, "%s", "");
    return wordgame_settings_load(&set, c, why);
}

// accept() has checked that the settings can be loaded.
static void setup(const struct config *c, struct state *s)
{
    struct wordgame_state *w = wordgame_state_of(s);
    memset(s, 0, sizeof *s);
    BUG_UNLESS(wordgame_settings_load(&w->set, c, NULL));
    memcpy(w->bag, w->set.tiles, sizeof w->bag);
    w->in_bag = (uint8_t)w->set.total;
}

// R-WG-25 to R-WG-27, R-WG-30
int wordgame_draws_next(const struct wordgame_state *w)
{
    for (unsigned seat = 0; seat < WORDGAME_SEATS && w->in_bag; seat++)
        if (w->in_rack[seat] < w->set.rack)
            return (int)seat;
    return -1;
}

unsigned wordgame_to_draw(const struct wordgame_state *w, unsigned seat)
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
    return wordgame_draws_next(w) >= 0 ? ACTS_CHANCE : 1u << w->turn;
}

// Takes a tile out at random.
static unsigned take_tile(uint8_t tiles[TILE_KINDS], unsigned count, struct rng *r)
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

// All tiles that are neither on the board nor in a known place.
static unsigned count_hidden(const struct wordgame_state *w, uint8_t hidden[TILE_KINDS])
{
    memcpy(hidden, w->set.tiles, TILE_KINDS);
    for (unsigned square = 0; square < BOARD_SQUARES; square++)
        if (w->board[square])
            hidden[wordgame_tile_kind(w->board[square])]--;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        hidden[kind] =
            (uint8_t)(hidden[kind] - w->rack[0][kind] - w->rack[1][kind] - w->aside[kind]);
    return count_tiles(hidden);
}

static void fill_hidden(uint8_t tiles[TILE_KINDS], unsigned all, struct wordgame_state *w,
                        unsigned *left, struct rng *r)
{
    if (wordgame_tiles_known(tiles, all))
        return;
    for (unsigned i = 0; i < all; i++)
        tiles[take_tile(w->bag, (*left)--, r)]++;
}

// Distributes the unseen tiles at random among the other's rack, the tiles put aside, and the
// seat's own rack, as far as those are hidden; the rest is the bag.
static void guess(const struct config *c, const struct state *v, unsigned seat, struct rng *r,
                  struct state *out)
{
    struct wordgame_state *w = wordgame_state_of(out);
    (void)c;
    *out = *v;
    unsigned other = 1 - seat, left = count_hidden(w, w->bag);
    fill_hidden(w->rack[other], w->in_rack[other], w, &left, r);
    fill_hidden(w->aside, w->in_aside, w, &left, r);
    fill_hidden(w->rack[seat], w->in_rack[seat], w, &left, r);
    BUG_UNLESS(left == w->in_bag);
}

static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    struct state whole;
    const struct wordgame_state *w = wordgame_state(s);
    unsigned seat = (unsigned)wordgame_draws_next(w), count = wordgame_to_draw(w, seat),
             left = w->in_bag;
    uint8_t bag[TILE_KINDS], drawn[TILE_KINDS] = {0};
    if (!wordgame_tiles_known(w->bag, w->in_bag)) {
        guess(c, s, seat, r, &whole);
        w = wordgame_state(&whole);
    }
    memcpy(bag, w->bag, sizeof bag);
    for (unsigned i = 0; i < count; i++)
        drawn[take_tile(bag, left--, r)]++;
    action_begin(a, WORDGAME_DEAL, CHANCE);
    BUG_UNLESS(action_put(a, seat) && wordgame_put_tiles(a, drawn));
}

// Targets of the rack while a move is made:
//
//     ,"plain":["pass"],"exchange":"not_now"
//
// exchange: "yes", "not_now" while the bag has too few tiles, "never" where there is none.
// R-WG-33 to R-WG-35
static void targets(const struct config *c, const struct state *s, unsigned seat, struct buf *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    const char *exchange = w->in_bag < w->set.exchange ? "not_now" : "yes";
    (void)c;
    (void)seat;
    buf_printf(out, ",\"plain\":[\"pass\"],\"exchange\":\"%s\"",
               w->set.exchange ? exchange : "never");
}

void wordgame_report_move(const struct config *c, const struct wordgame_state *w,
                          const struct wordgame_placement *p, int points, struct report *out)
{
    unsigned fresh = wordgame_new_squares(w->board, p);
    struct word letters = wordgame_letters(p);
    out->points = points;
    out->square_count = p->length;
    for (unsigned i = 0; i < p->length; i++)
        out->squares[i] = (uint8_t)(p->square + i * wordgame_line_step(p->down));
    out->fresh = fresh;
    if (__builtin_popcount(fresh) == 1)
        out->placed = __builtin_ctz(fresh);
    if (!wordgame_reads(&w->set, &c->lexicon->graph, &letters, &out->word))
        out->word = letters;
}

// The cross words.
// R-WG-11
static unsigned also(const struct config *c, const struct state *s, const struct action *a,
                     struct word out[ALSO_MAX])
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_move m;
    unsigned count = 0;
    if (a->kind != WORDGAME_PLACE || !wordgame_move_decode(a, w, &m))
        return 0;
    for (unsigned left = m.crosses; left; left &= left - 1) {
        struct word letters = wordgame_letters(&m.cross[__builtin_ctz(left)]);
        if (!wordgame_reads(&w->set, &c->lexicon->graph, &letters, &out[count]))
            out[count] = letters;
        count++;
    }
    return count;
}

static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_move m;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind == WORDGAME_PLACE && wordgame_move_decode(a, w, &m))
        wordgame_report_move(c, w, &m.main, wordgame_move_points(&w->set, &m), out);
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    (void)c;
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        out[seat] = wordgame_state(s)->score[seat];
}

// R-WG-39, R-WG-40
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

// A viewer knows the board and all numbers of tiles, but the tiles of its own rack only. Tiles that
// a seat has put aside are known to that seat: it is the one that draws.
// R-WG-28
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
            unseen[wordgame_tile_kind(w->board[square])]--;
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
    .cut = rules_no_cut,
    .setup = setup,
    .to_act = to_act,
    .check = wordgame_check,
    .apply = wordgame_apply,
    .draw = draw,
    .legal = wordgame_legal,
    .targets = targets,
    .report = report,
    .also = also,
    .score = score,
    .outcome = outcome,
    .view = view,
    .forgets = rules_recalls,
    .guess = guess,
    .format = wordgame_format,
    .parse = wordgame_parse,
    .write = wordgame_write,
    .read = wordgame_read,
    .valid = wordgame_valid,
};
