// clock: the clocks of a match: how long each seat has, which of them run, and when the next one
// runs out. Pure: every function is told what time it is, in milliseconds since 1970.
//
// Without increment: `per move` and `correspondence` give the whole time again at every turn. With
// Fischer's clock a seat has one stock of time for the game; each move adds the increment to it.
// Time that the server was down (clocks_hold) does not count. A clock never goes below 0, and there
// is no tolerance: at 0 it has run out.
#ifndef LOGOMACHY_MATCH_CLOCK_H
#define LOGOMACHY_MATCH_CLOCK_H

#include "rules/action.h"

#include <stdbool.h>
#include <stdint.h>

enum clock_kind { CLOCK_NONE, CLOCK_PER_MOVE, CLOCK_FISCHER, CLOCK_CORRESPONDENCE, CLOCK_KINDS };

#define CLOCK_SECOND INT64_C(1000)
#define CLOCK_HOUR (3600 * CLOCK_SECOND)
#define CLOCK_DAY (24 * CLOCK_HOUR)

// What was agreed.
struct clock_terms {
    enum clock_kind kind;
    int64_t base_ms;      // for a move, or the stock; whole days in correspondence games
    int64_t increment_ms; // Fischer only
};

// What there is of it.
struct clocks {
    struct clock_terms terms;
    unsigned running;            // bit i: seat i is to act and its time runs
    int64_t left_ms[SEATS_MAX];  // when it began to run, or, where it does not run, now
    int64_t since_ms[SEATS_MAX]; // when it began to run, later by what was held since
};

void clocks_init(struct clocks *c, const struct clock_terms *terms);

// From now on the clocks of these seats (bits) run. One that runs already just goes on; one that is
// not among them stops, what it used is gone.
void clocks_run(struct clocks *c, unsigned seats, int64_t at_ms);

// The seat has moved: its clock stops, and it gets what a move gets. Also for one that did not run.
void clocks_move(struct clocks *c, unsigned seat, int64_t at_ms);

// The last `ms` milliseconds before `at_ms` do not count.
void clocks_hold(struct clocks *c, int64_t ms, int64_t at_ms);

// What the seat has left; 0 also where there is no clock.
int64_t clocks_left(const struct clocks *c, unsigned seat, int64_t now_ms);

// When the first of the running clocks runs out, and whose; 0 where none ever does.
int64_t clocks_deadline(const struct clocks *c, unsigned *seat);

#endif
