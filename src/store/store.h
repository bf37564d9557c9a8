// store: everything that outlives the process, and the only folder with SQL. The tables are in
// accounts.h, matches.h, ratings.h, social.h, leases.h and buckets.h; this header runs jobs on
// them.
//
// A job is a struct of the caller's that begins with a struct store_job. Its run() is called on a
// thread of the store within a transaction, and calls functions that take a struct store_tx. Its
// done() is called after the commit, on the thread that calls store_finish().
//
//     struct move_job {
//         struct store_job job; // first, so that the pointer can be cast
//         char match[16];
//     } move = {.job = {.run = NULL, .done = NULL}}; // run() appends, done() publishes
//     struct store *s = store_open(&(struct store_options){.where = "site.db"}, &why);
//     store_write(s, &move.job);
//     store_finish(s); // when woken
//     store_close(s);
//
// Group commit: one writer thread runs all waiting jobs in one transaction (or a few). Each job has
// its own savepoint; a failing job is rolled back alone. The transaction is committed durably
// (fsync) once, and only then are its jobs done. If the commit fails, every job of the batch gets
// that status and nothing was written; the store recovers by itself when the cause is gone.
//
// Exception: when the connection to a database server is lost during COMMIT, the batch was
// committed as a whole or not at all, and the status is STORE_UNKNOWN. (A disk that fails during a
// flush can also leave that open until after a crash of the machine.) Retrying with the same
// idempotency key is safe.
//
// A job that ended with any status but STORE_OK and STORE_UNKNOWN may be queued again. No job waits
// for ever: when the database is locked, down or hangs, it is given up after some seconds, and all
// jobs queued behind it fail at once with STORE_BUSY.
#ifndef LOGOMACHY_STORE_STORE_H
#define LOGOMACHY_STORE_STORE_H

#include "base/reason.h"
#include "store/options.h"
#include "store/status.h"

struct store;    // one open database; any thread may use it
struct store_tx; // the transaction of a running job; valid until run() returns

// Owned by the caller, which must not touch it from store_write() or store_read() until done() is
// called. done() may free it, and may queue other jobs or the same one again. It may be NULL; the
// job must then live until store_close().
struct store_job {
    enum store_status (*run)(struct store_tx *tx, struct store_job *job);
    void (*done)(struct store_job *job);
    // run() may be called again after a rollback, and what it writes does not depend on what it
    // reads. A batch of such jobs runs without savepoints, and concurrently with those of other
    // processes, until one of them fails.
    bool repeatable;
    // For store_read(): run() is a single statement, which is its own snapshot. It runs without
    // BEGIN and ROLLBACK: one round trip instead of three.
    bool single;
    // For store_read(): lists, exports and the like. One reader thread never takes them, so that
    // no game waits behind them.
    bool slow;
    enum store_status status; // set before done() is called
    struct store_job *next;   // used by the store
};

// Opens the database and creates or migrates its tables. Refuses a database of another program, a
// damaged one, and one that a newer version of this program has written. NULL with the reason.
struct store *store_open(const struct store_options *o, struct reason *why) STORE_CHECKED;

// Is store_open()'s refusal transient: the database is locked, full or does not answer? Otherwise
// an operator has to act.
bool store_is_passing(const struct reason *why);

// Drains the queues, calls every done() (which may queue more), and closes. Called on the thread
// that calls store_finish(). NULL is allowed.
void store_close(struct store *s);

// Queues a job that may read and write. Jobs run in FIFO order, but repeatable ones may overtake
// the others.
void store_write(struct store *s, struct store_job *job);

// Queues a job that only reads. It sees a snapshot, taken at some moment after it was queued, that
// includes every job whose done() was due by then. Readers and writers do not block each other.
// Writing in it is a bug. Reads may overtake each other and queued writes.
void store_read(struct store *s, struct store_job *job);

// Calls done() of all finished jobs, in the order in which they finished. For the thread that was
// woken; one thread at a time.
void store_finish(struct store *s);

// Runs one job and blocks until it is done: for commands and tests. Never within a job or on an
// event loop. STORE_OK: committed.
enum store_status store_do(struct store *s, bool writes,
                           enum store_status (*run)(struct store_tx *tx, void *context),
                           void *context) STORE_CHECKED;

// Online backup to a file that must not exist yet. When this returns false, there is no file.
bool store_backup(struct store *s, const char *path, struct reason *why) STORE_CHECKED;

// Within a job: the database's clock, ms since 1970, which all processes of a site share.
enum store_status store_clock(struct store_tx *tx, int64_t *ms) STORE_CHECKED;

// May processes on other machines use the same database?
bool store_is_shared(const struct store *s);

// A page of a list, by keyset: the rows behind the last one of the previous page. Each list says
// what its keys are. Zero and NULL begin the list.
struct store_page {
    int64_t after;        // numeric key: an id or a time
    const char *after_id; // textual key
    unsigned limit;
};

// Counters for operators.
struct store_stats {
    uint64_t queued_writes, queued_reads; // now
    uint64_t batches, failed_batches;     // transactions of the writer, and those that failed
    uint64_t writes, reads;               // jobs that have run
    uint64_t last_commit_us,
        max_commit_us;  // microseconds that the last and the slowest commit took
    uint64_t max_batch; // jobs in the largest transaction
    uint64_t damaged;   // jobs that ended with STORE_DAMAGED
};
struct store_stats store_stats(struct store *s);

#endif
