#include "search/balda_tree.h"

#include <stdlib.h>
#include <string.h>

enum { TT_BITS = 18, STOP_EVERY = 16 };

bool balda_tree_init(struct balda_tree *t, const struct config *c, const struct balda_state *b,
                     const struct search_options *options)
{
    memset(t, 0, sizeof *t);
    t->options = options;
    t->most_nodes = options->max_nodes;
    t->move = malloc(BALDA_MOVES * sizeof *t->move);
    bool ok = balda_position_init(&t->position, c, b) && tt_init(&t->tt, TT_BITS) && t->move;
    if (!ok)
        balda_tree_release(t);
    return ok;
}

void balda_tree_release(struct balda_tree *t)
{
    balda_position_release(&t->position);
    graph_builder_release(&t->reach);
    tt_release(&t->tt);
    free(t->move);
    t->move = NULL;
}

bool balda_tree_enter(struct balda_tree *t)
{
    t->nodes++;
    if (t->most_nodes && t->nodes >= t->most_nodes)
        t->stopped = true;
    if (t->nodes % STOP_EVERY == 0 && t->options->stop && t->options->stop(t->options->context))
        t->stopped = true;
    return t->stopped;
}

bool balda_tree_add(struct balda_tree *t, const struct balda_option *o, int order)
{
    if (t->moves == BALDA_MOVES) {
        t->position.partial = true;
        return false;
    }
    t->move[t->moves++] = (struct balda_move){*o, order};
    return true;
}

void balda_tree_pick(struct balda_tree *t, unsigned next)
{
    unsigned best = next;
    for (unsigned i = next + 1; i < t->moves; i++)
        if (t->move[i].order > t->move[best].order)
            best = i;
    struct balda_move picked = t->move[best];
    t->move[best] = t->move[next];
    t->move[next] = picked;
}

void balda_tree_note(struct balda_tree *t, uint64_t key, unsigned depth, int value, int alpha,
                     int beta, const struct balda_option *best)
{
    struct tt_entry e = {.key = key, .value = (int16_t)value, .depth = (uint8_t)depth};
    e.bound = value <= alpha ? TT_UPPER : value >= beta ? TT_LOWER : TT_EXACT;
    if (best) {
        e.word = best->word;
        e.square = best->square;
        e.letter = best->letter;
    }
    if (best && value > alpha)
        t->history[best->square][best->letter] += (int)(depth == TT_SOLVED ? 1 : depth);
    tt_put(&t->tt, &e);
}

bool balda_tree_known(const struct balda_tree *t, uint64_t key, unsigned depth, int alpha, int beta,
                      const struct tt_entry **known, int *value)
{
    const struct tt_entry *e = *known = tt_find(&t->tt, key);
    if (!e || e->depth < depth)
        return false;
    *value = e->value;
    return e->bound == TT_EXACT || (e->bound == TT_LOWER && e->value >= beta) ||
           (e->bound == TT_UPPER && e->value <= alpha);
}

bool balda_tree_is_known(const struct tt_entry *known, const struct balda_option *o)
{
    return known && known->letter == o->letter && known->square == o->square &&
           known->word == o->word;
}
