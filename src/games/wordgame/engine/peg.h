// wordgame_peg: the pre-endgame (peg) search of the Word Game, with one or two tiles in the bag.
// All possible bags are enumerated: for each candidate and each bag the tiles are drawn and the
// endgame is solved as if it were known. The objective is the probability of winning, then the
// points.
//
// Simulation picks the candidates. Sequential halving allots the time: all endgames get a few nodes
// first, then those of the better half of the candidates more and more. Where a move leaves tiles
// in the bag, static players play on until it is empty, because the seats do not know the draws.
//
//     struct wordgame_position at; /* see position.h */
//     struct wordgame_candidate move[WORDGAME_PEG_MOVES];
//     const struct engine_options options = {.level = ENGINE_LEVELS, .threads = 2};
//     struct wordgame_peg_found found;
//     unsigned moves = wordgame_candidates(&at, move, WORDGAME_PEG_MOVES);
//     if (moves && wordgame_peg(&at, move, moves, &options, &rng, &found) && found.compared)
//         action = found.best.action;
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_PEG_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_PEG_H

#include "engine/engine.h"
#include "games/wordgame/engine/candidates.h"

enum {
    WORDGAME_PEG_BAG = 2, // tiles in it at most
    WORDGAME_PEG_MOVES = 24,
};

struct wordgame_peg_found {
    struct wordgame_candidate best;
    double win;        // chance to win, 0 to 1
    double margin;     // expected difference at the end
    bool exact;        // all its ends were searched, and the bag was emptied by the move
    unsigned compared; // moves of which all ends were looked at; 0: it had to stop before
    unsigned rounds;
    uint64_t nodes;
};

// The best of these moves, 1 to WORDGAME_PEG_MOVES. The most promising come first: it stops when
// told to, with the best so far. The same seed gives the same result with any number of threads,
// unless it is stopped by the clock. False: no memory. The bag has 1 to WORDGAME_PEG_BAG tiles.
bool wordgame_peg(const struct wordgame_position *at, const struct wordgame_candidate *move,
                  unsigned moves, const struct engine_options *options, struct rng *r,
                  struct wordgame_peg_found *out);

#endif
