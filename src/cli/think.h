// think: the computer's move within a time. The engine knows no clock; this polls one.
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
    double seconds; // for a move; 0: the level's own limits alone decide
    unsigned threads;
    uint64_t nodes; // positions to look at, at most; 0: no limit but the level's
    bool outlook;   // what the end may be like is asked for, too
    double since;   // when the time began, by think_now(); 0: when think_move() is called
};

double think_now(void); // seconds, from some moment on

// A level with the time that it has when nobody says otherwise.
struct think think_level(unsigned level);

// From --level, --time and --threads. False, with the message printed, where one is wrong.
bool think_options(struct think *out, const struct cli *c);

// --time alone: 0 where it was not given.
bool think_option_time(const struct cli *c, double *seconds);

// Seconds such as 2 or 0.5.
bool think_seconds(struct text t, double *out);

// The move of a seat whose turn it is. Where the computer finds none it passes, if that is legal.
// False: it can do nothing but resign.
bool think_move(struct engine *e, const struct state *s, unsigned seat, const struct think *how,
                struct rng *r, struct engine_result *out);

#endif
