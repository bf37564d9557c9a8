// balda_tree: what the searches of Balda walk through: the position, room for the moves of each
// node, and when to stop. Each thread has a tree of its own; what they find out about positions is
// in the table that they share as a team.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_TREE_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_TREE_H

#include "engine/engine.h"
#include "engine/tt.h"
#include "games/balda/engine/position.h"

struct balda_candidate {
    struct balda_option option;
    int order; // the higher, the earlier it is tried
};

enum { BALDA_CANDIDATES = 1 << 16, BALDA_INFINITE = 30000, BALDA_BUSY = 1 << 10 };

// What the threads of one search share.
struct balda_team {
    struct tt tt;
    const struct engine_options *options;
    atomic_bool stop;
    unsigned trees;
    // Positions that some thread looks at just now: the others look at something else first.
    _Atomic uint64_t busy[BALDA_BUSY];
};

struct balda_tree {
    struct balda_position position;
    struct balda_team *team;
    unsigned number;              // of the thread; only 0 asks the caller whether to stop
    uint64_t nodes, most_nodes;   // 0: no limit
    unsigned ticks;               // since the caller was last asked
    bool stopped;                 // results from now on mean nothing
    bool crowded;                 // so many words that making a move takes long
    struct balda_candidate *move; // those of all nodes from the root to here
    unsigned moves;
    int history[GRID_SQUARES][LETTERS_MAX + 1]; // how often a letter there was the best move
};

// For so many trees; `most_nodes` is how many positions each will look at, 0: nobody knows. False:
// no memory.
bool balda_team_init(struct balda_team *team, const struct engine_options *options, unsigned trees,
                     uint64_t most_nodes);
void balda_team_release(struct balda_team *team);

// A thread's own. False: no memory.
bool balda_tree_init(struct balda_tree *t, struct balda_team *team, unsigned number,
                     const struct config *c, const struct balda_state *b);
void balda_tree_release(struct balda_tree *t);

// Counts a node; true when it is time to stop.
bool balda_tree_enter(struct balda_tree *t);

// The same without counting: for what takes long within a node.
bool balda_tree_tick(struct balda_tree *t);

// Adds a move to the node that is being filled; false where there is no more room.
bool balda_tree_add(struct balda_tree *t, const struct balda_option *o, int order);

// Takes the best of the moves from `next` on to the front.
void balda_tree_pick(struct balda_tree *t, unsigned next);

// Puts a move off if another thread is looking at the position after it: that thread's finding is
// then in the table, or the move is looked at in the end. True: it has been put off, to the end of
// the node's moves.
bool balda_tree_put_off(struct balda_tree *t, unsigned move);

// From one to the other the position, after a move was made, is looked at by this thread.
void balda_tree_begin(struct balda_tree *t);
void balda_tree_end(struct balda_tree *t);

// Notes what was found out. `best` may be NULL.
void balda_tree_note(struct balda_tree *t, uint64_t key, unsigned depth, int value, int alpha,
                     int beta, const struct balda_option *best);

// Does what is known answer the question at this depth? Then `value` is the answer. `known` is what
// is known.
bool balda_tree_known(const struct balda_tree *t, uint64_t key, unsigned depth, int alpha, int beta,
                      struct tt_entry *known, int *value);

// Is it the best move that the entry names?
bool balda_tree_is_known(const struct tt_entry *known, const struct balda_option *o);

#endif
