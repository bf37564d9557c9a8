// Bali: the rules (RULES.md). This file has the table of functions and those that only look.
#include "games/bali/state.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(sizeof(struct bali_state) <= STATE_BYTES, "the state has to fit");
_Static_assert(2 * BALI_PARTS <= ACTION_BYTES, "a join has to fit");

static bool accept(const struct config *c, struct reason *why)
{
    struct bali_pack pack;
    if (!bali_pack_load(&pack, &c->lexicon->alphabet))
        return refuse(why, MSG_BALI_NO_PACK, "%s", c->lexicon->alphabet.lang);
    return c->seats > 1 || !config_is(c, "challenge", "on") ||
           refuse(why, MSG_BALI_CHALLENGE_ALONE, "%s", "");
}

static void describe(const struct config *c, struct buf *out)
{
    struct alphabet a;
    struct bali_pack pack;
    if (alphabet_load(&a, text_of(c->lang), NULL) && bali_pack_load(&pack, &a))
        bali_pack_describe(&pack, &a, out);
}

// One pack for one seat, two for more.
static void setup(const struct config *c, struct state *s)
{
    struct bali_state *b = bali_state_of(s);
    struct bali_pack pack;
    unsigned packs = c->seats == 1 ? 1 : 2;
    memset(s, 0, sizeof *s);
    BUG_UNLESS(bali_pack_load(&pack, &c->lexicon->alphabet) && pack.cards == BALI_PACK);
    for (unsigned kind = 1; kind <= pack.kinds; kind++)
        b->deck[kind] = (uint8_t)(packs * pack.count[kind]);
    b->in_deck = (uint8_t)(packs * pack.cards);
    memcpy(b->value, pack.value, sizeof b->value);
    memcpy(b->own, pack.own, sizeof b->own);
    memcpy(b->plays, pack.plays, sizeof b->plays);
    b->doubt.challenger = BALI_NOBODY;
}

// Nobody waits for a challenge: who has none to make need not say so.
static unsigned to_act(const struct config *c, const struct state *s)
{
    const struct bali_state *b = bali_state(s);
    if (b->end)
        return 0;
    if (bali_dealt_next(c, b) >= 0)
        return ACTS_CHANCE;
    if (b->doubt.challenger != BALI_NOBODY)
        return 1u << b->doubt.seat;
    unsigned who = 1u << b->turn;
    for (unsigned i = 0; i < c->seats && b->doubt.count; i++)
        if (i != b->turn && i != b->doubt.seat && !(b->resigned >> i & 1))
            who |= ACTS_MAY(i);
    return who;
}

static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    const struct bali_state *b = bali_state(s);
    int place = bali_dealt_next(c, b);
    unsigned kind = 0, n = rng_below(r, b->in_deck);
    while (n >= b->deck[kind])
        n -= b->deck[kind++];
    uint8_t card[] = {(uint8_t)place, (uint8_t)kind};
    *a = action_of(BALI_DEAL, CHANCE, card, sizeof card);
}

// A join shows what it reads; in the end it is a word that is taken.
static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    const struct bali_state *b = bali_state(s);
    struct bali_column column;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind == BALI_TAKE)
        column = b->column[a->data[0]];
    else if (a->kind != BALI_JOIN || !bali_joined(b, a, &column))
        return;
    if (a->kind == BALI_JOIN && !bali_closing(c, b)) {
        out->run = bali_letters(&column);
        out->later = bali_takable(c, &column) ? bali_points(b, &column) : 0;
        return;
    }
    out->word = bali_letters(&column);
    out->points = bali_points(b, &column);
}

static bool row_empty(const struct bali_state *b, unsigned seat)
{
    for (unsigned i = 0; i < BALI_ROW; i++)
        if (b->column[seat * BALI_ROW + i].len)
            return false;
    return true;
}

// Has the seat made a bali? Only a game that was played out gives one.
static bool has_bali(const struct bali_state *b, unsigned seat)
{
    return b->end && b->end != END_RESIGNATION && b->in_deck == 0 && row_empty(b, seat);
}

struct bali_bonus bali_bonus(const struct config *c)
{
    struct text written = config_text(c, "bali_bonus");
    bool times = text_starts(written, "x");
    uint32_t n = 0;
    BUG_UNLESS(text_to_u32(text_from(written, times), &n) && n <= UINT8_MAX);
    return times ? (struct bali_bonus){(uint8_t)n, 0} : (struct bali_bonus){1, (uint8_t)n};
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    const struct bali_state *b = bali_state(s);
    struct bali_bonus bonus = bali_bonus(c);
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned i = 0; i < c->seats; i++) {
        out[i] = b->score[i];
        if (has_bali(b, i))
            out[i] = out[i] * bonus.times + bonus.plus;
    }
}

// Who gave up does not win; a seat alone always does.
static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct bali_state *b = bali_state(s);
    int32_t total[SEATS_MAX], best = INT32_MIN;
    *out = (struct outcome){.over = b->end, .reason = (enum end_reason)b->end};
    score(c, s, total);
    for (unsigned i = 0; b->end && i < c->seats; i++) {
        if (b->resigned >> i & 1 || total[i] < best)
            continue;
        out->winners = (total[i] > best ? 0 : out->winners) | 1u << i;
        best = total[i];
    }
}

const struct rules bali_rules = {
    .name = "bali",
    .state_size = sizeof(struct bali_state),
    .accept = accept,
    .describe = describe,
    .setup = setup,
    .to_act = to_act,
    .check = bali_check,
    .apply = bali_apply,
    .draw = draw,
    .legal = bali_legal,
    .report = report,
    .score = score,
    .outcome = outcome,
    .view = rules_view_open, // the order of the deck is not in a state
    .guess = rules_guess_open,
    .format = bali_format,
    .parse = bali_parse,
    .write = bali_write,
    .read = bali_read,
    .valid = bali_valid,
};
