// wordgame_candidates: the moves of a seat that are worth searching, by static evaluation: their
// equity is their points and the value of the tiles that stay on the rack. The static level plays
// the first; simulation and the pre-endgame search compare them.
//
//     struct wordgame_position at; /* see position.h */
//     struct wordgame_candidate best[10];
//     if (wordgame_candidates(&at, best, 10))
//         action = best[0].action;
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_CANDIDATES_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_CANDIDATES_H

#include "games/wordgame/engine/position.h"

enum { WORDGAME_CANDIDATES = 64 };

struct wordgame_candidate {
    struct action action;
    int32_t points;
    int32_t leave;  // in thousandths of a point
    int64_t equity; // the same; points and leave
};

// The best `room` moves, WORDGAME_CANDIDATES at most, best first: placements, a few exchanges where
// they are allowed, and passing where there is nothing else or the bag is empty. Returns how many;
// 0: no memory. Uses the generator of the position's instance.
unsigned wordgame_candidates(struct wordgame_position *at, struct wordgame_candidate *out,
                             unsigned room);

// The static evaluation of a legal move.
struct wordgame_candidate wordgame_candidate_of(const struct wordgame_position *at,
                                                const struct action *a);

// How many tiles it takes off the rack.
unsigned wordgame_candidate_tiles(const struct wordgame_position *at,
                                  const struct wordgame_candidate *candidate);

// The chance to win after a move, 0 to 1, if both seats play on as usual.
double wordgame_candidate_win(const struct wordgame_position *at,
                              const struct wordgame_candidate *candidate);

#endif
