// wordgame_simulate: the Word Game's look-ahead while tiles are hidden. The most promising moves
// are each played on a few moves further, again and again, with what is hidden guessed anew every
// time and the same guesses and luck for all of them. Moves that fall behind for sure are left out,
// so that the time goes to those that are hard to tell apart. What counts is the chance to win.
//
// With few tiles in the bag a game is played on to its end.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_SIMULATE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_SIMULATE_H

#include "engine/engine.h"
#include "games/wordgame/engine/candidates.h"

enum { SIMULATED_BEST = 8 };

struct simulated {
    struct wordgame_choice choice;
    // The best ones, `choice` first, then by what they seemed to come to when they were last
    // compared: for a search that has a closer look.
    struct wordgame_choice ranked[SIMULATED_BEST];
    unsigned ranks;
    double win;    // chance to win, 0 to 1
    double margin; // expected difference at the end, as far as it was played
    unsigned plies;
    uint64_t playouts; // of all moves
    uint64_t mapped;   // moves in them that were found by a word map
};

// Stops when told to, with the best so far. The same seed gives the same result with any number of
// threads, unless it is stopped by the clock. False: no memory.
bool wordgame_simulate(struct wordgame_case *at, const struct engine_options *options,
                       struct rng *r, struct simulated *out);

#endif
