#include "games/bali/engine/evaluation.h"

#include <string.h>

const struct bali_taste bali_alone = {
    .missed = 0.883F,
    .trust = {0, 0.81F, 0.56F, 0.52F, 1.05F, 1.12F, 1.25F, 1.52F, 1.18F},
    .next = {5.2F, 2.6F},
    .fresh = 0.95F,
    .joker = 12.2F,
    .table = 1.07F,
    .card = 5,
    .hold = 1,
};

const struct bali_taste bali_against = {
    .missed = 0.885F,
    .trust = {0, 0.2F, 0.12F, 0.12F, 0.16F, 0.16F, 0.2F, 0.2F, 0.2F},
    .fresh = 0.5F,
    .joker = 12,
    .table = 0.84F,
    .steal = 0.5F,
    .hold = 0.5F,
};

#define HOPE_CODES ((LETTERS_MAX + 1) * HOPE_TIMES)

// What is the same for all columns of a position.
struct scale {
    const struct bali_position *p;
    struct bali_hopes *h;
    const struct bali_taste *taste;
    float chance[HOPE_CODES];
    float share[LETTERS_MAX]; // of the letters in the deck
    float worth[BALI_PLACES];
};

// Newton's way, the same on every machine and in the browser.
static float root(float square)
{
    union {
        float f;
        uint32_t bits;
    } x = {.f = square};
    if (square <= 0)
        return 0;
    x.bits = (x.bits >> 1) + 0x1FBD1DF5u;
    x.f = 0.5F * (x.f + square / x.f);
    return 0.5F * (x.f + square / x.f);
}

// The chance to get one of so many cards; the last of them may be a part of one.
static float chance_of(float missed, float cards)
{
    float none = 1;
    unsigned whole = (unsigned)cards;
    for (unsigned i = 0; i < whole; i++)
        none *= missed;
    return 1 - none * (1 - (cards - (float)whole) * (1 - missed));
}

// How likely the missing cards come along, by what is in the deck and what lies there alone.
static void set_chances(struct scale *s)
{
    const struct bali_position *p = s->p;
    float cards[LETTERS_MAX + 1];
    for (unsigned letter = 0; letter <= LETTERS_MAX; letter++)
        cards[letter] = p->left[letter];
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (p->pile[i].len == 1)
            cards[p->pile[i].letter[0]] += s->taste->table;
    for (unsigned letter = 1; letter <= LETTERS_MAX && p->in_deck; letter++)
        s->share[letter - 1] = (float)p->left[letter] / p->in_deck;
    for (unsigned letter = 1; letter <= LETTERS_MAX; letter++)
        for (unsigned n = 0; n < HOPE_TIMES; n++)
            s->chance[letter * HOPE_TIMES + n] =
                cards[letter] > (float)n ? chance_of(s->taste->missed, cards[letter] - (float)n)
                                         : 0;
}

// The chance that the next card can be added to the run.
static float run_next(const struct scale *s, const struct bali_run *run)
{
    float share = 0;
    for (uint32_t left = run->next; left; left &= left - 1)
        share += s->share[__builtin_ctz(left)];
    return share;
}

static float run_worth(const struct scale *s, const struct bali_run *run, unsigned len,
                       unsigned sum)
{
    const struct bali_hope *hope = s->h->hope + run->first;
    float now = run->word ? (float)(sum * len) : 0, all = 0;
    for (unsigned i = 0; i < run->count; i++, hope++) {
        float worth = (float)((sum + hope->value) * (len + hope->count));
        for (unsigned k = 0; k < hope->count; k++)
            worth *= s->chance[hope->missing[k]];
        all += worth * worth;
    }
    float trust = s->taste->trust[len < BALI_LENGTHS ? len : BALI_LENGTHS];
    return root(now * now + trust * trust * all) + s->taste->next[len > 3] * run_next(s, run);
}

static float letters_worth(const struct scale *s, const uint8_t *letter, unsigned len, unsigned sum)
{
    return run_worth(s, bali_hopes_find(s->h, letter, len), len, sum);
}

static float pile_worth(const struct scale *s, const struct bali_pile *pile)
{
    if (pile->len == 1 && !pile->letter[0])
        return s->taste->joker;
    return letters_worth(s, pile->letter, pile->len, pile->sum);
}

static void set_scale(struct scale *s)
{
    set_chances(s);
    for (unsigned i = 0; i < BALI_PLACES; i++)
        s->worth[i] = s->p->pile[i].len ? pile_worth(s, &s->p->pile[i]) : 0;
}

// ---- moves ----

struct choosing {
    struct scale scale;
    uint8_t place[BALI_PARTS];
    uint32_t jokers; // bits of the parts that are one, where they are only for whole words
    bool any;        // nothing else is left: the first joins that are found will do
    struct bali_choice *out;
    unsigned count, most;
};

static void offer(struct choosing *c, const struct bali_step *step, float gain)
{
    if (c->count == c->most && gain <= c->out[c->count - 1].gain)
        return;
    unsigned at = c->count < c->most ? c->count++ : c->count - 1;
    for (; at > 0 && c->out[at - 1].gain < gain; at--)
        c->out[at] = c->out[at - 1];
    c->out[at] = (struct bali_choice){*step, gain};
}

// What goes, and how many places are filled anew.
static float price(const struct choosing *c, const struct bali_join *join)
{
    const struct bali_position *p = c->scale.p;
    const struct bali_taste *t = c->scale.taste;
    float gone = 0;
    for (unsigned i = 0; i < join->count; i++) {
        unsigned place = c->place[join->part[i]];
        gone += c->scale.worth[place] * (place / BALI_ROW == p->turn ? t->hold : -t->steal);
    }
    return gone;
}

static unsigned sum_of(const struct choosing *c, const struct bali_join *join)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < join->count; i++)
        sum += c->scale.p->pile[c->place[join->part[i]]].sum;
    return sum;
}

static unsigned own_of(const struct choosing *c, const struct bali_join *join)
{
    unsigned own = 0;
    for (unsigned i = 0; i < join->count; i++)
        own += c->place[join->part[i]] / BALI_ROW == c->scale.p->turn;
    return own;
}

static void offer_join(struct choosing *c, const struct bali_join *join, float gain)
{
    struct bali_step step = {.kind = BALI_JOIN, .count = (uint8_t)join->count};
    for (unsigned i = 0; i < join->count; i++) {
        step.place[i] = c->place[join->part[i]];
        step.settle[i] = join->settle[i];
    }
    offer(c, &step, gain);
}

// What a join gains but for its run.
static float rest(const struct choosing *c, const struct bali_join *join)
{
    float fresh = c->scale.p->in_deck ? c->scale.taste->fresh : 0;
    return fresh * (float)(own_of(c, join) - 1) - price(c, join);
}

static bool is_good(const struct choosing *c, float gain)
{
    return c->count < c->most || gain > c->out[c->count - 1].gain;
}

static bool has_joker(const struct choosing *c, const struct bali_join *join)
{
    uint32_t parts = 0;
    for (unsigned i = 0; c->jokers && i < join->count; i++)
        parts |= UINT32_C(1) << join->part[i];
    return parts & c->jokers;
}

// Counted by what it brings now, without what it may become.
static void take_whole(struct choosing *c, const struct bali_join *join)
{
    float points = (float)(sum_of(c, join) * join->length);
    float gain = c->scale.taste->hold * points + rest(c, join);
    if (is_good(c, gain) && bali_hopes_knows(c->scale.h, join->run, join->length))
        offer_join(c, join, gain);
}

static bool take_join(void *context, const struct bali_join *join)
{
    struct choosing *c = context;
    const struct bali_position *p = c->scale.p;
    bool closing = bali_position_closing(p), whole = join->word && join->length >= p->min_word;
    bool sparing = has_joker(c, join);
    unsigned sum = sum_of(c, join);
    float gain;
    if ((closing || sparing) && !whole)
        return true;
    if (sparing) {
        take_whole(c, join);
        return true;
    }
    const struct bali_run *run = bali_hopes_find(c->scale.h, join->run, join->length);
    if (c->scale.h->mind.tier && !run->known)
        return true;
    if (closing)
        gain = (float)(sum * join->length);
    else
        gain = c->scale.taste->hold * run_worth(&c->scale, run, join->length, sum);
    gain += rest(c, join);
    if (is_good(c, gain))
        offer_join(c, join, gain);
    return !c->any || c->count < c->most;
}

// Among many columns a joker fits into more than a million runs; weighing them all would take
// seconds. There it is kept for whole words, as people keep it.
static uint32_t spared_jokers(const struct choosing *c, unsigned count)
{
    enum { FEW_PARTS = 8 };
    uint32_t jokers = 0;
    for (unsigned i = 0; count > FEW_PARTS && i < count; i++) {
        const struct bali_pile *pile = &c->scale.p->pile[c->place[i]];
        if (pile->len == 1 && !pile->letter[0])
            jokers |= UINT32_C(1) << i;
    }
    return jokers;
}

static void offer_takes(struct choosing *c)
{
    const struct bali_position *p = c->scale.p;
    const struct bali_taste *t = c->scale.taste;
    for (unsigned i = 0; i < p->row; i++) {
        unsigned place = p->turn * BALI_ROW + i;
        int points = bali_position_points(p, place);
        struct bali_step step = {.kind = BALI_TAKE, .count = 1, .place = {(uint8_t)place}};
        float gain = (float)points - t->hold * c->scale.worth[place];
        if (points >= 0)
            offer(c, &step, gain + (p->in_deck ? t->fresh : 0));
    }
}

unsigned bali_choices(const struct bali_position *p, struct bali_hopes *h,
                      const struct bali_taste *taste, struct bali_choice *out, unsigned most)
{
    struct choosing c = {.scale = {.p = p, .h = h, .taste = taste}, .out = out, .most = most};
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_position_parts(p, part, c.place, &own);
    set_scale(&c.scale);
    c.jokers = spared_jokers(&c, count);
    bali_joins(p->graph, part, count, own, take_join, &c);
    offer_takes(&c);
    if (c.count == 0 && c.jokers) {
        c.jokers = 0;
        c.any = true;
        bali_joins(p->graph, part, count, own, take_join, &c);
    }
    return c.count;
}

void bali_worth(const struct bali_position *p, struct bali_hopes *h, const struct bali_taste *taste,
                float out[SEATS_MAX])
{
    struct scale s = {.p = p, .h = h, .taste = taste};
    set_scale(&s);
    for (unsigned seat = 0; seat < p->seats; seat++) {
        out[seat] = p->score[seat];
        for (unsigned i = 0; i < BALI_ROW; i++)
            out[seat] += taste->hold * s.worth[seat * BALI_ROW + i];
    }
}
