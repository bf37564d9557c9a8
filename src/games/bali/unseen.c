// The deck in a view that hides it. Known are the cards on the table, the number of cards left, and
// of the taken words the number of cards and the points, so the sum of their values. Cards of one
// value are exchangeable: a deck is drawn by the number of cards of each value, with the weight of
// the decks that have these numbers, and then card by card.
#include "games/bali/state.h"

#include <string.h>

enum { VALUES = 6 }; // of cards: 0 to 5

// How many cards of each value may be in the deck, and what they have to come to.
struct split {
    unsigned cards[VALUES];                 // not on the table
    unsigned take[VALUES];                  // chosen for the deck
    double ways[VALUES][2 * BALI_PACK + 1]; // to choose this many of them
    double total, target;                   // weight of all splits; the sampled one, counted down
    bool found;
};

bool bali_deck_hidden(const struct bali_state *b)
{
    for (unsigned kind = 0; kind < BALI_KINDS; kind++)
        if (b->deck[kind])
            return false;
    return b->in_deck > 0;
}

int bali_not_on_table(const struct bali_state *b, uint8_t out[BALI_KINDS])
{
    int left = 0;
    for (unsigned kind = 0; kind < BALI_KINDS; kind++)
        out[kind] = (uint8_t)(b->set.packs * b->pack.count[kind]);
    for (unsigned i = 0; i < BALI_PLACES; i++)
        for (unsigned k = 0; k < b->column[i].len; k++)
            if (out[b->column[i].card[k]]-- == 0)
                return -1;
    for (unsigned kind = 0; kind < BALI_KINDS; kind++)
        left += out[kind];
    return left;
}

// Binomial coefficients.
static void count_ways(struct split *s)
{
    for (unsigned v = 0; v < VALUES; v++) {
        s->ways[v][0] = 1;
        for (unsigned k = 1; k <= s->cards[v]; k++)
            s->ways[v][k] = s->ways[v][k - 1] * (s->cards[v] - k + 1) / k;
    }
}

// Visits every split of `cards` that are worth `value`, from the highest value down; cards worth 1
// and 0 follow from the others. While sampling it stops at the target.
static void visit(struct split *s, unsigned v, unsigned cards, unsigned value, double weight)
{
    if (v == 1) {
        if (value > cards || value > s->cards[1] || cards - value > s->cards[0])
            return;
        s->take[1] = value;
        s->take[0] = cards - value;
        weight *= s->ways[1][value] * s->ways[0][cards - value];
        s->total += weight;
        s->found = s->target < weight;
        s->target -= weight;
        return;
    }
    for (unsigned k = 0; k <= s->cards[v] && k <= cards && k * v <= value && !s->found; k++) {
        s->take[v] = k;
        visit(s, v - 1, cards - k, value - k * v, weight * s->ways[v][k]);
    }
}

// Counts the decks that fit. False: there is none.
static bool count_decks(const struct bali_state *b, const uint8_t left[BALI_KINDS], struct split *s,
                        unsigned *value)
{
    unsigned all = 0, taken = 0;
    memset(s, 0, sizeof *s);
    for (unsigned kind = 0; kind < BALI_KINDS; kind++) {
        if (b->pack.value[kind] >= VALUES)
            return false;
        s->cards[b->pack.value[kind]] += left[kind];
        all += left[kind] * b->pack.value[kind];
    }
    for (unsigned i = 0; i < b->words; i++)
        taken += b->taken[i].cards ? b->taken[i].points / b->taken[i].cards : 0;
    if (taken > all)
        return false;
    *value = all - taken;
    count_ways(s);
    s->target = 1e300; // counts all
    visit(s, VALUES - 1, b->in_deck, *value, 1);
    return s->total > 0;
}

bool bali_deck_possible(const struct bali_state *b)
{
    struct split s;
    uint8_t left[BALI_KINDS];
    unsigned value;
    return bali_not_on_table(b, left) >= 0 && count_decks(b, left, &s, &value);
}

// Draws `count` cards of one value.
static void draw_cards(struct bali_state *b, uint8_t left[BALI_KINDS], unsigned value,
                       unsigned there, unsigned count, struct rng *r)
{
    for (; count; count--) {
        unsigned n = rng_below(r, there--), kind = 0;
        for (;; kind++) {
            if (b->pack.value[kind] != value)
                continue;
            if (n < left[kind])
                break;
            n -= left[kind];
        }
        left[kind]--;
        b->deck[kind]++;
    }
}

// In [0, 1), with all the bits that a double has.
static double uniform(struct rng *r)
{
    const double range = 9007199254740992.0; // 2^53
    uint64_t high = rng_next(r);
    return (double)((high << 32 | rng_next(r)) >> 11) / range;
}

bool bali_guess_deck(struct bali_state *b, struct rng *r)
{
    struct split s;
    uint8_t left[BALI_KINDS];
    unsigned value;
    if (bali_not_on_table(b, left) < 0 || !count_decks(b, left, &s, &value))
        return false;
    s.target = uniform(r) * s.total;
    visit(&s, VALUES - 1, b->in_deck, value, 1);
    if (!s.found) { // rounding has put the target past the last split
        s.target = 0;
        visit(&s, VALUES - 1, b->in_deck, value, 1);
    }
    for (unsigned v = 0; v < VALUES; v++)
        draw_cards(b, left, v, s.cards[v], s.take[v], r);
    return true;
}
