#include "games/bali/engine/evaluation.h"

#include "engine/candidates.h"

#include <string.h>

const struct bali_weights bali_weights_alone = {
    .missed = 0.883F,
    .trust = {0, 0.81F, 0.56F, 0.52F, 1.05F, 1.12F, 1.25F, 1.52F, 1.18F},
    .next = {5.2F, 2.6F},
    .fresh = 0.95F,
    .joker = 12.2F,
    .table = 1.07F,
    .card = 5,
    .hold = 1,
};

const struct bali_weights bali_weights_versus = {
    .missed = 0.885F,
    .trust = {0, 0.2F, 0.12F, 0.12F, 0.16F, 0.16F, 0.2F, 0.2F, 0.2F},
    .fresh = 0.5F,
    .joker = 12,
    .table = 0.84F,
    .steal = 0.5F,
    .hold = 0.5F,
};

#define COMPLETION_CODES ((LETTERS_MAX + 1) * COMPLETION_REPEATS)

// Values that all columns of a position share.
struct scale {
    const struct bali_position *p;
    struct bali_completions *completions;
    const struct bali_weights *weights;
    float chance[COMPLETION_CODES];
    float share[LETTERS_MAX]; // of the letters in the deck
    float value[BALI_PLACES]; // of each column
};

// Newton's method, so that the result is the same on every machine and in the browser.
static float square_root(float square)
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

// The chance to get one of `cards` cards; the number may have a fraction.
static float chance_of(float missed, float cards)
{
    float none = 1;
    unsigned whole = (unsigned)cards;
    for (unsigned i = 0; i < whole; i++)
        none *= missed;
    return 1 - none * (1 - (cards - (float)whole) * (1 - missed));
}

// The chances that missing cards come along, from the deck and from single cards on the table.
static void set_chances(struct scale *s)
{
    const struct bali_position *p = s->p;
    float cards[LETTERS_MAX + 1];
    for (unsigned letter = 0; letter <= LETTERS_MAX; letter++)
        cards[letter] = p->left[letter];
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (p->pile[i].len == 1)
            cards[p->pile[i].letter[0]] += s->weights->table;
    for (unsigned letter = 1; letter <= LETTERS_MAX && p->in_deck; letter++)
        s->share[letter - 1] = (float)p->left[letter] / p->in_deck;
    for (unsigned letter = 1; letter <= LETTERS_MAX; letter++)
        for (unsigned n = 0; n < COMPLETION_REPEATS; n++)
            s->chance[letter * COMPLETION_REPEATS + n] =
                cards[letter] > (float)n ? chance_of(s->weights->missed, cards[letter] - (float)n)
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

static float run_value(const struct scale *s, const struct bali_run *run, unsigned len,
                       unsigned sum)
{
    const struct bali_completion *one = s->completions->pool + run->first;
    float now = run->word ? (float)(sum * len) : 0, all = 0;
    for (unsigned i = 0; i < run->count; i++, one++) {
        float value = (float)((sum + one->value) * (len + one->count));
        for (unsigned k = 0; k < one->count; k++)
            value *= s->chance[one->missing[k]];
        all += value * value;
    }
    float trust = s->weights->trust[len < BALI_LENGTHS ? len : BALI_LENGTHS];
    return square_root(now * now + trust * trust * all) +
           s->weights->next[len > 3] * run_next(s, run);
}

static float letters_value(const struct scale *s, const uint8_t *letter, unsigned len, unsigned sum)
{
    return run_value(s, bali_completions_find(s->completions, letter, len), len, sum);
}

static float pile_value(const struct scale *s, const struct bali_pile *pile)
{
    if (pile->len == 1 && !pile->letter[0])
        return s->weights->joker;
    return letters_value(s, pile->letter, pile->len, pile->sum);
}

static void init_scale(struct scale *s)
{
    set_chances(s);
    for (unsigned i = 0; i < BALI_PLACES; i++)
        s->value[i] = s->p->pile[i].len ? pile_value(s, &s->p->pile[i]) : 0;
}

// ---- moves ----

struct choosing {
    struct scale scale;
    uint8_t place[BALI_PARTS];
    uint32_t jokers;        // bits of the open jokers that are reserved for whole words
    bool any;               // there is no other move: the first joins that are found will do
    struct candidates list; // of struct bali_candidate
};

static double gain_of(const void *item)
{
    return (double)((const struct bali_candidate *)item)->gain;
}

// The value of the columns that a join uses up: a loss for the seat's own, a gain (*steal*) for
// those of other seats.
static float columns_used(const struct choosing *c, const struct bali_join *join)
{
    const struct bali_position *p = c->scale.p;
    const struct bali_weights *t = c->scale.weights;
    float gone = 0;
    for (unsigned i = 0; i < join->count; i++) {
        unsigned place = c->place[join->part[i]];
        gone += c->scale.value[place] * (place / BALI_ROW == p->turn ? t->hold : -t->steal);
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

static void offer_join(struct choosing *c, const struct bali_join *join, enum bali_kind kind,
                       float gain)
{
    struct bali_candidate candidate = {bali_join_move(join, c->place), gain};
    candidate.move.kind = (uint8_t)kind;
    candidates_offer(&c->list, &candidate);
}

// The gain of a join without the value of its run.
static float gain_without_run(const struct choosing *c, const struct bali_join *join)
{
    float fresh = c->scale.p->in_deck ? c->scale.weights->fresh : 0;
    return fresh * (float)(own_of(c, join) - 1) - columns_used(c, join);
}

static bool has_reserved_joker(const struct choosing *c, const struct bali_join *join)
{
    uint32_t parts = 0;
    for (unsigned i = 0; c->jokers && i < join->count; i++)
        parts |= UINT32_C(1) << join->part[i];
    return parts & c->jokers;
}

// Valued by its points now, without completions.
static void consider_whole_word(struct choosing *c, const struct bali_join *join)
{
    float points = (float)(sum_of(c, join) * join->length);
    float gain = c->scale.weights->hold * points + gain_without_run(c, join);
    if (candidates_takes(&c->list, (double)gain) &&
        bali_completions_knows(c->scale.completions, join->run, join->length))
        offer_join(c, join, BALI_JOIN, gain);
}

// The value of a run as a column; or its points and a fresh card, where a seat alone does better to
// take the word at once. Each join makes one candidate, as the better of the two: otherwise most
// words would use up two of the few moves that a beam expands.
static float run_gain(const struct choosing *c, const struct bali_run *run, unsigned len,
                      unsigned sum, enum bali_kind *kind)
{
    const struct bali_position *p = c->scale.p;
    const struct bali_weights *t = c->scale.weights;
    float kept = t->hold * run_value(&c->scale, run, len, sum);
    float taken = (float)(sum * len) + (p->in_deck ? t->fresh : 0);
    if (p->set.seats > 1 || !run->word || taken <= kept)
        return kept;
    *kind = BALI_TAKE;
    return taken;
}

static bool consider_join(void *context, const struct bali_join *join)
{
    struct choosing *c = context;
    const struct bali_position *p = c->scale.p;
    bool finish = bali_position_must_finish(p),
         whole = join->word && join->length >= p->set.min_word;
    bool reserved = has_reserved_joker(c, join);
    unsigned sum = sum_of(c, join);
    enum bali_kind kind = BALI_JOIN;
    float gain;
    if ((finish || reserved) && !whole)
        return true;
    if (reserved) {
        consider_whole_word(c, join);
        return true;
    }
    const struct bali_run *run =
        bali_completions_find(c->scale.completions, join->run, join->length);
    if (c->scale.completions->basis.player.tier && !run->known)
        return true;
    if (finish)
        gain = (float)(sum * join->length);
    else
        gain = run_gain(c, run, join->length, sum, &kind);
    gain += gain_without_run(c, join);
    if (candidates_takes(&c->list, (double)gain))
        offer_join(c, join, kind, gain);
    return !c->any || c->list.count < c->list.room;
}

// Among many columns a joker fits into more than a million runs; evaluating all of them would take
// seconds. There it is reserved for whole words, as people reserve it.
static uint32_t reserved_jokers(const struct choosing *c, unsigned count)
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
    const struct bali_weights *t = c->scale.weights;
    for (unsigned i = 0; i < p->set.row; i++) {
        unsigned place = p->turn * BALI_ROW + i;
        int points = bali_position_points(p, place);
        float gain = (float)points - t->hold * c->scale.value[place];
        struct bali_candidate candidate = {
            {.kind = BALI_TAKE, .count = 1, .place = {(uint8_t)place}},
            gain + (p->in_deck ? t->fresh : 0)};
        if (points >= 0)
            candidates_offer(&c->list, &candidate);
    }
}

unsigned bali_candidates(const struct bali_position *p, struct bali_completions *completions,
                         const struct bali_weights *weights, struct bali_candidate *out,
                         unsigned most)
{
    struct choosing c = {
        .scale = {.p = p, .completions = completions, .weights = weights},
        .list = {.item = out, .size = sizeof *out, .room = most, .value = gain_of}};
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_position_parts(p, part, c.place, &own);
    init_scale(&c.scale);
    c.jokers = reserved_jokers(&c, count);
    bali_joins(p->graph, part, count, own, consider_join, &c);
    offer_takes(&c);
    if (c.list.count == 0 && c.jokers) {
        c.jokers = 0;
        c.any = true;
        bali_joins(p->graph, part, count, own, consider_join, &c);
    }
    return c.list.count;
}

void bali_evaluate(const struct bali_position *p, struct bali_completions *completions,
                   const struct bali_weights *weights, float out[SEATS_MAX])
{
    struct scale s = {.p = p, .completions = completions, .weights = weights};
    init_scale(&s);
    for (unsigned seat = 0; seat < p->set.seats; seat++) {
        out[seat] = p->score[seat];
        for (unsigned i = 0; i < BALI_ROW; i++)
            out[seat] += weights->hold * s.value[seat * BALI_ROW + i];
    }
}
