#include "games/balda/engine/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TT_LEAST = 10, TT_MOST = 20, STOP_EVERY = 4, CROWDED = 2000, PUT_OFF = INT_MIN };

// Room for twice as many positions as will be looked at, as far as that is known.
static unsigned table_bits(unsigned trees, uint64_t most_nodes)
{
    unsigned bits = TT_LEAST;
    if (!most_nodes)
        return TT_MOST;
    while (bits < TT_MOST && (UINT64_C(1) << bits) / (2 * trees) < most_nodes)
        bits++;
    return bits;
}

bool balda_team_init(struct balda_team *team, const struct engine_options *options, unsigned trees,
                     uint64_t most_nodes)
{
    team->options = options;
    team->trees = trees;
    atomic_init(&team->stop, false);
    for (unsigned i = 0; i < BALDA_BUSY; i++)
        atomic_init(&team->busy[i], 0);
    return tt_init(&team->tt, table_bits(trees, most_nodes));
}

void balda_team_release(struct balda_team *team)
{
    tt_release(&team->tt);
}

bool balda_tree_init(struct balda_tree *t, struct balda_team *team, unsigned number,
                     const struct config *c, const struct balda_state *b)
{
    memset(t, 0, sizeof *t);
    t->team = team;
    t->number = number;
    t->move = malloc(BALDA_CANDIDATES * sizeof *t->move);
    bool ok = balda_position_init(&t->position, c, b) && t->move;
    t->crowded = t->position.options > CROWDED;
    if (!ok)
        balda_tree_release(t);
    return ok;
}

void balda_tree_release(struct balda_tree *t)
{
    balda_position_release(&t->position);
    free(t->move);
    t->move = NULL;
}

// The caller is asked by the first thread only, so that it need not know of the others.
static bool asks_to_stop(struct balda_tree *t)
{
    const struct engine_options *options = t->team->options;
    if (t->number > 0 || !options->stop || ++t->ticks < STOP_EVERY)
        return false;
    t->ticks = 0;
    return options->stop(options->context);
}

bool balda_tree_tick(struct balda_tree *t)
{
    if ((t->most_nodes && t->nodes >= t->most_nodes) || asks_to_stop(t))
        atomic_store_explicit(&t->team->stop, true, memory_order_relaxed);
    if (atomic_load_explicit(&t->team->stop, memory_order_relaxed))
        t->stopped = true;
    return t->stopped;
}

bool balda_tree_enter(struct balda_tree *t)
{
    t->nodes++;
    return balda_tree_tick(t);
}

bool balda_tree_add(struct balda_tree *t, const struct balda_option *o, int order)
{
    if (t->moves == BALDA_CANDIDATES) {
        t->position.partial = true;
        return false;
    }
    t->move[t->moves++] = (struct balda_candidate){*o, order};
    return true;
}

void balda_tree_pick(struct balda_tree *t, unsigned next)
{
    unsigned best = next;
    for (unsigned i = next + 1; i < t->moves; i++)
        if (t->move[i].order > t->move[best].order)
            best = i;
    struct balda_candidate picked = t->move[best];
    t->move[best] = t->move[next];
    t->move[next] = picked;
}

static _Atomic uint64_t *busy_slot(struct balda_tree *t, uint64_t key)
{
    return &t->team->busy[key % BALDA_BUSY];
}

bool balda_tree_put_off(struct balda_tree *t, unsigned move)
{
    struct balda_candidate m = t->move[move];
    if (t->team->trees == 1 || m.order == PUT_OFF || t->moves == BALDA_CANDIDATES)
        return false;
    uint64_t key = balda_position_key_after(&t->position, &m.option);
    if (atomic_load_explicit(busy_slot(t, key), memory_order_relaxed) != key)
        return false;
    return balda_tree_add(t, &m.option, PUT_OFF);
}

void balda_tree_begin(struct balda_tree *t)
{
    uint64_t key = t->position.key;
    if (t->team->trees > 1)
        atomic_store_explicit(busy_slot(t, key), key, memory_order_relaxed);
}

void balda_tree_end(struct balda_tree *t)
{
    if (t->team->trees > 1)
        atomic_store_explicit(busy_slot(t, t->position.key), 0, memory_order_relaxed);
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
    tt_put(&t->team->tt, &e);
}

bool balda_tree_known(const struct balda_tree *t, uint64_t key, unsigned depth, int alpha, int beta,
                      struct tt_entry *known, int *value)
{
    if (!tt_find(&t->team->tt, key, known) || known->depth < depth)
        return false;
    *value = known->value;
    return known->bound == TT_EXACT || (known->bound == TT_LOWER && known->value >= beta) ||
           (known->bound == TT_UPPER && known->value <= alpha);
}

bool balda_tree_is_known(const struct tt_entry *known, const struct balda_option *o)
{
    return known->letter == o->letter && known->square == o->square && known->word == o->word;
}
