#include "games/balda/engine/worker.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    TT_LEAST = 10,
    TT_KEPT = 17,
    TT_MOST = 20,
    POLL_STRIDE = 4,
    CROWDED = 2000,
    ORDER_DEFERRED = INT_MIN
};

// Twice as many slots as nodes at most.
static unsigned table_bits(unsigned workers, uint64_t most_nodes)
{
    unsigned bits = TT_LEAST;
    while (bits < TT_MOST && (UINT64_C(1) << bits) / (2 * workers) < most_nodes)
        bits++;
    return bits;
}

bool balda_shared_begin(struct balda_shared *shared, const struct engine_options *options,
                        unsigned workers, uint64_t quiet)
{
    shared->most_nodes = deadline_nodes(options, quiet);
    shared->workers = workers;
    deadline_init(&shared->deadline, options, POLL_STRIDE);
    for (unsigned i = 0; i < BALDA_BUSY; i++)
        atomic_init(&shared->busy[i], 0);
    return tt_reset(&shared->tt, table_bits(workers, shared->most_nodes));
}

void balda_shared_trim(struct balda_shared *shared)
{
    if (shared->tt.room_bits > TT_KEPT)
        tt_release(&shared->tt);
}

void balda_shared_release(struct balda_shared *shared)
{
    tt_release(&shared->tt);
}

bool balda_worker_begin(struct balda_worker *w, struct balda_shared *shared, unsigned number,
                        const struct config *c, const struct balda_state *b)
{
    w->shared = shared;
    // Worker 0 has the limits; when it is done, all are.
    w->watch =
        deadline_watch(&shared->deadline, number, number ? DEADLINE_NO_LIMIT : shared->most_nodes);
    w->moves = 0;
    memset(w->history, 0, sizeof w->history);
    if (!w->move)
        w->move = malloc(BALDA_CANDIDATES * sizeof *w->move);
    if (!w->move || !balda_position_load(&w->position, c, b))
        return false;
    w->crowded = w->position.options > CROWDED;
    return true;
}

void balda_worker_release(struct balda_worker *w)
{
    balda_position_release(&w->position);
    free(w->move);
    w->move = NULL;
}

bool balda_worker_add(struct balda_worker *w, const struct balda_option *o, int order)
{
    if (w->moves == BALDA_CANDIDATES) {
        w->position.partial = true;
        return false;
    }
    w->move[w->moves++] = (struct balda_candidate){*o, order};
    return true;
}

void balda_worker_pick(struct balda_worker *w, unsigned next)
{
    unsigned best = next;
    for (unsigned i = next + 1; i < w->moves; i++)
        if (w->move[i].order > w->move[best].order)
            best = i;
    struct balda_candidate picked = w->move[best];
    w->move[best] = w->move[next];
    w->move[next] = picked;
}

static _Atomic uint64_t *busy_slot(struct balda_worker *w, uint64_t key)
{
    return &w->shared->busy[key % BALDA_BUSY];
}

bool balda_worker_defer(struct balda_worker *w, unsigned move)
{
    struct balda_candidate m = w->move[move];
    if (w->shared->workers == 1 || m.order == ORDER_DEFERRED || w->moves == BALDA_CANDIDATES)
        return false;
    uint64_t key = balda_position_key_after(&w->position, &m.option);
    if (atomic_load_explicit(busy_slot(w, key), memory_order_relaxed) != key)
        return false;
    return balda_worker_add(w, &m.option, ORDER_DEFERRED);
}

void balda_worker_claim(struct balda_worker *w)
{
    uint64_t key = w->position.key;
    if (w->shared->workers > 1)
        atomic_store_explicit(busy_slot(w, key), key, memory_order_relaxed);
}

void balda_worker_unclaim(struct balda_worker *w)
{
    if (w->shared->workers > 1)
        atomic_store_explicit(busy_slot(w, w->position.key), 0, memory_order_relaxed);
}

void balda_worker_store(struct balda_worker *w, uint64_t key, unsigned depth, int value, int alpha,
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
        w->history[best->square][best->letter] += (int)(depth == TT_SOLVED ? 1 : depth);
    tt_put(&w->shared->tt, &e);
}

bool balda_worker_probe(const struct balda_worker *w, uint64_t key, unsigned depth, int alpha,
                        int beta, struct tt_entry *known, int *value)
{
    if (!tt_find(&w->shared->tt, key, known) || known->depth < depth)
        return false;
    *value = known->value;
    return known->bound == TT_EXACT || (known->bound == TT_LOWER && known->value >= beta) ||
           (known->bound == TT_UPPER && known->value <= alpha);
}

bool balda_is_tt_move(const struct tt_entry *known, const struct balda_option *o)
{
    return known->letter == o->letter && known->square == o->square && known->word == o->word;
}
