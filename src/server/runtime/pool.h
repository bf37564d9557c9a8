// pool: a few threads for what would keep the loop waiting: searches, password hashes. Jobs wait in
// bounded queues, one for each class; a full queue refuses, and the caller answers "later". Each
// queue is fair to the owners of the jobs (fair_queue.h), and none of them may fill it alone.
//
//     struct check { struct pool_job job; ... };                     lives until done() was called
//     check->job = (struct pool_job){.class = POOL_QUICK, .run = run, .done = done};
//     check->job.place.owner = ...whom it is for...;
//     if (!pool_add(pool, &check->job)) ...503...
//
// `run` is called on some thread of the pool, then `wake` on the same thread (uv_async_send), and
// `done` by pool_finish() on the loop's thread. Whatever was added is done exactly once, cancelled
// or not. One thread is kept free of long searches, so a password is never behind them. Among those
// that wait the classes have their order, but a class that was passed over a few times in a row
// comes first once.
#ifndef LOGOMACHY_SERVER_RUNTIME_POOL_H
#define LOGOMACHY_SERVER_RUNTIME_POOL_H

#include "base/reason.h"
#include "server/runtime/fair_queue.h"

enum pool_class {
    POOL_QUICK,    // a fraction of a second: passwords, small files
    POOL_SHORT,    // about as short, but not always: moves at low levels, finding words
    POOL_MOVE,     // the computer's move in a running game
    POOL_ANALYSIS, // what someone asked the engine
    POOL_CLASSES
};

struct pool;

struct pool_job {
    struct fair_place place; // first: the pool's, but for the owner and the cost
    enum pool_class class;
    void (*run)(struct pool_job *job, const struct pool *pool);
    void (*done)(struct pool_job *job, bool cancelled); // cancelled: `run` was never called
    struct pool_job *next;                              // the pool's
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
    uint64_t finished[POOL_CLASSES]; // run to their end, since the start
    uint64_t refused[POOL_CLASSES];
};

// NULL where no threads can be made.
struct pool *pool_open(const struct pool_options *options, struct reason *why);

// False where the queue is full, or has too many jobs of this owner, or the pool is being closed;
// the job is the caller's again.
bool pool_add(struct pool *p, struct pool_job *job);

// Calls done() of every job that has ended; they may add jobs. Returns how many there were.
unsigned pool_finish(struct pool *p);

// Asked by long jobs now and then: true means that the pool is being closed and nobody waits for
// the result any more. From any thread.
bool pool_stopping(const struct pool *p);

struct pool_stats pool_stats(struct pool *p);

// Ends the pool and frees it. With POOL_CANCEL waiting jobs are cancelled and pool_stopping() is
// true for those that run; with POOL_DRAIN all are run to their end first. Every job is done()
// before it returns; what done() tries to add is refused.
enum pool_end { POOL_CANCEL, POOL_DRAIN };
void pool_close(struct pool *p, enum pool_end how);

#endif
