// endgame: the solver for the end of a Word Game, when the bag is empty and nothing is hidden: the
// unseen tiles are the other seat's. Negamax with principal variation search, a transposition table
// with Zobrist keys, killer moves, iterative deepening, and then iterative widening of a beam. The
// leaves are greedy playouts. Once nothing was estimated or left out, the result is exact.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct wordgame_endgame *e = wordgame_endgame_new(&w->set, &config->lexicon->graph);
//     struct engine_options options = {.level = ENGINE_LEVELS};
//     struct deadline deadline;
//     deadline_init(&deadline, &options, WORDGAME_ENDGAME_STRIDE);
//     struct wordgame_endgame_limits limits = {
//         .watch = deadline_watch(&deadline, 0, 1000), .low = -10, .high = 10};
//     struct wordgame_endgame_found found;
//     if (e && wordgame_endgame_solve(e, w, &limits, &found))
//         action = found.line[0];
//     wordgame_endgame_free(e);
//
// A caller with many endgames keeps the solver, with its memory, from one to the next; an engine
// instance does (wordgame_instance_endgame()).
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_H

#include "engine/deadline.h"
#include "games/wordgame/state.h"

enum {
    WORDGAME_ENDGAME_FAR = 1 << 28, // more than any gain
    WORDGAME_ENDGAME_STRIDE = 4,    // of the deadline
};

struct wordgame_endgame_found {
    struct action line[ENGINE_LINE]; // principal variation, the seat's move first
    unsigned line_length;
    int32_t points; // of the first move
    int32_t gain;   // of the seat on the other from here to the end
    bool exact;
    unsigned depth;
    uint64_t nodes;
};

struct wordgame_endgame_limits {
    struct deadline_watch watch; // has the limit of nodes; the solver counts with a copy
    // The window: a gain of `low` or less is an upper bound, one of `high` or more a lower bound.
    int32_t low, high;
};

struct wordgame_endgame;

// The set and the graph stay where they are. NULL: no memory.
struct wordgame_endgame *wordgame_endgame_new(const struct wordgame_settings *set,
                                              const struct graph *graph);
void wordgame_endgame_free(struct wordgame_endgame *e);

// The memory that it holds. It grows with the largest search so far.
size_t wordgame_endgame_bytes(const struct wordgame_endgame *e);

// For the seat to move, in a whole state with an empty bag. Results of earlier searches make no
// difference. False: no memory.
bool wordgame_endgame_solve(struct wordgame_endgame *e, const struct wordgame_state *w,
                            const struct wordgame_endgame_limits *limits,
                            struct wordgame_endgame_found *out);

#endif
