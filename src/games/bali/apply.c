// apply() of Bali. A turn is over with its one action. Refills are chance's: which place is due
// follows from the table. Whose turn is next is settled before they are dealt.
#include "games/bali/move.h"

#include "base/bug.h"

#include <string.h>

static unsigned bit(unsigned seat)
{
    return 1u << seat;
}

// ---- dealing ----

// R-BALI-12, R-BALI-25, R-BALI-26, R-BALI-27, R-BALI-43
unsigned bali_refill_order(unsigned seats, bool started, unsigned i)
{
    return (i + started) % seats;
}

// The first empty place of a seat that cards are dealt to, or -1.
static int empty_place(const struct bali_state *b, unsigned seat)
{
    for (unsigned i = 0; i < b->set.row; i++)
        if (!b->column[seat * BALI_ROW + i].len)
            return (int)(seat * BALI_ROW + i);
    return -1;
}

int bali_place_to_deal(const struct bali_state *b)
{
    for (unsigned i = 0; i < b->set.seats && b->in_deck; i++) {
        unsigned seat = bali_refill_order(b->set.seats, b->started, i);
        int place = b->resigned >> seat & 1 ? -1 : empty_place(b, seat);
        if (place >= 0)
            return place;
    }
    return -1;
}

// A card that can only be one letter is that letter at once.
static void put_card(struct bali_state *b, unsigned place, unsigned kind)
{
    uint32_t plays = b->pack.plays[kind];
    b->column[place] = (struct bali_column){.len = 1, .card = {(uint8_t)kind}};
    if (!(plays & (plays - 1)))
        b->column[place].letter[0] = b->pack.own[kind];
}

static void deal(struct bali_state *b, unsigned place, unsigned kind)
{
    bool hidden = bali_deck_hidden(b);
    BUG_UNLESS((hidden || b->deck[kind]) && b->in_deck);
    b->deck[kind] -= !hidden;
    b->in_deck--;
    put_card(b, place, kind);
    if (b->challenge.count)
        b->challenge.refilled |= UINT32_C(1) << place;
    if (!b->started && bali_place_to_deal(b) < 0)
        b->started = true;
}

// ---- turns ----

// Gives the turn to `seat`, or to the next one that takes its turn.
// R-BALI-13, R-BALI-43, R-BALI-50
static void pass_turn_to(struct bali_state *b, unsigned seat)
{
    b->turn = bali_next_seat(b->set.seats, seat, b->resigned, &b->missing);
}

static void close_challenge(struct bali_state *b)
{
    b->challenge = (struct bali_challenge){.challenger = BALI_NOBODY};
}

// ---- moves ----

// R-BALI-22, R-BALI-24
static void take_column(struct bali_state *b, unsigned seat, const struct bali_column *column)
{
    int32_t points = bali_points(b, column);
    BUG_UNLESS(b->words < BALI_TAKEN);
    b->score[seat] += points;
    b->taken[b->words++] =
        (struct bali_taken){(uint8_t)seat, column->len, .points = (uint16_t)points};
}

// Keeps what undoing the join takes.
static void open_to_challenge(struct bali_state *b, const struct bali_move *m, unsigned seat)
{
    struct bali_challenge *d = &b->challenge;
    *d = (struct bali_challenge){
        .seat = (uint8_t)seat, .challenger = BALI_NOBODY, .count = m->count};
    for (unsigned i = 0; i < d->count; i++) {
        d->place[i] = m->place[i];
        d->length[i] = b->column[d->place[i]].len;
        if (m->settle[i])
            d->settled |= (uint16_t)bit(i);
    }
}

// A join, a take, or both at once. When a turn must finish a word, a join is a take of its column.
// R-BALI-16, R-BALI-20, R-BALI-37, R-BALI-61
static void join_or_take(struct bali_state *b, const struct action *a)
{
    struct bali_move m;
    struct bali_column column;
    BUG_UNLESS(bali_move_decode(a, &m) && bali_move_column(b, &m, &column));
    bool takes = m.kind == BALI_TAKE || bali_must_finish(b->set.seats, b->in_deck);
    if (b->set.challenge && !takes)
        open_to_challenge(b, &m, a->seat);
    for (unsigned i = 0; i < m.count; i++)
        b->column[m.place[i]] = (struct bali_column){0};
    if (takes)
        take_column(b, a->seat, &column);
    else
        b->column[bali_home(m.place, a->seat)] = column;
}

static void play_turn(struct bali_state *b, const struct action *a)
{
    close_challenge(b);
    b->passed = a->kind == ACTION_PASS ? b->passed | (uint8_t)bit(a->seat) : 0;
    if (a->kind == BALI_JOIN || a->kind == BALI_TAKE)
        join_or_take(b, a);
    else if (a->kind == BALI_DONE)
        b->end = END_DONE;
    pass_turn_to(b, b->turn + 1u);
}

// ---- challenges ----

static void take_back_refills(struct bali_state *b)
{
    bool hidden = bali_deck_hidden(b);
    for (uint32_t left = b->challenge.refilled; left; left &= left - 1) {
        struct bali_column *column = &b->column[__builtin_ctz(left)];
        b->deck[column->card[0]] += !hidden;
        b->in_deck++;
        *column = (struct bali_column){0};
    }
}

// Columns return to their places, cards that the join settled are open again, and refills go back
// into the deck.
// R-BALI-51
static void undo_join(struct bali_state *b)
{
    const struct bali_challenge d = b->challenge;
    struct bali_column joined = b->column[bali_challenged_place(&d)];
    unsigned at = 0;
    take_back_refills(b);
    b->column[bali_challenged_place(&d)] = (struct bali_column){0};
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

static bool contains_run(const struct word *w, const struct word *run)
{
    for (unsigned i = 0; i + run->len <= w->len; i++)
        if (memcmp(w->letter + i, run->letter, run->len) == 0)
            return true;
    return false;
}

// R-BALI-50
static bool names_a_word(const struct config *c, const struct bali_state *b, const struct action *a)
{
    struct word w = {.len = a->len}, run = bali_challenged_run(b);
    memcpy(w.letter, a->data, a->len);
    return a->kind == BALI_NAME && contains_run(&w, &run) && graph_has(&c->lexicon->graph, &w);
}

// R-BALI-50, R-BALI-51
static void answer_challenge(const struct config *c, struct bali_state *b, const struct action *a)
{
    if (names_a_word(c, b, a))
        b->missing |= (uint8_t)(bit(b->challenge.challenger) & bali_playing(b));
    else
        undo_join(b);
    close_challenge(b);
    pass_turn_to(b, b->turn);
}

// ---- the end ----

// A seat that owes an answer to a challenge has given none, so its join is undone.
// R-BALI-43, R-BALI-44, R-BALI-52
static void resign(struct bali_state *b, unsigned seat)
{
    if (b->challenge.seat == seat && b->challenge.challenger != BALI_NOBODY)
        undo_join(b);
    if (b->challenge.seat == seat)
        close_challenge(b);
    b->resigned |= (uint8_t)bit(seat);
    b->missing &= (uint8_t)~bit(seat);
    unsigned playing = bali_playing(b);
    if (!(playing & (playing - 1)))
        b->end = END_RESIGNATION;
    else
        pass_turn_to(b, b->turn);
}

static bool table_empty(const struct bali_state *b)
{
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (b->column[i].len)
            return false;
    return true;
}

// R-BALI-30, R-BALI-31, R-BALI-39, R-BALI-40
enum end_reason bali_find_end(const struct config *c, const struct bali_state *b)
{
    if (table_empty(b))
        return END_OUT;
    if (b->set.seats == 1)
        return bali_can_move(c, b, 0) ? END_NONE : END_NOTHING;
    return (bali_playing(b) & ~b->passed) ? END_NONE : END_PASSES;
}

void bali_apply(const struct config *c, struct state *s, const struct action *a)
{
    struct bali_state *b = bali_state_of(s);
    if (a->kind == BALI_DEAL)
        deal(b, a->data[0], a->data[1]);
    else if (a->kind == ACTION_RESIGN)
        resign(b, a->seat);
    else if (a->kind == BALI_CHALLENGE)
        b->challenge.challenger = a->seat;
    else if (b->challenge.challenger != BALI_NOBODY)
        answer_challenge(c, b, a);
    else
        play_turn(b, a);
    if (!b->end && bali_place_to_deal(b) < 0)
        b->end = (uint8_t)bali_find_end(c, b);
}
