// Bali's rules table, setup, and the functions that only read a state. The other functions of the
// table: check.c, apply.c, moves.c, targets.c, text.c, state_text.c, valid.c.
#include "games/bali/move.h"

#include "base/bug.h"

#include <string.h>

_Static_assert(sizeof(struct bali_state) <= STATE_BYTES, "the state has to fit");
_Static_assert(BALI_KINDS <= CUT_KINDS + 1, "all kinds can be cut");
_Static_assert(2 * BALI_PARTS <= ACTION_BYTES, "a join has to fit");

static bool bali_accept(const struct config *c, struct reason *why)
{
    struct bali_pack pack;
    struct bali_settings set;
    if (!bali_pack_load(&pack, &c->lexicon->alphabet))
        return refuse(why, MSG_BALI_NO_PACK, "%s", c->lexicon->alphabet.lang);
    return bali_settings_load(&set, c, why);
}

static void bali_describe(const struct config *c, struct buf *out)
{
    struct alphabet a;
    struct bali_pack pack;
    if (alphabet_load(&a, text_of(c->lang), NULL) && bali_pack_load(&pack, &a))
        bali_pack_describe(&pack, &a, out);
}

// A joker, which is no letter yet, leads before A; an umlaut is its vowel.
// R-BALI-59
static void bali_cut(const struct config *c, struct cut_pack *out)
{
    struct bali_pack pack;
    struct bali_settings set;
    out->kinds = 0;
    if (c->seats < 2 || !bali_settings_load(&set, c, NULL) ||
        !bali_pack_load(&pack, &c->lexicon->alphabet))
        return;
    for (unsigned kind = 1; kind <= pack.kinds; kind++)
        if (pack.symbol[kind])
            out->kind[out->kinds++] = (struct cut_kind){
                .symbol = pack.symbol[kind],
                .count = (uint8_t)(set.packs * pack.count[kind]),
                .rank = pack.own[kind] ? (uint8_t)(1 + __builtin_ctz(pack.plays[kind])) : 0,
            };
}

// R-BALI-1
static void bali_setup(const struct config *c, struct state *s)
{
    struct bali_state *b = bali_state_of(s);
    struct bali_pack *pack = &b->pack;
    memset(s, 0, sizeof *s);
    BUG_UNLESS(bali_settings_load(&b->set, c, NULL));
    BUG_UNLESS(bali_pack_load(pack, &c->lexicon->alphabet) && pack->cards == BALI_PACK);
    for (unsigned kind = 1; kind <= pack->kinds; kind++)
        b->deck[kind] = (uint8_t)(b->set.packs * pack->count[kind]);
    b->in_deck = (uint8_t)(b->set.packs * pack->cards);
    b->challenge.challenger = BALI_NOBODY;
}

// The game does not wait for challenges: a seat that makes none says nothing.
// R-BALI-13, R-BALI-48, R-BALI-49
static unsigned bali_to_act(const struct config *c, const struct state *s)
{
    const struct bali_state *b = bali_state(s);
    if (b->end)
        return 0;
    if (bali_place_to_deal(b) >= 0)
        return ACTS_CHANCE;
    if (b->challenge.challenger != BALI_NOBODY)
        return 1u << b->challenge.seat;
    unsigned acting = 1u << b->turn;
    for (unsigned i = 0; i < c->seats && b->challenge.count; i++)
        if (i != b->turn && i != b->challenge.seat && !(b->resigned >> i & 1))
            acting |= ACTS_MAY(i);
    return acting;
}

// R-BALI-62
static bool bali_forgets(const struct config *c, const struct state *s)
{
    (void)c;
    return !bali_state(s)->set.recall;
}

// R-BALI-15, R-BALI-62
static void bali_view(const struct config *c, const struct state *s, unsigned viewer,
                      struct state *out)
{
    struct bali_state *b = bali_state_of(out);
    (void)c;
    *out = *s;
    if (viewer != VIEWER_ALL && !b->set.recall && !b->end)
        memset(b->deck, 0, sizeof b->deck);
}

static void bali_guess(const struct config *c, const struct state *view, unsigned seat,
                       struct rng *r, struct state *out)
{
    (void)c;
    (void)seat;
    *out = *view;
    if (bali_deck_hidden(bali_state(out)))
        BUG_UNLESS(bali_guess_deck(bali_state_of(out), r));
}

static void bali_draw(const struct config *c, const struct state *s, struct rng *r,
                      struct action *a)
{
    struct state whole;
    bali_guess(c, s, 0, r, &whole);
    const struct bali_state *b = bali_state(&whole);
    int place = bali_place_to_deal(b);
    unsigned kind = 0, n = rng_below(r, b->in_deck);
    while (n >= b->deck[kind])
        n -= b->deck[kind++];
    uint8_t card[] = {(uint8_t)place, (uint8_t)kind};
    *a = action_of(BALI_DEAL, CHANCE, card, sizeof card);
}

// A join reports its run; when a turn must finish a word, the join takes its column.
static void bali_report(const struct config *c, const struct state *s, const struct action *a,
                        struct report *out)
{
    const struct bali_state *b = bali_state(s);
    struct bali_move m;
    struct bali_column column;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind != BALI_JOIN && a->kind != BALI_TAKE)
        return;
    if (!bali_move_decode(a, &m) || !bali_move_column(b, &m, &column))
        return;
    if (m.kind == BALI_JOIN && !bali_must_finish(b->set.seats, b->in_deck)) {
        out->run = bali_letters(&column);
        out->later = bali_takable(c, b, &column) ? bali_points(b, &column) : 0;
        out->take_now = out->later && c->seats == 1;
        out->short_word =
            out->run.len < b->set.min_word && graph_has(&c->lexicon->graph, &out->run);
        out->joins = true;
        out->rests = (uint8_t)bali_home(m.place, a->seat);
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

// Has the seat made a bali? A game that ended by resignation gives none.
// R-BALI-31, R-BALI-41, R-BALI-44
static bool has_bali(const struct bali_state *b, unsigned seat)
{
    return b->end && b->end != END_RESIGNATION && b->in_deck == 0 && row_empty(b, seat);
}

static void bali_score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    const struct bali_state *b = bali_state(s);
    memset(out, 0, SEATS_MAX * sizeof *out);
    for (unsigned i = 0; i < c->seats; i++)
        out[i] = has_bali(b, i) ? bali_with_bonus(b->set.bonus, b->score[i]) : b->score[i];
}

// A seat that resigned does not win. A seat alone always does.
// R-BALI-33, R-BALI-42, R-BALI-45
static void bali_outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct bali_state *b = bali_state(s);
    int32_t total[SEATS_MAX], best = INT32_MIN;
    *out = (struct outcome){.over = b->end, .reason = (enum end_reason)b->end};
    bali_score(c, s, total);
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
    .accept = bali_accept,
    .describe = bali_describe,
    .cut = bali_cut,
    .setup = bali_setup,
    .to_act = bali_to_act,
    .check = bali_check,
    .apply = bali_apply,
    .draw = bali_draw,
    .legal = bali_legal,
    .targets = bali_targets,
    .report = bali_report,
    .also = rules_also_none,
    .score = bali_score,
    .outcome = bali_outcome,
    .view = bali_view,
    .forgets = bali_forgets,
    .guess = bali_guess,
    .format = bali_format,
    .parse = bali_parse,
    .write = bali_write,
    .read = bali_read,
    .valid = bali_valid,
};
