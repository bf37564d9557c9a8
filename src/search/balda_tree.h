// balda_tree: what the searches of Balda share: the position, what has been found out about others,
// when to stop, and room for the moves of each node.
#ifndef LOGOMACHY_SEARCH_BALDA_TREE_H
#define LOGOMACHY_SEARCH_BALDA_TREE_H

#include "search/balda_position.h"
#include "search/balda_reach.h"
#include "search/search.h"
#include "search/tt.h"

struct balda_move {
    struct balda_option option;
    int order; // the higher, the earlier it is tried
};

enum { BALDA_MOVES = 1 << 16, BALDA_INFINITE = 30000 };

struct balda_tree {
    struct balda_position position;
    struct graph_builder reach; // the words that can still come, near the end
    struct tt tt;
    const struct search_options *options;
    uint64_t nodes, most_nodes; // 0: no limit
    bool stopped;               // results from now on mean nothing
    struct balda_move *move;    // those of all nodes from the root to here
    unsigned moves;
    int history[GRID_SQUARES][LETTERS_MAX + 1]; // how often a letter there was the best move
};

bool balda_tree_init(struct balda_tree *t, const struct config *c, const struct balda_state *b,
                     const struct search_options *options); // false: no memory
void balda_tree_release(struct balda_tree *t);

// Counts a node; true when it is time to stop.
bool balda_tree_enter(struct balda_tree *t);

// Adds a move to the node that is being filled; false where there is no more room.
bool balda_tree_add(struct balda_tree *t, const struct balda_option *o, int order);

// Takes the best of the moves from `next` on to the front.
void balda_tree_pick(struct balda_tree *t, unsigned next);

// Notes what was found out. `best` may be NULL.
void balda_tree_note(struct balda_tree *t, uint64_t key, unsigned depth, int value, int alpha,
                     int beta, const struct balda_option *best);

// Does what is known answer the question at this depth? Then `value` is the answer. `*known` is
// what is known, or NULL.
bool balda_tree_known(const struct balda_tree *t, uint64_t key, unsigned depth, int alpha, int beta,
                      const struct tt_entry **known, int *value);

// Is it the best move that the entry names? `known` may be NULL.
bool balda_tree_is_known(const struct tt_entry *known, const struct balda_option *o);

#endif
