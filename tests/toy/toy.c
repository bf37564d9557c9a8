#include "toy/toy.h"

#include "base/bug.h"
#include "toy/toy_state.h"

#include <string.h>

static const char preset[] = "# A game for tests.\n"
                             "game toy\n"
                             "seats 2 3\n"
                             "lang en\n"
                             "lexicon en\n"
                             "setting hand number 2 3 4 = 3\n"
                             "setting pass choice on off = on\n"
                             "setting double set vowels consonants = none\n"
                             "fixed tie draw\n";

void toy_config(struct config *c)
{
    config_init_from(c, "toy", TEXT(preset), &toy_rules);
}

// Large hands are for two.
static bool accept(const struct config *c, struct reason *why)
{
    return c->seats == 2 || config_number(c, "hand") < 4 ||
           refuse(why, MSG_CONFIG_BAD_VALUE, "%s", "hand\t2, 3\t4");
}

static void setup(const struct config *c, struct state *s)
{
    (void)c;
    memset(s, 0, sizeof *s);
    memset(toy_of(s)->bag, TOY_EACH, TOY_KINDS);
    toy_of(s)->in_bag = TOY_KINDS * TOY_EACH;
}

// The seat that is to be dealt tiles next, or -1.
static int dealt_next(const struct config *c, const struct toy *t)
{
    for (unsigned i = 0; i < c->seats && t->in_bag; i++)
        if (t->in_hand[i] < config_number(c, "hand") && !(t->resigned >> i & 1))
            return (int)i;
    return -1;
}

static unsigned to_deal(const struct config *c, const struct toy *t, unsigned seat)
{
    unsigned need = config_number(c, "hand") - t->in_hand[seat];
    return need < t->in_bag ? need : t->in_bag;
}

static unsigned to_act(const struct config *c, const struct state *s)
{
    const struct toy *t = toy(s);
    if (t->end)
        return 0;
    return dealt_next(c, t) >= 0 ? ACTS_CHANCE : 1u << t->turn;
}

// Tiles come in alphabetical order, so that a deal is written in one way only.
static bool check_deal(const struct config *c, const struct toy *t, const struct action *a)
{
    uint8_t left[TOY_KINDS];
    int seat = dealt_next(c, t);
    memcpy(left, t->bag, sizeof left);
    if (a->kind != TOY_DEAL || a->len < 2 || a->data[0] != seat ||
        a->len - 1u != to_deal(c, t, (unsigned)seat))
        return false;
    for (unsigned i = 1; i < a->len; i++) {
        if (a->data[i] >= TOY_KINDS || (i > 1 && a->data[i] < a->data[i - 1]))
            return false;
        if (left[a->data[i]]-- == 0)
            return false;
    }
    return true;
}

static bool check_move(const struct config *c, const struct toy *t, const struct action *a)
{
    if (a->kind == ACTION_PASS)
        return a->len == 0 && config_is(c, "pass", "on");
    return a->kind == TOY_PLAY && a->len == 1 && a->data[0] < TOY_KINDS &&
           t->hand[a->seat][a->data[0]];
}

static bool check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why)
{
    const struct toy *t = toy(s);
    unsigned acting = to_act(c, s);
    bool good = false;
    if (a->seat == CHANCE)
        good = acting == ACTS_CHANCE && check_deal(c, t, a);
    else if (!rules_actor(c, acting, a, why) || !rules_turn(acting, a, why))
        return false;
    else if (a->kind == ACTION_RESIGN)
        good = a->len == 0;
    else
        good = check_move(c, t, a);
    return good || refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
}

static unsigned value_of(const struct config *c, unsigned kind)
{
    bool vowel = kind == 0 || kind == 4;
    return (kind + 1) * (config_is(c, "double", vowel ? "vowels" : "consonants") ? 2 : 1);
}

static void apply_deal(struct toy *t, const struct action *a)
{
    unsigned seat = a->data[0];
    for (unsigned i = 1; i < a->len; i++) {
        t->bag[a->data[i]]--;
        t->in_bag--;
        t->hand[seat][a->data[i]]++;
        t->in_hand[seat]++;
    }
}

static void apply_play(const struct config *c, struct toy *t, const struct action *a)
{
    t->hand[a->seat][a->data[0]]--;
    t->in_hand[a->seat]--;
    t->played[a->data[0]]++;
    t->points[a->seat] = (uint8_t)(t->points[a->seat] + value_of(c, a->data[0]));
    t->passes = 0;
    if (!t->in_hand[a->seat] && !t->in_bag)
        t->end = END_OUT;
}

static unsigned playing(const struct config *c, const struct toy *t)
{
    unsigned count = 0;
    for (unsigned i = 0; i < c->seats; i++)
        count += !(t->resigned >> i & 1);
    return count;
}

static void apply(const struct config *c, struct state *s, const struct action *a)
{
    struct toy *t = toy_of(s);
    if (a->seat == CHANCE) {
        apply_deal(t, a);
        return;
    }
    if (a->kind == ACTION_RESIGN)
        t->resigned |= (uint8_t)(1u << a->seat);
    else if (a->kind == ACTION_PASS)
        t->passes++;
    else
        apply_play(c, t, a);
    if (playing(c, t) == 1)
        t->end = END_RESIGNATION;
    else if (t->passes >= playing(c, t))
        t->end = END_PASSES;
    do
        t->turn = (uint8_t)((t->turn + 1) % c->seats);
    while (t->resigned >> t->turn & 1);
}

// Takes a tile out at random.
static unsigned take(uint8_t tiles[TOY_KINDS], unsigned count, struct rng *r)
{
    unsigned kind = 0, n = rng_below(r, count);
    while (n >= tiles[kind])
        n -= tiles[kind++];
    tiles[kind]--;
    return kind;
}

static void report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out)
{
    (void)s;
    *out = (struct report){.placed = -1, .scorer = a->seat};
    if (a->kind != TOY_PLAY)
        return;
    out->word = (struct word){.len = 1, .letter = {(uint8_t)(a->data[0] + 1)}};
    out->points = (int32_t)value_of(c, a->data[0]);
}

static bool legal(const struct config *c, const struct state *s, unsigned seat,
                  const struct move_sink *sink)
{
    struct report what;
    for (unsigned kind = 0; kind <= TOY_KINDS; kind++) {
        struct action a = action_of(TOY_PLAY, seat, &(uint8_t){(uint8_t)kind}, 1);
        if (kind == TOY_KINDS)
            action_begin(&a, ACTION_PASS, seat);
        if (!check(c, s, &a, NULL))
            continue;
        report(c, s, &a, &what);
        if (!sink->take(sink->context, &a, &what))
            return false;
    }
    return true;
}

static void score(const struct config *c, const struct state *s, int32_t out[SEATS_MAX])
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        out[i] = i < c->seats ? toy(s)->points[i] : 0;
}

static void outcome(const struct config *c, const struct state *s, struct outcome *out)
{
    const struct toy *t = toy(s);
    int best = -1;
    *out = (struct outcome){.over = t->end != 0, .reason = (enum end_reason)t->end};
    for (unsigned i = 0; t->end && i < c->seats; i++) {
        if (t->resigned >> i & 1 || t->points[i] < best)
            continue;
        out->winners = (t->points[i] > best ? 0 : out->winners) | 1u << i;
        best = t->points[i];
    }
    if (t->end == END_PASSES && out->winners & (out->winners - 1)) {
        out->draw = true;
        out->winners = 0;
    }
}

static void view(const struct config *c, const struct state *s, unsigned viewer, struct state *out)
{
    struct toy *t = toy_of(out);
    *out = *s;
    if (viewer == VIEWER_ALL)
        return;
    memset(t->bag, 0, sizeof t->bag);
    for (unsigned i = 0; i < c->seats; i++)
        if (i != viewer)
            memset(t->hand[i], 0, sizeof t->hand[i]);
}

static unsigned count_tiles(const uint8_t tiles[TOY_KINDS])
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        count += tiles[kind];
    return count;
}

static void fill(struct toy *t, unsigned seat, unsigned *left, struct rng *r)
{
    for (unsigned n = count_tiles(t->hand[seat]); n < t->in_hand[seat]; n++)
        t->hand[seat][take(t->bag, (*left)--, r)]++;
}

// Unseen cards go to the hidden hands, the seat's own last; the rest is the
// bag.
static void guess(const struct config *c, const struct state *v, unsigned seat, struct rng *r,
                  struct state *out)
{
    struct toy *t = toy_of(out);
    *out = *v;
    for (unsigned kind = 0; kind < TOY_KINDS; kind++) {
        t->bag[kind] = (uint8_t)(TOY_EACH - t->played[kind]);
        for (unsigned i = 0; i < c->seats; i++)
            t->bag[kind] = (uint8_t)(t->bag[kind] - t->hand[i][kind]);
    }
    unsigned left = count_tiles(t->bag);
    for (unsigned i = 1; i <= c->seats; i++)
        fill(t, (seat + i) % c->seats, &left, r);
    BUG_UNLESS(left == t->in_bag);
}

static void draw(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    struct state whole = *s;
    if (count_tiles(toy(s)->bag) != toy(s)->in_bag)
        guess(c, s, 0, r, &whole);
    struct toy t = *toy(&whole);
    unsigned seat = (unsigned)dealt_next(c, &t), count = to_deal(c, &t, seat);
    uint8_t drawn[TOY_KINDS] = {0};
    *a = action_of(TOY_DEAL, CHANCE, &(uint8_t){(uint8_t)seat}, 1);
    for (unsigned i = 0; i < count; i++)
        drawn[take(t.bag, t.in_bag--, r)]++;
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        while (drawn[kind]--)
            BUG_UNLESS(action_put(a, kind));
}

// ---- valid() ----

// All tiles are known, or none.
static bool is_whole(const uint8_t tiles[TOY_KINDS], unsigned all)
{
    unsigned known = count_tiles(tiles);
    return known == all || known == 0;
}

static bool tiles_fit(const struct config *c, const struct toy *t)
{
    unsigned all = t->in_bag + count_tiles(t->played);
    for (unsigned kind = 0; kind < TOY_KINDS; kind++) {
        unsigned used = t->bag[kind] + t->played[kind];
        for (unsigned i = 0; i < c->seats; i++)
            used += t->hand[i][kind];
        if (used > TOY_EACH)
            return false;
    }
    for (unsigned i = 0; i < c->seats; i++) {
        all += t->in_hand[i];
        if (t->in_hand[i] > config_number(c, "hand") || !is_whole(t->hand[i], t->in_hand[i]))
            return false;
    }
    return is_whole(t->bag, t->in_bag) && all == TOY_KINDS * TOY_EACH;
}

static bool points_fit(const struct config *c, const struct toy *t)
{
    unsigned worth = 0, scored = 0;
    for (unsigned kind = 0; kind < TOY_KINDS; kind++)
        worth += t->played[kind] * value_of(c, kind);
    for (unsigned i = 0; i < c->seats; i++)
        scored += t->points[i];
    return worth == scored;
}

static bool end_fits(const struct config *c, const struct toy *t)
{
    unsigned out = 0;
    for (unsigned i = 0; i < c->seats; i++)
        out |= (unsigned)(!t->in_hand[i] && !t->in_bag) << i;
    switch (t->end) {
    case END_NONE:
        return playing(c, t) > 1 && t->passes < playing(c, t) && !(out & ~t->resigned) &&
               !(t->resigned >> t->turn & 1);
    case END_OUT:
        return out;
    case END_PASSES:
        return t->passes >= playing(c, t);
    default:
        return t->end == END_RESIGNATION && playing(c, t) == 1;
    }
}

bool toy_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct toy *t = toy(s);
    if (t->turn >= c->seats || t->resigned >= 1u << c->seats || !playing(c, t) ||
        t->passes > TOY_SEATS || !end_fits(c, t))
        return refuse(why, MSG_STATE_TURN, "%s", "");
    if (!tiles_fit(c, t))
        return refuse(why, MSG_STATE_TILES, "%s", "");
    return points_fit(c, t) || refuse(why, MSG_STATE_SCORE, "%s", "");
}

const struct rules toy_rules = {
    .name = "toy",
    .state_size = sizeof(struct toy),
    .accept = accept,
    .describe = rules_describe_nothing,
    .cut = rules_no_cut,
    .setup = setup,
    .to_act = to_act,
    .check = check,
    .apply = apply,
    .draw = draw,
    .legal = legal,
    .targets = rules_targets_nothing,
    .report = report,
    .also = rules_also_none,
    .score = score,
    .outcome = outcome,
    .view = view,
    .forgets = rules_recalls,
    .guess = guess,
    .format = toy_format,
    .parse = toy_parse,
    .write = toy_write,
    .read = toy_read,
    .valid = toy_valid,
};
