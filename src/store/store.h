// store: everything that outlives the process, and the only place with SQL. What is kept is in
// accounts.h, matches.h, ratings.h and social.h; this header is how one gets at it: by jobs.
//
// A job is a struct of the caller's that begins with a struct store_job. Its run() is called on a
// thread of the store, within a transaction, and uses the functions that take a struct store_tx.
// Its done() is called later, after the commit, by whoever calls store_finish().
//
//     struct move_job {
//         struct store_job job; // first, so that one can be cast to the other
//         char match[16];
//         struct store_entry entry;
//     };
//     static enum store_status run(struct store_tx *tx, struct store_job *job)
//     {
//         struct move_job *m = (struct move_job *)job;
//         return store_entry_add(tx, m->match, &m->entry);
//     }
//     m->job = (struct store_job){.run = run, .done = tell_the_seats};
//     store_write(s, &m->job);
//
// All jobs that wait are written in one transaction (or a few), each as if in a savepoint of its
// own: one that does not return STORE_OK leaves nothing behind and disturbs no other. A transaction
// is committed once, on to the disk, and only then are its jobs handed over. When the commit fails
// every job of it gets that status and nothing of it is there; nothing needs to be opened again
// when the cause has gone. There is one exception: where the connection to a database server is
// lost during COMMIT, all of the transaction is there, or will be in a moment, or nothing is: then
// the status is STORE_UNKNOWN. (A disk that fails in the middle of a flush can leave it open
// whether the batch will be found after a crash of the whole machine.) Whoever repeats a request
// with its id is safe.
//
// A job that got any status but STORE_OK and STORE_UNKNOWN may be queued again. No job waits for
// ever: a database that is locked, away or hangs is given up after some seconds, and everybody who
// waits behind it is told at once.
#ifndef LOGOMACHY_STORE_STORE_H
#define LOGOMACHY_STORE_STORE_H

#include "base/reason.h"
#include "store/options.h"
#include "store/status.h"

struct store;    // open for one database; any thread may use it
struct store_tx; // what a running job may do its reading and writing with; gone when run() returns

// Owned by the caller, who leaves it alone from store_write() or store_read() until done() is
// called. done() may free it, and may queue other jobs or the same one again. It may be NULL where
// nobody wants to know (the job must then live until store_close()).
struct store_job {
    enum store_status (*run)(struct store_tx *tx, struct store_job *job);
    void (*done)(struct store_job *job);
    // run() may be called again after all that it did was undone, and what it writes does not
    // depend on what it reads: a batch of such jobs goes without savepoints, and beside those of
    // other processes, until one of them fails.
    bool repeatable;
    // For store_read(): run() is one statement, which sees one state of the database by itself. It
    // goes without a transaction, and so with one answer of the server to wait for, not three.
    bool single;
    // For store_read(): lists, exports and the like. They leave a reader to everything else, so
    // that no game waits behind them.
    bool slow;
    enum store_status status; // for done(): how it ended
    struct store_job *next;   // the store's
};

// Opens the database, makes its tables or brings them up to date. Refuses what is no database of
// ours, what is damaged, and what a newer version of the program has written. NULL with the reason.
struct store *store_open(const struct store_options *o, struct reason *why) STORE_CHECKED;

// Has store_open() refused what may well work a little later: a database that is locked, has no
// room or does not answer? What is refused for anything else has to be mended first.
bool store_is_passing(const struct reason *why);

// Runs everything that is queued, calls every done() (which may queue more), and closes. Called
// from the thread that calls store_finish(). NULL is nothing to close.
void store_close(struct store *s);

// Queues a job that may read and write. Jobs run in the order in which they were queued, but those
// that are repeatable may go before those that are not.
void store_write(struct store *s, struct store_job *job);

// Queues a job that only reads. It sees one state of the database, that of some moment after it was
// queued: all that was handed over by then and no half of anything. It neither waits for writers
// nor keeps them. Writing in it is a bug. Reads may overtake each other and queued writes.
void store_read(struct store *s, struct store_job *job);

// Calls done() of all jobs that have finished, in the order in which they did. For the thread that
// was woken, and only for one thread at a time.
void store_finish(struct store *s);

// Does one thing and waits for it: for commands and tests. Never from within a job, and never where
// waiting for the disk would hold others up. It is done when this returns; STORE_OK is committed.
enum store_status store_do(struct store *s, bool writes,
                           enum store_status (*run)(struct store_tx *tx, void *context),
                           void *context) STORE_CHECKED;

// Copies the database, while it is in use, to a file that is not there yet. It is whole or, when
// this returns false, not there at all.
bool store_backup(struct store *s, const char *path, struct reason *why) STORE_CHECKED;

// Within a job: the time by the database's clock, ms since 1970, which all processes of a site have
// in common.
enum store_status store_clock(struct store_tx *tx, int64_t *ms) STORE_CHECKED;

// May processes on other machines use the same database?
bool store_is_shared(const struct store *s);

// For operators.
struct store_stats {
    uint64_t queued_writes, queued_reads; // wait at this moment
    uint64_t batches, failed_batches;     // transactions of the writer, and those that were lost
    uint64_t writes, reads;               // jobs that have run
    uint64_t last_commit_us,
        max_commit_us;  // microseconds that the last and the slowest commit took
    uint64_t max_batch; // jobs in the largest transaction
    uint64_t damaged;   // jobs that ended with STORE_DAMAGED
};
struct store_stats store_stats(struct store *s);

#endif
