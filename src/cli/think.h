// think: finds the computer's move under a time limit. The search has no clock of its own; this
// module gives it a stop callback that polls the monotonic clock. It keeps no state: the caller
// owns the engine.
//
//     struct engine *engine = engine_open(config);
//     struct think how = think_level(5);
//     struct engine_result result;
//     if (engine && think_move(engine, state, seat, &how, &rng, &result))
//         action = result.move;
//     engine_close(engine);
#ifndef LOGOMACHY_CLI_THINK_H
#define LOGOMACHY_CLI_THINK_H

#include "cli/cli.h"
#include "engine/engine.h"
#include "rules/movelist.h"

enum { THINK_SECONDS = 86400, THINK_THREADS = 64 };

struct think {
    unsigned level;
    double seconds; // per move; 0: only the level's own limits apply
    unsigned threads;
    uint64_t nodes; // limit on positions searched; 0: the level's own
    bool outlook;   // also estimate the final result
    double since;   // start of the time, by think_now(); 0: the call of think_move()
};

double think_now(void); // seconds of the monotonic clock

// A level with its default time.
struct think think_level(unsigned level);

// Parses --level, --time and --threads. If one is invalid, prints a message and returns false.
bool think_options(struct think *out, const struct cli *c);

// Parses --time only: 0 if it was not given.
bool think_option_time(const struct cli *c, double *seconds);

// Parses seconds such as 2 or 0.5.
bool think_seconds(struct text t, double *out);

// Finds a move for the seat to act. If there is none, the move is a pass, if that is legal. False:
// the computer can only resign.
bool think_move(struct engine *e, const struct state *s, unsigned seat, const struct think *how,
                struct rng *r, struct engine_result *out);

#endif
