// legal() of Bali. Where joins can be challenged, the ones that the lexicon does not have are left
// out, and of the words that answer a challenge one stands for all.
#include "games/bali/state.h"

#include <string.h>

struct listing {
    const struct config *c;
    const struct state *s;
    const struct bali_state *b;
    unsigned seat;
    const struct move_sink *sink;
    unsigned finish; // letters that a join has to have, and be a word: the deck is empty; else 0
    uint8_t place[BALI_PARTS];
    bool any;
};

static int32_t join_points(const struct listing *l, const struct bali_join *join)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < join->count; i++) {
        const struct bali_column *column = &l->b->column[l->place[join->part[i]]];
        for (unsigned k = 0; k < column->len; k++)
            sum += l->b->value[column->card[k]];
    }
    return sum * (int32_t)join->length;
}

static bool take_join(void *context, const struct bali_join *join)
{
    struct listing *l = context;
    if (l->finish && !(join->word && join->length >= l->finish))
        return !move_sink_stops(l->sink);
    struct action a = bali_join_action(l->seat, join, l->place);
    struct report report = {.placed = -1, .scorer = l->seat};
    struct word *w = l->finish ? &report.word : &report.run;
    w->len = (uint8_t)join->length;
    memcpy(w->letter, join->run, join->length);
    report.points = l->finish ? join_points(l, join) : 0;
    l->any = true;
    return l->sink->take(l->sink->context, &a, &report);
}

static bool list_joins(struct listing *l)
{
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    unsigned count = bali_parts(l->b, l->seat, part, l->place, &own);
    if (bali_closing(l->c, l->b))
        l->finish = config_number(l->c, "min_word");
    return bali_joins(&l->c->lexicon->graph, part, count, own, take_join, l);
}

static bool give(struct listing *l, const struct action *a)
{
    struct report report;
    l->c->rules->report(l->c, l->s, a, &report);
    l->any = true;
    return l->sink->take(l->sink->context, a, &report);
}

static bool give_kind(struct listing *l, unsigned kind)
{
    return give(l, &(struct action){.kind = (uint8_t)kind, .seat = (uint8_t)l->seat});
}

static bool list_takes(struct listing *l)
{
    for (unsigned i = 0; i < BALI_ROW; i++) {
        unsigned place = l->seat * BALI_ROW + i;
        struct action a = action_of(BALI_TAKE, l->seat, &(uint8_t){(uint8_t)place}, 1);
        if (bali_takable(l->c, &l->b->column[place]) && !give(l, &a))
            return false;
    }
    return true;
}

static bool list_answers(struct listing *l)
{
    struct word run = bali_doubted(l->b), w;
    if (bali_word_with(&l->c->lexicon->graph, &run, &w)) {
        struct action a = action_of(BALI_NAME, l->seat, w.letter, w.len);
        if (!give(l, &a))
            return false;
    }
    return give_kind(l, ACTION_PASS);
}

static bool list_moves(struct listing *l)
{
    if (!list_joins(l) || !list_takes(l))
        return false;
    if (l->c->seats == 1)
        return give_kind(l, BALI_DONE);
    return l->any || give_kind(l, ACTION_PASS);
}

bool bali_legal(const struct config *c, const struct state *s, unsigned seat,
                const struct move_sink *sink)
{
    struct listing l = {.c = c, .s = s, .b = bali_state(s), .seat = seat, .sink = sink};
    struct action challenge = {.kind = BALI_CHALLENGE, .seat = (uint8_t)seat};
    bool turn = c->rules->to_act(c, s) >> seat & 1;
    if (turn && l.b->doubt.challenger != BALI_NOBODY)
        return list_answers(&l);
    if (turn && !list_moves(&l))
        return false;
    return !bali_check(c, s, &challenge, NULL) || give(&l, &challenge);
}
