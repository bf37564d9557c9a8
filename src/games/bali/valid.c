// valid() of Bali: cards, columns, taken words, challenges and turns.
#include "games/bali/state.h"

#include <string.h>

static bool is_one(unsigned bits)
{
    return bits && !(bits & (bits - 1));
}

// ---- cards ----

static bool card_fits(const struct bali_state *b, unsigned kind, unsigned letter, bool lone)
{
    if (!kind || kind >= BALI_KINDS || !b->pack.plays[kind])
        return false;
    if (is_one(b->pack.plays[kind]))
        return letter == b->pack.own[kind];
    return lone ? letter == 0
                : letter && letter <= LETTERS_MAX && b->pack.plays[kind] & graph_bit(letter);
}

// A lone card that may be several letters is open. In a longer column all cards are settled, and
// without challenges its run is inside some word.
static bool column_fits(const struct config *c, const struct bali_state *b,
                        const struct bali_column *column)
{
    if (column->len > WORD_MAX)
        return false;
    for (unsigned i = 0; i < column->len; i++)
        if (!card_fits(b, column->card[i], column->letter[i], column->len == 1))
            return false;
    if (column->len < 2 || b->set.challenge)
        return true;
    struct word run = bali_letters(column);
    return graph_has_run(&c->lexicon->graph, &run);
}

static bool columns_fit(const struct config *c, const struct bali_state *b)
{
    for (unsigned i = 0; i < BALI_PLACES; i++) {
        bool there = i / BALI_ROW < c->seats && i % BALI_ROW < b->set.row;
        if ((b->column[i].len && !there) || !column_fits(c, b, &b->column[i]))
            return false;
    }
    return true;
}

// The number and the value of the taken cards: those neither in the deck nor on the table.
static bool count_gone(const struct config *c, const struct bali_state *b, unsigned *cards,
                       unsigned *value)
{
    struct state fresh = {0};
    const struct bali_state *all = bali_state(&fresh);
    unsigned here[BALI_KINDS] = {0}, in_deck = 0;
    c->rules->setup(c, &fresh);
    for (unsigned i = 0; i < BALI_PLACES; i++)
        for (unsigned k = 0; k < b->column[i].len; k++)
            here[b->column[i].card[k]]++;
    *cards = *value = 0;
    if (bali_deck_hidden(b))
        return false;
    for (unsigned kind = 0; kind < BALI_KINDS; kind++) {
        unsigned known = here[kind] + b->deck[kind];
        if (known > all->deck[kind])
            return false;
        in_deck += b->deck[kind];
        *cards += all->deck[kind] - known;
        *value += (all->deck[kind] - known) * b->pack.value[kind];
    }
    return in_deck == b->in_deck;
}

// Only a game that goes on and has no recall hides its deck.
static bool hidden_fits(const struct bali_state *b, unsigned taken)
{
    uint8_t left[BALI_KINDS];
    return !b->set.recall && !b->end && bali_not_on_table(b, left) == (int)(taken + b->in_deck) &&
           bali_deck_possible(b);
}

// A word scores the value of its cards times their number, so the points give the value.
static bool taken_fits(const struct config *c, const struct bali_state *b)
{
    unsigned cards = 0, value = 0, gone = 0, gone_value = 0;
    bool hidden = bali_deck_hidden(b);
    if (b->words > BALI_TAKEN || (!hidden && !count_gone(c, b, &gone, &gone_value)))
        return false;
    for (unsigned i = 0; i < b->words; i++) {
        const struct bali_taken *t = &b->taken[i];
        if (t->seat >= c->seats || t->cards < b->set.min_word || t->cards > WORD_MAX ||
            t->points % t->cards)
            return false;
        cards += t->cards;
        value += t->points / t->cards;
    }
    if (hidden)
        return hidden_fits(b, cards);
    return cards == gone && value == gone_value;
}

static bool scores_fit(const struct bali_state *b)
{
    int32_t score[SEATS_MAX] = {0};
    for (unsigned i = 0; i < b->words; i++)
        score[b->taken[i].seat] += b->taken[i].points;
    return memcmp(score, b->score, sizeof score) == 0;
}

// ---- challenges ----

static bool is_open_card(const struct bali_state *b, unsigned kind)
{
    return !is_one(b->pack.plays[kind]);
}

// The joined columns; undoing the join has to give them back as they were.
static bool parts_fit(const struct config *c, const struct bali_state *b, uint32_t *places)
{
    const struct bali_challenge *d = &b->challenge;
    unsigned length = 0;
    bool own = false;
    *places = 0;
    for (unsigned i = 0; i < d->count; i++) {
        unsigned place = d->place[i];
        if (place >= BALI_PLACES || place / BALI_ROW >= c->seats ||
            place % BALI_ROW >= b->set.row || !d->length[i] || *places >> place & 1)
            return false;
        *places |= UINT32_C(1) << place;
        own |= place / BALI_ROW == d->seat;
        length += d->length[i];
    }
    if (!own || b->column[bali_challenged_place(d)].len != length)
        return false;
    const struct bali_column *joined = &b->column[bali_challenged_place(d)];
    for (unsigned i = 0, at = 0; i < d->count; at += d->length[i++])
        if ((d->length[i] == 1 && is_open_card(b, joined->card[at])) != (d->settled >> i & 1))
            return false;
    return !(d->settled >> d->count);
}

// The places that the join emptied have a new card, or nothing.
static bool refills_fit(const struct bali_state *b, uint32_t places)
{
    const struct bali_challenge *d = &b->challenge;
    uint32_t left = places & ~(UINT32_C(1) << bali_challenged_place(d));
    if (d->refilled & ~left)
        return false;
    for (; left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctz(left);
        if (b->column[place].len != (d->refilled >> place & 1))
            return false;
    }
    return true;
}

static bool challenge_fits(const struct config *c, const struct bali_state *b)
{
    const struct bali_challenge *d = &b->challenge;
    uint32_t places;
    if (!d->count)
        return d->challenger == BALI_NOBODY && !d->seat && !d->refilled && !d->settled;
    if (!b->set.challenge || !b->started || d->count < 2 || d->count > BALI_PARTS ||
        d->seat >= c->seats || b->resigned >> d->seat & 1)
        return false;
    if (d->challenger != BALI_NOBODY && (d->challenger >= c->seats || d->challenger == d->seat))
        return false;
    return parts_fit(c, b, &places) && refills_fit(b, places);
}

// ---- turns ----

// The rows are being dealt, place by place, and nothing else has happened.
static bool is_dealing(const struct bali_state *b)
{
    int next = bali_place_to_deal(b);
    if (next < 0 || b->turn || b->resigned || b->passed || b->missing || b->end || b->words)
        return false;
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (b->column[i].len > ((int)i < next))
            return false;
    return true;
}

static bool end_fits(const struct config *c, const struct bali_state *b)
{
    bool due = bali_place_to_deal(b) >= 0, last = is_one(bali_playing(b));
    switch (b->end) {
    case END_NONE:
        return !(c->seats > 1 && last) && (due || bali_find_end(c, b) == END_NONE);
    case END_OUT:
    case END_NOTHING:
    case END_PASSES:
        return !due && (enum end_reason)b->end == bali_find_end(c, b);
    case END_DONE:
        return c->seats == 1 && !due;
    default:
        return b->end == END_RESIGNATION && c->seats > 1 && last;
    }
}

static bool turn_fits(const struct config *c, const struct bali_state *b)
{
    unsigned seats = (1u << c->seats) - 1, out = b->resigned | b->missing;
    bool many = c->seats > 1;
    if (b->turn >= c->seats || b->started > 1 || (out | b->passed) & ~seats || !bali_playing(b))
        return false;
    if (!b->started)
        return is_dealing(b);
    if ((!many && (out || b->passed)) || b->missing & b->resigned ||
        (b->missing && !b->set.challenge))
        return false;
    return (b->end || !(out >> b->turn & 1)) && end_fits(c, b);
}

bool bali_valid(const struct config *c, const struct state *s, struct reason *why)
{
    const struct bali_state *b = bali_state(s);
    if (!columns_fit(c, b))
        return refuse(why, MSG_STATE_BOARD, "%s", "");
    if (!taken_fits(c, b))
        return refuse(why, MSG_STATE_TILES, "%s", "");
    if (!scores_fit(b))
        return refuse(why, MSG_STATE_SCORE, "%s", "");
    if (!challenge_fits(c, b))
        return refuse(why, MSG_STATE_QUESTION, "%s", "");
    return turn_fits(c, b) || refuse(why, MSG_STATE_TURN, "%s", "");
}
