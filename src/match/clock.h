// clock: the chess clocks of a match: the time left per seat, which clocks run, and the next
// deadline. Pure: every function is told the time, in milliseconds since 1970.
//
// `per move` and `correspondence` give the whole time again at every turn. With a Fischer clock a
// seat has one stock of time for the game, and each move adds the increment. Downtime of the server
// does not count (clocks_hold: clock credit). A clock never goes below 0, and has run out at 0.
//
//     struct clock_terms terms = {CLOCK_FISCHER, 300 * CLOCK_SECOND, 5 * CLOCK_SECOND};
//     struct clocks c;
//     clocks_init(&c, &terms);
//     clocks_run(&c, 1u << 0, 1000);               // seat 0 is to move
//     int64_t deadline = clocks_deadline(&c, &seat); // 301000, and seat is 0
//     ok = deadline == 301000;
#ifndef LOGOMACHY_MATCH_CLOCK_H
#define LOGOMACHY_MATCH_CLOCK_H

#include "rules/action.h"

#include <stdbool.h>
#include <stdint.h>

enum clock_kind { CLOCK_NONE, CLOCK_PER_MOVE, CLOCK_FISCHER, CLOCK_CORRESPONDENCE, CLOCK_KINDS };

#define CLOCK_SECOND INT64_C(1000)
#define CLOCK_HOUR (3600 * CLOCK_SECOND)
#define CLOCK_DAY (24 * CLOCK_HOUR)

// The time control.
struct clock_terms {
    enum clock_kind kind;
    int64_t base_ms;      // per move, or the stock; whole days in correspondence games
    int64_t increment_ms; // Fischer only
};

// The state of the clocks.
struct clocks {
    struct clock_terms terms;
    unsigned running;            // bit i: seat i is to act and its time runs
    int64_t left_ms[SEATS_MAX];  // when it started to run; now, if it does not run
    int64_t since_ms[SEATS_MAX]; // when it started to run, plus the downtime since
};

void clocks_init(struct clocks *c, const struct clock_terms *terms);

// From now on the clocks of these seats (bit set) run, and only these. One that runs already is not
// restarted; one that stops keeps its remaining time.
void clocks_run(struct clocks *c, unsigned seats, int64_t at_ms);

// The seat has moved: stops its clock, if it runs, and adds the increment or resets the time.
void clocks_move(struct clocks *c, unsigned seat, int64_t at_ms);

// Clock credit: the last `ms` milliseconds before `at_ms` do not count.
void clocks_hold(struct clocks *c, int64_t ms, int64_t at_ms);

// The time left; 0 also without a clock.
int64_t clocks_left(const struct clocks *c, unsigned seat, int64_t now_ms);

// When the next running clock expires, and whose it is; 0: none does.
int64_t clocks_deadline(const struct clocks *c, unsigned *seat);

#endif
