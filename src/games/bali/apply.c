// apply() of Bali. A turn is over with its one action; refills are chance's, and follow from what
// lies on the table. Who is next is settled before they are dealt.
#include "games/bali/state.h"

#include "base/bug.h"

#include <string.h>

static unsigned bit(unsigned seat)
{
    return 1u << seat;
}

static unsigned playing(const struct config *c, const struct bali_state *b)
{
    return (bit(c->seats) - 1) & ~b->resigned;
}

// ---- dealing ----

// The first empty place of a seat that cards are dealt to, or -1.
static int empty_place(const struct config *c, const struct bali_state *b, unsigned seat)
{
    for (unsigned i = 0; i < bali_row(c); i++)
        if (!b->column[seat * BALI_ROW + i].len)
            return (int)(seat * BALI_ROW + i);
    return -1;
}

// At the start the leader's row comes first; when places are refilled, last.
int bali_dealt_next(const struct config *c, const struct bali_state *b)
{
    for (unsigned i = 0; i < c->seats && b->in_deck; i++) {
        unsigned seat = (i + b->started) % c->seats;
        int place = b->resigned >> seat & 1 ? -1 : empty_place(c, b, seat);
        if (place >= 0)
            return place;
    }
    return -1;
}

// A card that can only be one letter is that letter at once.
static void put_card(struct bali_state *b, unsigned place, unsigned kind)
{
    uint32_t plays = b->plays[kind];
    b->column[place] = (struct bali_column){.len = 1, .card = {(uint8_t)kind}};
    if (!(plays & (plays - 1)))
        b->column[place].letter[0] = b->own[kind];
}

static void deal(const struct config *c, struct bali_state *b, unsigned place, unsigned kind)
{
    BUG_UNLESS(b->deck[kind] && b->in_deck);
    b->deck[kind]--;
    b->in_deck--;
    put_card(b, place, kind);
    if (b->doubt.count)
        b->doubt.refilled |= UINT32_C(1) << place;
    if (!b->started && bali_dealt_next(c, b) < 0)
        b->started = true;
}

// ---- turns ----

// On to a seat that plays, past those that miss their turn.
static void skip(const struct config *c, struct bali_state *b)
{
    while ((b->resigned | b->missing) & bit(b->turn)) {
        b->missing &= (uint8_t)~bit(b->turn);
        b->turn = (uint8_t)((b->turn + 1) % c->seats);
    }
}

static void next_turn(const struct config *c, struct bali_state *b)
{
    b->turn = (uint8_t)((b->turn + 1) % c->seats);
    skip(c, b);
}

static void forget_doubt(struct bali_state *b)
{
    b->doubt = (struct bali_doubt){.challenger = BALI_NOBODY};
}

// ---- moves ----

static void take(struct bali_state *b, unsigned seat, const struct bali_column *column)
{
    int32_t points = bali_points(b, column);
    BUG_UNLESS(b->words < BALI_TAKEN);
    b->score[seat] += points;
    b->taken[b->words++] =
        (struct bali_taken){(uint8_t)seat, column->len, .points = (uint16_t)points};
}

static unsigned first_own(const struct action *a)
{
    unsigned i = 0;
    while (a->data[i] / BALI_ROW != a->seat)
        i += 2;
    return a->data[i];
}

static void remember(struct bali_state *b, const struct action *a)
{
    struct bali_doubt *d = &b->doubt;
    *d = (struct bali_doubt){.seat = a->seat, .challenger = BALI_NOBODY, .count = a->len / 2};
    for (unsigned i = 0; i < d->count; i++) {
        d->place[i] = a->data[2 * i];
        d->length[i] = b->column[d->place[i]].len;
        if (a->data[2 * i + 1])
            d->settled |= (uint16_t)bit(i);
    }
}

static void join(const struct config *c, struct bali_state *b, const struct action *a)
{
    struct bali_column joined;
    BUG_UNLESS(bali_joined(b, a, &joined));
    bool closing = bali_closing(c, b);
    if (config_is(c, "challenge", "on") && !closing)
        remember(b, a);
    for (unsigned i = 0; i < a->len; i += 2)
        b->column[a->data[i]] = (struct bali_column){0};
    if (closing)
        take(b, a->seat, &joined);
    else
        b->column[first_own(a)] = joined;
}

static void move(const struct config *c, struct bali_state *b, const struct action *a)
{
    forget_doubt(b);
    b->passed = a->kind == ACTION_PASS ? b->passed | (uint8_t)bit(a->seat) : 0;
    if (a->kind == BALI_JOIN) {
        join(c, b, a);
    } else if (a->kind == BALI_TAKE) {
        take(b, a->seat, &b->column[a->data[0]]);
        b->column[a->data[0]] = (struct bali_column){0};
    } else if (a->kind == BALI_DONE) {
        b->end = END_DONE;
    }
    next_turn(c, b);
}

// ---- challenges ----

static void take_back_refills(struct bali_state *b)
{
    for (uint32_t left = b->doubt.refilled; left; left &= left - 1) {
        struct bali_column *column = &b->column[__builtin_ctz(left)];
        b->deck[column->card[0]]++;
        b->in_deck++;
        *column = (struct bali_column){0};
    }
}

// The columns lie where they lay, what was settled is open again, and the refills are back in the
// deck.
static void undo(struct bali_state *b)
{
    const struct bali_doubt d = b->doubt;
    struct bali_column joined = b->column[bali_doubted_place(&d)];
    unsigned at = 0;
    take_back_refills(b);
    b->column[bali_doubted_place(&d)] = (struct bali_column){0};
    for (unsigned i = 0; i < d.count; i++) {
        struct bali_column *column = &b->column[d.place[i]];
        column->len = d.length[i];
        memcpy(column->card, joined.card + at, d.length[i]);
        memcpy(column->letter, joined.letter + at, d.length[i]);
        if (d.settled >> i & 1)
            column->letter[0] = 0;
        at += d.length[i];
    }
}

static bool has_inside(const struct word *w, const struct word *run)
{
    for (unsigned i = 0; i + run->len <= w->len; i++)
        if (memcmp(w->letter + i, run->letter, run->len) == 0)
            return true;
    return false;
}

static bool is_right(const struct config *c, const struct bali_state *b, const struct action *a)
{
    struct word w = {.len = a->len}, run = bali_doubted(b);
    memcpy(w.letter, a->data, a->len);
    return a->kind == BALI_NAME && has_inside(&w, &run) && graph_has(&c->lexicon->graph, &w);
}

static void answer(const struct config *c, struct bali_state *b, const struct action *a)
{
    if (is_right(c, b, a))
        b->missing |= (uint8_t)(bit(b->doubt.challenger) & playing(c, b));
    else
        undo(b);
    forget_doubt(b);
    skip(c, b);
}

// ---- the end ----

// Whose join is being challenged owes an answer and has given none.
static void resign(const struct config *c, struct bali_state *b, unsigned seat)
{
    if (b->doubt.seat == seat && b->doubt.challenger != BALI_NOBODY)
        undo(b);
    if (b->doubt.seat == seat)
        forget_doubt(b);
    b->resigned |= (uint8_t)bit(seat);
    b->missing &= (uint8_t)~bit(seat);
    if (!(playing(c, b) & (playing(c, b) - 1)))
        b->end = END_RESIGNATION;
    else
        skip(c, b);
}

static bool table_empty(const struct bali_state *b)
{
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (b->column[i].len)
            return false;
    return true;
}

enum end_reason bali_find_end(const struct config *c, const struct bali_state *b)
{
    if (table_empty(b))
        return END_OUT;
    if (c->seats == 1)
        return bali_can_move(c, b, 0) ? END_NONE : END_NOTHING;
    return (playing(c, b) & ~b->passed) ? END_NONE : END_PASSES;
}

void bali_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct bali_state *b = bali_state_of(s);
    if (a->kind == BALI_DEAL)
        deal(c, b, a->data[0], a->data[1]);
    else if (a->kind == ACTION_RESIGN)
        resign(c, b, a->seat);
    else if (a->kind == BALI_CHALLENGE)
        b->doubt.challenger = a->seat;
    else if (b->doubt.challenger != BALI_NOBODY)
        answer(c, b, a);
    else
        move(c, b, a);
    if (!b->end && bali_dealt_next(c, b) < 0)
        b->end = (uint8_t)bali_find_end(c, b);
}
