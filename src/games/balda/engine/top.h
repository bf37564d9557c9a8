// balda_top: the top level of Balda and Bukva: looks ahead in the middle of a game, solves the end,
// with as many threads as it is given.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_TOP_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_TOP_H

#include "games/balda/engine/alphabeta.h"
#include "lexicon/graph_build.h"

// What is known of the position where it is asked.
struct balda_case {
    const struct config *config;
    const struct balda_state *state;
    int lead; // of the side to move, in points
};

struct balda_finding {
    struct balda_option move; // a pass has length 0
    double margin;            // at the end, for the side to move
    unsigned depth;
    bool finished; // there was time for all that there is to look at
    bool solved;   // the margin is certain
};

struct balda_top {
    struct balda_case at;
    struct balda_team team;
    struct graph_builder reach; // the words that can still come, near the end
    bool end;                   // near the end: everything is looked at
    struct balda_tree *tree;    // one for each thread
    struct balda_finding *finding;
};

// False: no memory.
bool balda_top_init(struct balda_top *top, const struct balda_case *at,
                    const struct engine_options *options);
void balda_top_release(struct balda_top *top);

// The best move, and what comes of it. False: there is no word and no single letter to play.
bool balda_top_think(struct balda_top *top, struct balda_finding *out);

uint64_t balda_top_nodes(const struct balda_top *top);

#endif
