// wordgame_choices: the moves of a seat that are worth a thought, by their equity: points and the
// value of what stays on the rack. A player of that kind takes the first; look-ahead compares them.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_CANDIDATES_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_CANDIDATES_H

#include "games/wordgame/engine/position.h"

enum { WORDGAME_CHOICES = 64 };

struct wordgame_choice {
    struct action action;
    int32_t points;
    int32_t leave;  // in thousandths of a point
    int64_t equity; // the same; points and leave
};

// The best `room` moves, WORDGAME_CHOICES at most, best first: placements, exchanges where they are
// allowed (a few of them), and passing where there is nothing else or the bag is empty. Returns how
// many; 0: no memory. The case has the generator that finds them, so it is not const.
unsigned wordgame_choices(struct wordgame_case *at, struct wordgame_choice *out, unsigned room);

// What a legal move comes to.
struct wordgame_choice wordgame_choice_of(const struct wordgame_case *at, const struct action *a);

// How many tiles it takes off the rack.
unsigned wordgame_choice_tiles(const struct wordgame_case *at,
                               const struct wordgame_choice *choice);

// The chance to win after a move, 0 to 1, if both seats play on as usual.
double wordgame_choice_win(const struct wordgame_case *at, const struct wordgame_choice *choice);

#endif
