// wordgame_endgame: the end of a Word Game, when the bag is empty and so nothing is hidden: who has
// not seen a tile knows that the other has it. Alpha-beta deeper and deeper, over the most
// promising moves first and then over more and more of them; where the depth ends, both play on by
// points and what they get rid of. Once nothing was cut short that way or left out, the result is
// exact.
//
//     struct endgame_found found;
//     if (wordgame_endgame(&at, &options, &found)) ...found.line[0]...
//
// Who has many ends to look at keeps what it needs for that from one to the next:
//
//     struct endgame *e = endgame_new(&set, graph);
//     struct endgame_limits limits = {.nodes = 1000, .low = -10, .high = 10};
//     if (e && endgame_solve(e, state, &limits, &found)) ...found.gain...
//     endgame_free(e);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_H

#include "engine/engine.h"
#include "games/wordgame/engine/position.h"

enum { ENDGAME_FAR = 1 << 28 }; // more than any gain

struct endgame_found {
    struct action line[ENGINE_LINE]; // what both do, the seat's move first
    unsigned line_length;
    int32_t points; // of the first move
    int32_t gain;   // what the seat gains on the other from here to the end
    bool exact;
    unsigned depth;
    uint64_t nodes;
};

struct endgame_limits {
    uint64_t nodes; // that may be looked at
    // What is asked: a gain of `low` or less is only known to be no more than what is found, one of
    // `high` or more to be no less.
    int32_t low, high;
    bool (*stop)(void *context); // asked every few positions; may be NULL
    void *context;
};

struct endgame;

// The set and the graph stay where they are. NULL: no memory.
struct endgame *endgame_new(const struct wordgame_set *set, const struct graph *graph);
void endgame_free(struct endgame *e);

// For the seat that is to move, in a whole state with an empty bag. What was found out about other
// positions before makes no difference. False: no memory.
bool endgame_solve(struct endgame *e, const struct wordgame_state *w,
                   const struct endgame_limits *limits, struct endgame_found *out);

// For the seat of a case. Stops when told to, with the best so far. False: no memory. The bag must
// be empty.
bool wordgame_endgame(const struct wordgame_case *at, const struct engine_options *options,
                      struct endgame_found *out);

#endif
