// pool: a thread pool for work that would block the event loop: searches, password hashes. One
// bounded queue per class; a full queue refuses (backpressure), and the caller answers "later".
// Each queue is fair to the owners of jobs (fair_queue.h), and no owner may fill it alone.
//
//     struct check {
//         struct pool_job job; // first; lives until done() was called
//     } check = {.job = {.class = POOL_QUICK, .run = NULL, .done = NULL}};
//     struct pool *pool = NULL; /* pool_open() */
//     check.job.place.owner = 7;
//     ok = pool_add(pool, &check.job); /* false: 503 */
//
// `run` is called on a thread of the pool, then `wake` on the same thread (uv_async_send), and
// `done` by pool_finish() on the loop's thread. done() is called exactly once per added job,
// cancelled or not. One thread takes no long searches, so a password check never waits behind them.
// Classes have priorities, with aging: a class that was passed over a few times in a row goes first
// once.
#ifndef LOGOMACHY_SERVER_RUNTIME_POOL_H
#define LOGOMACHY_SERVER_RUNTIME_POOL_H

#include "base/reason.h"
#include "server/runtime/fair_queue.h"

enum pool_class {
    POOL_QUICK,    // fractions of a second: passwords, small files
    POOL_SHORT,    // usually short: moves at low levels, word searches
    POOL_MOVE,     // the computer's move in a running game
    POOL_ANALYSIS, // analysis by the engine
    POOL_CLASSES
};

struct pool;

struct pool_job {
    struct fair_place place; // first; used by the pool, except owner and cost
    enum pool_class class;
    void (*run)(struct pool_job *job, const struct pool *pool);
    void (*done)(struct pool_job *job, bool cancelled); // cancelled: `run` was never called
    struct pool_job *next;                              // used by the pool
};

enum { POOL_THREADS = 64 }; // at most

struct pool_options {
    unsigned threads;            // 0: one for each processor; never less than two
    unsigned queue_limit;        // jobs waiting in each class
    unsigned owner_limit;        // jobs of one owner waiting in each class; 0: no such bound
    void (*wake)(void *context); // on a thread of the pool; NULL: pool_finish() is called anyway
    void *context;
};

struct pool_stats {
    unsigned threads;
    unsigned queued[POOL_CLASSES];
    unsigned running[POOL_CLASSES];
    uint64_t finished[POOL_CLASSES]; // completed, since the start
    uint64_t refused[POOL_CLASSES];
};

// NULL if no threads can be created.
struct pool *pool_open(const struct pool_options *options, struct reason *why);

// False if the queue is full, has too many jobs of this owner, or the pool is closing; the caller
// keeps the job.
bool pool_add(struct pool *p, struct pool_job *job);

// Calls done() of all finished jobs, which may add jobs. Returns their number.
unsigned pool_finish(struct pool *p);

// Polled by long jobs: true when the pool is closing and the result is no longer needed. Any
// thread.
bool pool_stopping(const struct pool *p);

struct pool_stats pool_stats(struct pool *p);

// Closes and frees the pool. POOL_CANCEL cancels waiting jobs and makes pool_stopping() true for
// running ones; POOL_DRAIN completes all jobs first. Calls done() of every job before it returns;
// jobs that done() adds are refused.
enum pool_end { POOL_CANCEL, POOL_DRAIN };
void pool_close(struct pool *p, enum pool_end how);

#endif
