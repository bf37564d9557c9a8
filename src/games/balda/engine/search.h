// search: the top level of Balda and Bukva. Iterative deepening alpha-beta in the middle of a game
// (alphabeta.h), an exact solver near its end (endgame.h). All workers search the same root with
// one transposition table, and ABDADA keeps them out of each other's way (worker.h).
//
//     struct balda_root root = {config, balda_state(view), 0};
//     struct engine_options options = {.level = ENGINE_LEVELS};
//     static struct balda_search search;
//     struct balda_result result;
//     if (balda_search_begin(&search, &root, &options)) {
//         ok = balda_search_run(&search, &result);
//         balda_search_end(&search);
//     }
//     balda_search_release(&search);
//
// A search object can be used again. It keeps its memory, unless that has grown large: the
// transposition table up to 2 MB, the first worker's move stack and words.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_SEARCH_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_SEARCH_H

#include "games/balda/engine/alphabeta.h"
#include "lexicon/graph_build.h"

// The position to search; borrowed.
struct balda_root {
    const struct config *config;
    const struct balda_state *state;
    int lead; // of the side to move, in points
};

struct balda_result {
    struct balda_option move; // a pass has length 0
    double margin;            // expected difference at the end, for the side to move
    unsigned depth;
    bool finished; // nothing was cut off by time or nodes
    bool solved;   // the margin is exact
};

// Zeroed: without memory.
struct balda_search {
    struct balda_root root;
    struct balda_shared shared;
    struct graph_builder reachable; // graph of the words that can still come, near the end
    bool near_end;                  // few enough empty squares for the solver
    struct balda_worker *worker;    // one for each thread
    struct balda_result *result;    // of each worker
    unsigned room;                  // for workers
};

// False: no memory, and there is nothing to end.
bool balda_search_begin(struct balda_search *s, const struct balda_root *root,
                        const struct engine_options *options);
void balda_search_end(struct balda_search *s);
void balda_search_release(struct balda_search *s);

// The memory of a position for a level that only looks at the words on the board. NULL: no memory.
// After it, as after a search: balda_search_end().
struct balda_position *balda_search_position(struct balda_search *s);

// The best move and its value. False: there is no word and no single letter to play.
bool balda_search_run(struct balda_search *s, struct balda_result *out);

// Nodes searched by all workers.
uint64_t balda_search_nodes(const struct balda_search *s);

#endif
