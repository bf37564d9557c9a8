#include "games/bali/moves.h"

#include "base/bug.h"

#include <string.h>

// ---- joins ----

// A join that is being built from the bottom up: its parts, settled letters and run stand at the
// end of their arrays.
struct climb {
    const struct graph *graph;
    const struct bali_part *part;
    uint32_t own;
    bali_join_fn *on_join;
    void *context;
    uint32_t letters;                 // that a part may end with
    uint32_t ending[LETTERS_MAX + 1]; // bits of the parts that may end with the letter
    uint8_t which[BALI_PARTS];
    uint8_t settle[BALI_PARTS];
    uint8_t run[WORD_MAX];
};

static bool climb(struct climb *c, graph_arc arc, uint32_t used, unsigned count, unsigned length);

static bool report_join(struct climb *c, graph_arc arc, unsigned count, unsigned length)
{
    struct bali_join join = {
        .count = count,
        .part = c->which + BALI_PARTS - count,
        .settle = c->settle + BALI_PARTS - count,
        .length = length,
        .run = c->run + WORD_MAX - length,
        .word = graph_accepts(arc),
    };
    return c->on_join(c->context, &join);
}

// Sets a part on top, whose last letter has led to the arc.
static bool set_on_top(struct climb *c, graph_arc arc, unsigned which, unsigned last, uint32_t used,
                       unsigned count, unsigned length)
{
    const struct bali_part *p = &c->part[which];
    uint8_t *run = c->run + WORD_MAX - length;
    if (length + p->len > WORD_MAX)
        return true;
    *--run = (uint8_t)last;
    for (unsigned i = p->len - 1u; i > 0 && arc; i--)
        arc = graph_step(c->graph, arc, *--run = p->letter[i - 1]);
    if (!arc)
        return true;
    count++;
    length += p->len;
    used |= UINT32_C(1) << which;
    c->which[BALI_PARTS - count] = (uint8_t)which;
    c->settle[BALI_PARTS - count] = (uint8_t)(p->open ? last : 0);
    if (count > 1 && used & c->own && !report_join(c, arc, count, length))
        return false;
    return climb(c, arc, used, count, length);
}

static bool climb(struct climb *c, graph_arc arc, uint32_t used, unsigned count, unsigned length)
{
    for (uint32_t left = graph_letters(c->graph, arc) & c->letters; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        uint32_t parts = c->ending[letter] & ~used;
        graph_arc next = parts ? graph_step(c->graph, arc, letter) : GRAPH_DEAD;
        for (; parts && next; parts &= parts - 1)
            if (!set_on_top(c, next, (unsigned)__builtin_ctz(parts), letter, used, count, length))
                return false;
    }
    return true;
}

bool bali_joins(const struct graph *graph, const struct bali_part *part, unsigned count,
                uint32_t own, bali_join_fn *on_join, void *context)
{
    struct climb c = {
        .graph = graph, .part = part, .own = own, .on_join = on_join, .context = context};
    for (unsigned i = 0; i < count; i++) {
        uint32_t ends = part[i].open ? part[i].open : graph_bit(part[i].letter[part[i].len - 1]);
        c.letters |= ends;
        for (; ends; ends &= ends - 1)
            c.ending[__builtin_ctz(ends) + 1] |= UINT32_C(1) << i;
    }
    return climb(&c, graph_around(graph), 0, 0, 0);
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
            (struct bali_part){column->letter, column->len, .open = bali_open_letters(b, column)};
        place[count++] = (uint8_t)i;
    }
    return count;
}

struct bali_move bali_join_move(const struct bali_join *join, const uint8_t *place)
{
    struct bali_move m = {.kind = BALI_JOIN, .count = (uint8_t)join->count};
    for (unsigned i = 0; i < join->count; i++) {
        m.place[i] = place[join->part[i]];
        m.settle[i] = join->settle[i];
    }
    return m;
}

// The length that a join's word must have; 0: any run will do.
static unsigned letters_to_finish(const struct bali_state *b)
{
    return bali_must_finish(b->set.seats, b->in_deck) ? b->set.min_word : 0;
}

static bool is_no_move(void *context, const struct bali_join *join)
{
    const unsigned *finish = context;
    return *finish && !(join->word && join->length >= *finish);
}

bool bali_can_move(const struct config *c, const struct bali_state *b, unsigned seat)
{
    struct bali_part part[BALI_PARTS];
    uint8_t place[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_parts(b, seat, part, place, &own), finish = letters_to_finish(b);
    if (!bali_joins(&c->lexicon->graph, part, count, own, is_no_move, &finish))
        return true;
    for (unsigned i = 0; i < BALI_ROW; i++)
        if (bali_takable(c, b, &b->column[seat * BALI_ROW + i]))
            return true;
    return false;
}

// ---- legal() ----

struct listing {
    const struct config *c;
    const struct state *s;
    const struct bali_state *b;
    unsigned seat;
    const struct move_sink *sink;
    unsigned finish; // letters_to_finish()
    uint8_t place[BALI_PARTS];
    bool any;
};

static int32_t join_points(const struct listing *l, const struct bali_join *join)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < join->count; i++) {
        const struct bali_column *column = &l->b->column[l->place[join->part[i]]];
        for (unsigned k = 0; k < column->len; k++)
            sum += l->b->pack.value[column->card[k]];
    }
    return sum * (int32_t)join->length;
}

// As a join; or as a take, of the same columns.
static bool list_join_as(struct listing *l, const struct bali_join *join, enum bali_kind kind)
{
    struct bali_move m = bali_join_move(join, l->place);
    bool takes = l->finish || kind == BALI_TAKE;
    m.kind = (uint8_t)kind;
    struct action a = bali_move_encode(&m, l->seat);
    struct report report = {.placed = -1, .scorer = l->seat};
    struct word *w = takes ? &report.word : &report.run;
    w->len = (uint8_t)join->length;
    memcpy(w->letter, join->run, join->length);
    report.points = takes ? join_points(l, join) : 0;
    l->any = true;
    return l->sink->take(l->sink->context, &a, &report);
}

// R-BALI-61
static bool list_join(void *context, const struct bali_join *join)
{
    struct listing *l = context;
    bool whole = join->word && join->length >= l->b->set.min_word;
    if (l->finish && !whole)
        return !move_sink_stops(l->sink);
    if (!list_join_as(l, join, BALI_JOIN))
        return false;
    return !whole || l->c->seats > 1 || list_join_as(l, join, BALI_TAKE);
}

static bool list_joins(struct listing *l)
{
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_parts(l->b, l->seat, part, l->place, &own);
    l->finish = letters_to_finish(l->b);
    return bali_joins(&l->c->lexicon->graph, part, count, own, list_join, l);
}

static bool list_action(struct listing *l, const struct action *a)
{
    struct report report;
    l->c->rules->report(l->c, l->s, a, &report);
    l->any = true;
    return l->sink->take(l->sink->context, a, &report);
}

static bool list_kind(struct listing *l, unsigned kind)
{
    return list_action(l, &(struct action){.kind = (uint8_t)kind, .seat = (uint8_t)l->seat});
}

static bool list_takes(struct listing *l)
{
    for (unsigned i = 0; i < BALI_ROW; i++) {
        unsigned place = l->seat * BALI_ROW + i;
        struct action a = action_of(BALI_TAKE, l->seat, &(uint8_t){(uint8_t)place}, 1);
        if (bali_takable(l->c, l->b, &l->b->column[place]) && !list_action(l, &a))
            return false;
    }
    return true;
}

static bool list_answers(struct listing *l)
{
    struct word run = bali_challenged_run(l->b), w;
    if (bali_word_with(&l->c->lexicon->graph, &run, &w)) {
        struct action a = action_of(BALI_NAME, l->seat, w.letter, w.len);
        if (!list_action(l, &a))
            return false;
    }
    return list_kind(l, ACTION_PASS);
}

static bool list_moves(struct listing *l)
{
    if (!list_joins(l) || !list_takes(l))
        return false;
    if (l->c->seats == 1)
        return list_kind(l, BALI_DONE);
    return l->any || list_kind(l, ACTION_PASS);
}

// Where joins can be challenged, joins that the lexicon does not have are legal but not listed. One
// word stands for all that answer a challenge.
bool bali_legal(const struct config *c, const struct state *s, unsigned seat,
                const struct move_sink *sink)
{
    struct listing l = {.c = c, .s = s, .b = bali_state(s), .seat = seat, .sink = sink};
    struct action challenge = {.kind = BALI_CHALLENGE, .seat = (uint8_t)seat};
    bool turn = c->rules->to_act(c, s) >> seat & 1;
    if (turn && l.b->challenge.challenger != BALI_NOBODY)
        return list_answers(&l);
    if (turn && !list_moves(&l))
        return false;
    return !bali_check(c, s, &challenge, NULL) || list_action(&l, &challenge);
}
