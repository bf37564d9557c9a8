// What lies on the table of a Bali game: columns, what they spell, and what can be done with them.
#include "games/bali/state.h"

#include "base/bug.h"

#include <string.h>

unsigned bali_row(const struct config *c)
{
    static const uint8_t row[SEATS_MAX + 1] = {0, 7, 7, 5, 4};
    return row[c->seats];
}

bool bali_closing(const struct config *c, const struct bali_state *b)
{
    return c->seats > 1 && b->in_deck == 0;
}

uint32_t bali_choice(const struct bali_state *b, const struct bali_column *column)
{
    return column->len == 1 && !column->letter[0] ? b->plays[column->card[0]] : 0;
}

unsigned bali_parts(const struct bali_state *b, unsigned seat, struct bali_part part[BALI_PARTS],
                    uint8_t place[BALI_PARTS], uint32_t *own)
{
    unsigned count = 0;
    *own = 0;
    for (unsigned i = 0; i < BALI_PLACES; i++) {
        const struct bali_column *column = &b->column[i];
        if (!column->len)
            continue;
        BUG_UNLESS(count < BALI_PARTS);
        if (i / BALI_ROW == seat)
            *own |= UINT32_C(1) << count;
        part[count] =
            (struct bali_part){column->letter, column->len, .choice = bali_choice(b, column)};
        place[count++] = (uint8_t)i;
    }
    return count;
}

struct word bali_letters(const struct bali_column *column)
{
    struct word w = {.len = column->len};
    memcpy(w.letter, column->letter, column->len);
    return w;
}

int32_t bali_points(const struct bali_state *b, const struct bali_column *column)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < column->len; i++)
        sum += b->value[column->card[i]];
    return sum * column->len;
}

bool bali_takable(const struct config *c, const struct bali_column *column)
{
    struct word w = bali_letters(column);
    return column->len >= config_number(c, "min_word") && graph_has(&c->lexicon->graph, &w);
}

// Looks for one join that is worth something: in the end only words are.
struct wanted {
    unsigned min_word; // 0: any run will do
};

static bool is_not_it(void *context, const struct bali_join *join)
{
    const struct wanted *w = context;
    return w->min_word && !(join->word && join->length >= w->min_word);
}

bool bali_can_move(const struct config *c, const struct bali_state *b, unsigned seat)
{
    struct bali_part part[BALI_PARTS];
    uint8_t place[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_parts(b, seat, part, place, &own);
    struct wanted wanted = {bali_closing(c, b) ? config_number(c, "min_word") : 0};
    if (!bali_joins(&c->lexicon->graph, part, count, own, is_not_it, &wanted))
        return true;
    for (unsigned i = 0; i < BALI_ROW; i++)
        if (bali_takable(c, &b->column[seat * BALI_ROW + i]))
            return true;
    return false;
}

bool bali_joined(const struct bali_state *b, const struct action *a, struct bali_column *out)
{
    *out = (struct bali_column){0};
    for (unsigned i = 0; i + 1 < a->len; i += 2) {
        const struct bali_column *column = &b->column[a->data[i]];
        if (out->len + column->len > WORD_MAX)
            return false;
        memcpy(out->card + out->len, column->card, column->len);
        memcpy(out->letter + out->len, column->letter, column->len);
        if (a->data[i + 1])
            out->letter[out->len] = a->data[i + 1];
        out->len = (uint8_t)(out->len + column->len);
    }
    return true;
}

struct action bali_join_action(unsigned seat, const struct bali_join *join, const uint8_t *place)
{
    struct action a;
    action_begin(&a, BALI_JOIN, seat);
    for (unsigned i = 0; i < join->count; i++)
        BUG_UNLESS(action_put(&a, place[join->part[i]]) && action_put(&a, join->settle[i]));
    return a;
}

// It lies where the first of the seat's own columns lay.
unsigned bali_doubted_place(const struct bali_doubt *d)
{
    unsigned i = 0;
    while (d->place[i] / BALI_ROW != d->seat)
        i++;
    return d->place[i];
}

struct word bali_doubted(const struct bali_state *b)
{
    return bali_letters(&b->column[bali_doubted_place(&b->doubt)]);
}

static bool put(struct word *w, unsigned letter)
{
    if (w->len == WORD_MAX)
        return false;
    w->letter[w->len++] = (uint8_t)letter;
    return true;
}

// From the end of the run to the left as far as it goes without a choice to make, then to the
// right: every way through the graph comes to a word.
bool bali_word_with(const struct graph *g, const struct word *run, struct word *out)
{
    struct word left = {0};
    graph_arc arc = graph_around(g), turned = GRAPH_DEAD;
    for (unsigned i = run->len; i > 0; i--) {
        arc = graph_step(g, arc, run->letter[i - 1]);
        put(&left, run->letter[i - 1]);
    }
    while (arc && !graph_accepts(arc) && !(turned = graph_turn(g, arc))) {
        unsigned letter = (unsigned)__builtin_ctz(graph_letters(g, arc) | 1u << 31) + 1;
        arc = put(&left, letter) ? graph_step(g, arc, letter) : GRAPH_DEAD;
    }
    out->len = 0;
    while (left.len)
        put(out, left.letter[--left.len]);
    for (arc = turned ? turned : arc; arc && !graph_accepts(arc);) {
        unsigned letter = (unsigned)__builtin_ctz(graph_letters(g, arc) | 1u << 31) + 1;
        arc = put(out, letter) ? graph_step(g, arc, letter) : GRAPH_DEAD;
    }
    return arc != GRAPH_DEAD;
}
