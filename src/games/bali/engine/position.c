#include "games/bali/engine/position.h"

#include "base/bug.h"

#include <string.h>

static void put_card(struct bali_position *p, unsigned place, unsigned kind)
{
    struct bali_pile *pile = &p->pile[place];
    uint32_t plays = p->cards->plays[kind];
    pile->len = 1;
    pile->sum = p->cards->value[kind];
    pile->letter[0] = p->cards->own[kind];
    pile->choice = plays & (plays - 1) ? plays : 0;
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
        pile->sum = (uint8_t)(pile->sum + p->cards->value[column->card[i]]);
}

void bali_position_init(struct bali_position *p, const struct config *c, const struct bali_state *b)
{
    memset(p, 0, sizeof *p);
    p->cards = b;
    p->graph = &c->lexicon->graph;
    p->seats = (uint8_t)c->seats;
    p->row = (uint8_t)bali_row(c);
    p->min_word = (uint8_t)config_number(c, "min_word");
    struct bali_bonus bonus = bali_bonus(c);
    p->bonus_times = bonus.times;
    p->bonus_plus = bonus.plus;
    p->turn = b->turn;
    p->resigned = b->resigned;
    p->passed = b->passed;
    p->missing = b->missing;
    for (unsigned i = 0; i < BALI_PLACES; i++)
        put_column(p, i, &b->column[i]);
    for (unsigned i = 0; i < c->seats; i++)
        p->score[i] = (int16_t)b->score[i];
    for (unsigned kind = 0; kind < BALI_KINDS; kind++) {
        p->left[b->own[kind]] = (uint8_t)(p->left[b->own[kind]] + b->deck[kind]);
        for (unsigned n = b->deck[kind]; n && p->in_deck < BALI_DECK; n--)
            p->deck[p->in_deck++] = (uint8_t)kind;
    }
}

void bali_position_guess(struct bali_position *p, struct rng *r)
{
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
    if (pile->len < p->min_word || pile->choice)
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
        part[count] = (struct bali_part){pile->letter, pile->len, pile->choice};
        place[count++] = (uint8_t)i;
    }
    return count;
}

// The seats behind the leader come first, the leader last.
static void refill(struct bali_position *p)
{
    for (unsigned i = 1; i <= p->seats && p->in_deck; i++) {
        unsigned seat = i % p->seats;
        for (unsigned k = 0; k < p->row && p->in_deck && !(p->resigned >> seat & 1); k++) {
            unsigned place = seat * BALI_ROW + k;
            if (p->pile[place].len)
                continue;
            unsigned kind = p->deck[--p->in_deck];
            p->left[p->cards->own[kind]]--;
            put_card(p, place, kind);
        }
    }
}

static void take(struct bali_position *p, struct bali_pile *pile)
{
    p->score[p->turn] = (int16_t)(p->score[p->turn] + pile->sum * pile->len);
    pile->len = 0;
}

static void join(struct bali_position *p, const struct bali_step *step)
{
    struct bali_pile joined = {0};
    bool closing = bali_position_closing(p);
    unsigned home = BALI_PLACES;
    for (unsigned i = 0; i < step->count; i++) {
        struct bali_pile *pile = &p->pile[step->place[i]];
        if (home == BALI_PLACES && step->place[i] / BALI_ROW == p->turn)
            home = step->place[i];
        memcpy(joined.letter + joined.len, pile->letter, pile->len);
        if (step->settle[i])
            joined.letter[joined.len] = step->settle[i];
        joined.len = (uint8_t)(joined.len + pile->len);
        joined.sum = (uint8_t)(joined.sum + pile->sum);
        pile->len = 0;
    }
    if (closing)
        take(p, &joined);
    else
        p->pile[home] = joined;
}

static bool table_empty(const struct bali_position *p)
{
    for (unsigned i = 0; i < BALI_PLACES; i++)
        if (p->pile[i].len)
            return false;
    return true;
}

static void next_turn(struct bali_position *p)
{
    unsigned playing = ((1u << p->seats) - 1) & ~p->resigned;
    if (!(playing & ~p->passed) || table_empty(p))
        p->over = true;
    p->turn = (uint8_t)((p->turn + 1) % p->seats);
    while ((p->resigned | p->missing) >> p->turn & 1) {
        p->missing &= (uint8_t) ~(1u << p->turn);
        p->turn = (uint8_t)((p->turn + 1) % p->seats);
    }
}

void bali_position_make(struct bali_position *p, const struct bali_step *step)
{
    p->passed = (uint8_t)(step->kind == ACTION_PASS ? p->passed | 1u << p->turn : 0);
    if (step->kind == BALI_JOIN)
        join(p, step);
    else if (step->kind == BALI_TAKE)
        take(p, &p->pile[step->place[0]]);
    refill(p);
    if (step->kind == BALI_DONE)
        p->over = true;
    else
        next_turn(p);
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
    return p->over && bali_position_bali(p, seat) ? score * p->bonus_times + p->bonus_plus : score;
}

int bali_step_points(const struct bali_position *p, const struct bali_step *step)
{
    int sum = 0, len = 0;
    for (unsigned i = 0; i < step->count; i++) {
        sum += p->pile[step->place[i]].sum;
        len += p->pile[step->place[i]].len;
    }
    return sum * len;
}

struct action bali_step_action(const struct bali_step *step, unsigned seat)
{
    struct action a;
    action_begin(&a, step->kind, seat);
    if (step->kind == BALI_TAKE)
        BUG_UNLESS(action_put(&a, step->place[0]));
    for (unsigned i = 0; step->kind == BALI_JOIN && i < step->count; i++)
        BUG_UNLESS(action_put(&a, step->place[i]) && action_put(&a, step->settle[i]));
    return a;
}
