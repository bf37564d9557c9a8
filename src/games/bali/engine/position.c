#include "games/bali/engine/position.h"

#include <string.h>

static void put_card(struct bali_position *p, unsigned place, unsigned kind)
{
    struct bali_pile *pile = &p->pile[place];
    uint32_t plays = p->pack->plays[kind];
    pile->len = 1;
    pile->sum = p->pack->value[kind];
    pile->letter[0] = p->pack->own[kind];
    pile->open = plays & (plays - 1) ? plays : 0;
}

static void put_column(struct bali_position *p, unsigned place, const struct bali_column *column)
{
    struct bali_pile *pile = &p->pile[place];
    if (column->len == 1 && !column->letter[0]) {
        put_card(p, place, column->card[0]);
        return;
    }
    pile->len = column->len;
    memcpy(pile->letter, column->letter, column->len);
    for (unsigned i = 0; i < column->len; i++)
        pile->sum = (uint8_t)(pile->sum + p->pack->value[column->card[i]]);
}

static void count_letters(struct bali_position *p)
{
    memset(p->left, 0, sizeof p->left);
    for (unsigned i = 0; i < p->in_deck; i++)
        p->left[p->pack->own[p->deck[i]]]++;
}

static void init_deck(struct bali_position *p, const struct bali_state *b)
{
    uint8_t cards[BALI_KINDS];
    unsigned all = 0;
    memcpy(cards, b->deck, sizeof cards);
    if (bali_deck_hidden(b))
        bali_not_on_table(b, cards);
    for (unsigned kind = 0; kind < BALI_KINDS; kind++)
        for (unsigned n = cards[kind]; n && all < BALI_DECK; n--)
            p->deck[all++] = (uint8_t)kind;
    p->in_deck = b->in_deck;
    p->unknown = (uint8_t)(all - p->in_deck);
    count_letters(p);
}

void bali_position_init(struct bali_position *p, const struct config *c, const struct bali_state *b)
{
    memset(p, 0, sizeof *p);
    p->pack = &b->pack;
    p->graph = &c->lexicon->graph;
    p->set = b->set;
    p->turn = b->turn;
    p->resigned = b->resigned;
    p->passed = b->passed;
    p->missing = b->missing;
    for (unsigned i = 0; i < BALI_PLACES; i++)
        put_column(p, i, &b->column[i]);
    for (unsigned i = 0; i < p->set.seats; i++)
        p->score[i] = (int16_t)b->score[i];
    init_deck(p, b);
}

// A deck that the view hides is drawn from all cards that may be in it.
static void draw_deck(struct bali_position *p, struct rng *r)
{
    unsigned all = p->in_deck + p->unknown;
    for (unsigned i = 0; i < p->in_deck; i++) {
        unsigned other = i + rng_below(r, all - i);
        uint8_t kind = p->deck[other];
        p->deck[other] = p->deck[i];
        p->deck[i] = kind;
    }
    count_letters(p);
}

void bali_position_determinize(struct bali_position *p, struct rng *r)
{
    if (p->unknown) {
        draw_deck(p, r);
        return;
    }
    for (unsigned i = p->in_deck; i > 1; i--) {
        unsigned other = rng_below(r, i);
        uint8_t kind = p->deck[other];
        p->deck[other] = p->deck[i - 1];
        p->deck[i - 1] = kind;
    }
}

int bali_position_points(const struct bali_position *p, unsigned place)
{
    const struct bali_pile *pile = &p->pile[place];
    struct word w = {.len = pile->len};
    if (pile->len < p->set.min_word || pile->open)
        return -1;
    memcpy(w.letter, pile->letter, pile->len);
    return graph_has(p->graph, &w) ? pile->sum * pile->len : -1;
}

unsigned bali_position_parts(const struct bali_position *p, struct bali_part part[BALI_PARTS],
                             uint8_t place[BALI_PARTS], uint32_t *own)
{
    unsigned count = 0;
    *own = 0;
    for (unsigned i = 0; i < BALI_PLACES && count < BALI_PARTS; i++) {
        const struct bali_pile *pile = &p->pile[i];
        if (!pile->len)
            continue;
        if (i / BALI_ROW == p->turn)
            *own |= UINT32_C(1) << count;
        part[count] = (struct bali_part){pile->letter, pile->len, pile->open};
        place[count++] = (uint8_t)i;
    }
    return count;
}

// As bali_place_to_deal() of the rules, in one pass.
static void refill(struct bali_position *p)
{
    for (unsigned i = 0; i < p->set.seats && p->in_deck; i++) {
        unsigned seat = bali_refill_order(p->set.seats, true, i);
        for (unsigned k = 0; k < p->set.row && p->in_deck && !(p->resigned >> seat & 1); k++) {
            unsigned place = seat * BALI_ROW + k;
            if (p->pile[place].len)
                continue;
            unsigned kind = p->deck[--p->in_deck];
            p->left[p->pack->own[kind]]--;
            put_card(p, place, kind);
        }
    }
}

static void take_pile(struct bali_position *p, struct bali_pile *pile)
{
    p->score[p->turn] = (int16_t)(p->score[p->turn] + pile->sum * pile->len);
    pile->len = 0;
}

static void join_piles(struct bali_position *p, const struct bali_move *move)
{
    struct bali_pile joined = {0};
    for (unsigned i = 0; i < move->count; i++) {
        struct bali_pile *pile = &p->pile[move->place[i]];
        memcpy(joined.letter + joined.len, pile->letter, pile->len);
        if (move->settle[i])
            joined.letter[joined.len] = move->settle[i];
        joined.len = (uint8_t)(joined.len + pile->len);
        joined.sum = (uint8_t)(joined.sum + pile->sum);
        pile->len = 0;
    }
    if (move->kind == BALI_TAKE || bali_position_must_finish(p))
        take_pile(p, &joined);
    else
        p->pile[bali_home(move->place, p->turn)] = joined;
}

static bool table_empty(const struct bali_position *p)
{
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (p->pile[i].len)
            return false;
    return true;
}

static void end_turn(struct bali_position *p)
{
    unsigned playing = ((1u << p->set.seats) - 1) & ~p->resigned;
    if (!(playing & ~p->passed) || table_empty(p))
        p->over = true;
    p->turn = bali_next_seat(p->set.seats, p->turn + 1u, p->resigned, &p->missing);
}

void bali_position_make(struct bali_position *p, const struct bali_move *move)
{
    p->passed = (uint8_t)(move->kind == ACTION_PASS ? p->passed | 1u << p->turn : 0);
    if (move->count > 1)
        join_piles(p, move);
    else if (move->kind == BALI_TAKE)
        take_pile(p, &p->pile[move->place[0]]);
    refill(p);
    if (move->kind == BALI_DONE)
        p->over = true;
    else
        end_turn(p);
}

bool bali_position_bali(const struct bali_position *p, unsigned seat)
{
    for (unsigned i = 0; i < BALI_ROW; i++)
        if (p->pile[seat * BALI_ROW + i].len)
            return false;
    return p->in_deck == 0;
}

int bali_position_total(const struct bali_position *p, unsigned seat)
{
    int score = p->score[seat];
    return p->over && bali_position_bali(p, seat) ? bali_with_bonus(p->set.bonus, score) : score;
}

int bali_move_points(const struct bali_position *p, const struct bali_move *move)
{
    int sum = 0, len = 0;
    for (unsigned i = 0; i < move->count; i++) {
        sum += p->pile[move->place[i]].sum;
        len += p->pile[move->place[i]].len;
    }
    return sum * len;
}
