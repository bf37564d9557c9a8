// think: the computer's move, found in a thread of its own, so that the screen goes on meanwhile. One
// search at a time; its result is taken, or it is given up.
//
//     static struct thinker t;
//     thinker_begin(&t, config, state, seat, 5, &rng);
//     while (!thinker_done(&t))
//         ; /* draw, wait for a key */
//     ok = thinker_take(&t, &rng, &action);
//     thinker_release(&t);
#ifndef LOGOMACHY_CLI_TERMINAL_THINK_H
#define LOGOMACHY_CLI_TERMINAL_THINK_H

#include "engine/engine.h"

#include <pthread.h>
#include <stdatomic.h>

struct thinker {
    bool busy; // a thought has begun and has neither been taken nor given up
    bool threaded;
    pthread_t thread;
    atomic_bool done, stop;
    const struct config *config; // borrowed
    struct engine *engine;       // of the first config; NULL: not opened yet, or no memory
    struct state view;
    unsigned seat, level;
    struct rng rng;
    double end; // when it has to be done, by think_now()
    bool found;
    struct action move;
};

// The config is the same in every call until thinker_release(). Where no thread can be had, the
// thought is over when this returns.
void thinker_begin(struct thinker *t, const struct config *c, const struct state *s, unsigned seat,
                   unsigned level, const struct rng *rng);

// Is there a result to take?
bool thinker_done(const struct thinker *t);

// The move; false where there is none. The generator goes on where the thought left it.
bool thinker_take(struct thinker *t, struct rng *rng, struct action *move);

// Ends a thought, if there is one, as soon as the search asks.
void thinker_give_up(struct thinker *t);

// The same, and closes the engine.
void thinker_release(struct thinker *t);

#endif
