// worker: one thread of a search: its position, its move stack, and the limits. The workers of a
// search share the transposition table, which is lockless (engine/tt.h), and a small table of the
// positions that are being searched (ABDADA): a worker defers a move into such a position and
// searches its other moves first. By then the result is often in the transposition table.
//
//     struct engine_options options = {.level = ENGINE_LEVELS};
//     static struct balda_shared shared;
//     static struct balda_worker worker;
//     ok = balda_shared_begin(&shared, &options, 1, 1000) &&
//          balda_worker_begin(&worker, &shared, 0, config, balda_state(view));
//     balda_worker_release(&worker);
//     balda_shared_release(&shared);
//
// A node appends its moves to the stack and cuts the stack back when it is done. Both structs keep
// their memory from one search to the next.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_WORKER_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_WORKER_H

#include "engine/deadline.h"
#include "engine/tt.h"
#include "games/balda/engine/position.h"

struct balda_candidate {
    struct balda_option option;
    int order; // higher ones are tried first
};

enum { BALDA_CANDIDATES = 1 << 16, BALDA_INFINITE = 30000, BALDA_BUSY = 1 << 10 };

// Shared by the workers of one search. Zeroed: without memory.
struct balda_shared {
    struct tt tt;
    struct deadline deadline;
    uint64_t most_nodes; // of worker 0
    unsigned workers;
    _Atomic uint64_t busy[BALDA_BUSY]; // ABDADA: keys of positions that are being searched
};

// Zeroed: without memory.
struct balda_worker {
    struct balda_position position;
    struct balda_shared *shared;
    struct deadline_watch watch;
    bool crowded;                 // so many words that making a move is slow
    struct balda_candidate *move; // stack of the moves of all nodes from the root to here
    unsigned moves;
    int history[GRID_SQUARES][LETTERS_MAX + 1]; // history heuristic, by square and letter
};

// `quiet`: the limit of nodes without a clock. The limit sizes the table. False: no memory.
bool balda_shared_begin(struct balda_shared *shared, const struct engine_options *options,
                        unsigned workers, uint64_t quiet);
void balda_shared_trim(struct balda_shared *shared); // gives up a large table
void balda_shared_release(struct balda_shared *shared);

// False: no memory.
bool balda_worker_begin(struct balda_worker *w, struct balda_shared *shared, unsigned number,
                        const struct config *c, const struct balda_state *b);
void balda_worker_release(struct balda_worker *w);

// Appends a move to the node that is being filled. False: the stack is full.
bool balda_worker_add(struct balda_worker *w, const struct balda_option *o, int order);

// Selection sort, one step: swaps the best of the moves from `next` on into place `next`.
void balda_worker_pick(struct balda_worker *w, unsigned next);

// ABDADA: if another worker is searching the position after this move, moves it to the end of the
// node's moves and returns true. A move is deferred once.
bool balda_worker_defer(struct balda_worker *w, unsigned move);

// ABDADA: marks the current position as being searched by this worker, and unmarks it.
void balda_worker_claim(struct balda_worker *w);
void balda_worker_unclaim(struct balda_worker *w);

// Stores a result in the transposition table; the bound follows from the window. `best` may be
// NULL.
void balda_worker_store(struct balda_worker *w, uint64_t key, unsigned depth, int value, int alpha,
                        int beta, const struct balda_option *best);

// Probes the transposition table. True: the entry is deep enough for this window, and `value` is
// its value. `known` is the entry in any case, for its best move.
bool balda_worker_probe(const struct balda_worker *w, uint64_t key, unsigned depth, int alpha,
                        int beta, struct tt_entry *known, int *value);

// Is it the best move of the entry?
bool balda_is_tt_move(const struct tt_entry *known, const struct balda_option *o);

#endif
