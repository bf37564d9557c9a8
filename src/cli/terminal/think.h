// think: searches for the computer's move in a background thread, so that the screen stays
// responsive. One search at a time: the caller takes its result or cancels it. The thinker owns the
// thread and the engine until thinker_release(); it borrows the config and copies the position.
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
    bool busy; // a search has begun and has been neither taken nor cancelled
    bool threaded;
    pthread_t thread;
    atomic_bool done, stop;
    const struct config *config; // borrowed
    struct engine *engine;       // for the first config; NULL: not opened yet, or out of memory
    struct state view;
    unsigned seat, level;
    struct rng rng;
    double end; // deadline, by think_now()
    bool found;
    struct action move;
};

// Starts a search. The config must be the same in every call until thinker_release(). If no thread
// can be started, the search runs to its end before this returns.
void thinker_begin(struct thinker *t, const struct config *c, const struct state *s, unsigned seat,
                   unsigned level, const struct rng *rng);

// True if there is a result to take.
bool thinker_done(const struct thinker *t);

// Takes the move; false if there is none. `rng` continues from where the search left it.
bool thinker_take(struct thinker *t, struct rng *rng, struct action *move);

// Cancels the search, if any. Returns when it has next polled its stop flag.
void thinker_give_up(struct thinker *t);

// Cancels the search and closes the engine.
void thinker_release(struct thinker *t);

#endif
