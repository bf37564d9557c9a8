#include "store/store.h"

#include "base/bug.h"
#include "store/schema.h"
#include "store/sql.h"
#include "store/transfer.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A batch is bounded so that the first job in it does not wait for thousands of others.
enum { READERS = 2, BATCH_MAX = 512 };

// A database that keeps BEGIN waiting for so long is stuck: all queued jobs fail at once instead of
// each waiting as long.
enum { STUCK_US = 1000000 };

struct queue {
    struct store_job *first, **end;
    uint64_t count;
};

struct reader {
    struct store *store;
    struct sql_connection *connection;
    pthread_t thread;
};

struct store {
    const struct sql_engine *engine;
    struct store_options options;
    char *where; // the copy that options.where points to
    struct sql_connection *writer;
    pthread_t write_thread;
    bool writing; // write_thread runs
    struct reader reader[READERS];
    unsigned readers; // that run

    pthread_mutex_t lock; // guards all that follows
    pthread_cond_t to_write, to_read;
    pthread_cond_t settled; // jobs have finished: for store_do() and store_close()
    struct queue writes, reads, slow_reads, finished;
    uint64_t unfinished; // jobs that are queued or run
    bool stop;
    struct store_stats stats;
};

static void queue_init(struct queue *q)
{
    *q = (struct queue){NULL, &q->first, 0};
}

static void queue_add(struct queue *q, struct store_job *job)
{
    job->next = NULL;
    *q->end = job;
    q->end = &job->next;
    q->count++;
}

// Takes the first jobs, up to `most`, off as a list.
static struct store_job *queue_take(struct queue *q, uint64_t most, uint64_t *taken)
{
    struct store_job *list = q->first, **end = &list;
    for (*taken = 0; *end && *taken < most; ++*taken)
        end = &(*end)->next;
    q->first = *end;
    q->count -= *taken;
    if (!q->first)
        q->end = &q->first;
    *end = NULL;
    return list;
}

// Puts such a list in front again.
static void queue_put_back(struct queue *q, struct store_job *list, uint64_t count)
{
    struct store_job *last = list;
    while (last->next)
        last = last->next;
    last->next = q->first;
    if (!q->first)
        q->end = &last->next;
    q->first = list;
    q->count += count;
}

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// A job of store_do(), which blocks on it. It is never put into the queue of finished jobs.
struct errand {
    struct store_job job;
    enum store_status (*run)(struct store_tx *tx, void *context);
    void *context;
    bool finished;
};

static enum store_status store_errand_run(struct store_tx *tx, struct store_job *job)
{
    struct errand *e = (struct errand *)job;
    return e->run(tx, e->context);
}

// Moves finished jobs to the queue of store_finish() and wakes its thread.
static void deliver(struct store *s, struct store_job *list, uint64_t count)
{
    bool wake = false;
    pthread_mutex_lock(&s->lock);
    for (struct store_job *job = list, *next; job; job = next) {
        next = job->next;
        s->stats.damaged += job->status == STORE_DAMAGED;
        if (job->run == store_errand_run) {
            ((struct errand *)job)->finished = true;
        } else {
            queue_add(&s->finished, job);
            wake = true;
        }
    }
    s->unfinished -= count;
    pthread_cond_broadcast(&s->settled);
    pthread_mutex_unlock(&s->lock);
    if (wake && s->options.wake)
        s->options.wake(s->options.context);
}

// Runs one job of a batch in a savepoint. False when the whole transaction is lost.
static bool run_one(struct store_tx *tx, struct store_job *job)
{
    tx->failure = STORE_OK;
    job->status = sql_savepoint(tx);
    if (job->status != STORE_OK) {
        tx->failure = job->status;
        return false;
    }
    job->status = job->run(tx, job);
    if (tx->failure)
        job->status = tx->failure; // whatever the job makes of it
    if (tx->engine->lost(tx->connection))
        return false;
    tx->failure = STORE_OK;
    job->status = sql_settle(tx, job->status);
    return tx->failure == STORE_OK;
}

static enum store_status enter(struct store_tx *tx, bool alone)
{
    uint64_t start = now_us();
    enum store_status status =
        tx->single ? tx->engine->ready(tx->connection) : tx->engine->begin(tx->connection, alone);
    tx->kept_out = status == STORE_BUSY && now_us() - start >= STUCK_US;
    return status;
}

static bool is_stuck(const struct store_tx *tx)
{
    return tx->kept_out || (tx->engine->hangs && tx->engine->hangs(tx->connection));
}

// Runs a batch up to its commit, which the caller times.
static enum store_status run_batch(struct store_tx *tx, struct store_job *list, bool *written)
{
    enum store_status status = enter(tx, true);
    *written = false;
    for (struct store_job *job = list; job && status == STORE_OK; job = job->next) {
        if (!run_one(tx, job))
            status = tx->failure ? tx->failure : STORE_BROKEN;
        else if (job->status == STORE_OK)
            *written = true;
    }
    return status;
}

// The same without savepoints, which cost as much as a short job: all jobs succeed, or the whole
// batch is rolled back. A status below STORE_FULL means that one of the jobs failed.
static enum store_status run_smoothly(struct store_tx *tx, struct store_job *list)
{
    enum store_status status = enter(tx, false);
    tx->smooth = true;
    for (struct store_job *job = list; job && status == STORE_OK; job = job->next) {
        job->status = job->run(tx, job);
        status = tx->failure ? tx->failure : job->status;
    }
    if (status == STORE_OK && tx->engine->collect)
        status = tx->engine->collect(tx->connection);
    if (status != STORE_OK)
        tx->engine->rollback(tx->connection);
    tx->smooth = false;
    tx->failure = STORE_OK;
    return status;
}

static void note_batch(struct store *s, enum store_status status, uint64_t count, uint64_t took)
{
    pthread_mutex_lock(&s->lock);
    s->stats.batches++;
    s->stats.failed_batches += status != STORE_OK;
    s->stats.writes += count;
    s->stats.max_batch = count > s->stats.max_batch ? count : s->stats.max_batch;
    if (took) {
        s->stats.last_commit_us = took;
        s->stats.max_commit_us = took > s->stats.max_commit_us ? took : s->stats.max_commit_us;
    }
    pthread_mutex_unlock(&s->lock);
}

// Ends the transaction as its jobs have left it, and hands them over.
static void end_batch(struct store *s, struct store_job *list, uint64_t count,
                      enum store_status status, bool written)
{
    uint64_t took = 0;
    if (status == STORE_OK && written) {
        uint64_t start = now_us();
        status = s->engine->commit(s->writer);
        took = now_us() - start;
    }
    if (status != STORE_OK || !written)
        s->engine->rollback(s->writer);
    // The jobs' own results are void: they may depend on other jobs of the batch.
    for (struct store_job *job = list; job && status != STORE_OK; job = job->next)
        job->status = status;
    note_batch(s, status, count, took);
    deliver(s, list, count);
}

static void refuse_all(struct store *s, struct queue *q)
{
    uint64_t count;
    pthread_mutex_lock(&s->lock);
    struct store_job *list = queue_take(q, UINT64_MAX, &count);
    pthread_mutex_unlock(&s->lock);
    for (struct store_job *job = list; job; job = job->next)
        job->status = STORE_BUSY;
    if (list)
        deliver(s, list, count);
}

// False: the database is stuck.
static bool write_batch(struct store *s, struct store_job *list, uint64_t count)
{
    struct store_tx tx = {.engine = s->engine, .connection = s->writer, .writes = true};
    bool written;
    enum store_status status = run_batch(&tx, list, &written);
    end_batch(s, list, count, status, written);
    return !is_stuck(&tx);
}

// Jobs that are repeatable. Where other processes would wait for us meanwhile, one that fails is
// looked for by trying fewer of them, and only that one runs in a savepoint. False: the database is
// stuck.
static bool write_smoothly(struct store *s, struct queue *q)
{
    struct store_tx tx = {.engine = s->engine, .connection = s->writer, .writes = true};
    uint64_t size = q->count, count;
    while (q->first) {
        struct store_job *piece = queue_take(q, size, &count);
        enum store_status status = run_smoothly(&tx, piece);
        if (is_stuck(&tx)) {
            end_batch(s, piece, count, status, false);
            return false;
        }
        if (status != STORE_OK && status < STORE_FULL && count > 1 && s->engine->shared) {
            queue_put_back(q, piece, count);
            size = count / 2;
            continue;
        }
        if (status == STORE_OK)
            end_batch(s, piece, count, STORE_OK, true);
        else if (!write_batch(s, piece, count))
            return false;
        if (is_stuck(&tx)) // at the commit
            return false;
        size = q->count;
    }
    return true;
}

// On a shared database, repeatable jobs go first, in a transaction of their own: the other jobs
// take a round trip per statement, under a lock that excludes other processes. On a local database,
// one commit for all is fastest.
static void write_jobs(struct store *s, struct store_job *list)
{
    struct queue smooth, rest;
    uint64_t count;
    bool all = true;
    queue_init(&smooth);
    queue_init(&rest);
    for (const struct store_job *job = list; job; job = job->next)
        all &= job->repeatable;
    for (struct store_job *next; list; list = next) {
        next = list->next;
        queue_add(all || (s->engine->shared && list->repeatable) ? &smooth : &rest, list);
    }
    bool well = write_smoothly(s, &smooth);
    if (well && rest.first) {
        list = queue_take(&rest, UINT64_MAX, &count);
        well = write_batch(s, list, count);
    }
    if (well)
        return;
    refuse_all(s, &smooth);
    refuse_all(s, &rest);
    refuse_all(s, &s->writes);
}

// Waits for jobs; NULL when there are none and there will be none.
static struct store_job *next_jobs(struct store *s, struct queue *q, pthread_cond_t *filled,
                                   uint64_t most, uint64_t *count)
{
    struct store_job *list;
    pthread_mutex_lock(&s->lock);
    while (!q->first && !s->stop)
        pthread_cond_wait(filled, &s->lock);
    list = queue_take(q, most, count);
    pthread_mutex_unlock(&s->lock);
    return list;
}

static void *store_write_loop(void *context)
{
    struct store *s = context;
    struct store_job *list;
    uint64_t count;
    while ((list = next_jobs(s, &s->writes, &s->to_write, BATCH_MAX, &count))) {
        write_jobs(s, list);
        s->engine->idle(s->writer);
    }
    return NULL;
}

// False: the database is stuck.
static bool run_reading(const struct sql_engine *engine, struct sql_connection *c,
                        struct store_job *job)
{
    struct store_tx tx = {.engine = engine, .connection = c, .single = job->single};
    job->status = enter(&tx, false);
    if (job->status == STORE_OK) {
        job->status = job->run(&tx, job);
        if (tx.failure)
            job->status = tx.failure;
    }
    engine->rollback(c);
    return !is_stuck(&tx);
}

// One reader takes nothing slow; the others take it first.
static struct store_job *take_read(const struct reader *r)
{
    struct store *s = r->store;
    bool slow = s->slow_reads.first && r != &s->reader[0];
    uint64_t count;
    return queue_take(slow ? &s->slow_reads : &s->reads, 1, &count);
}

static struct store_job *next_read(const struct reader *r)
{
    struct store *s = r->store;
    struct store_job *job;
    pthread_mutex_lock(&s->lock);
    while (!(job = take_read(r)) && !s->stop)
        pthread_cond_wait(&s->to_read, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return job;
}

static void *store_read_loop(void *context)
{
    struct reader *r = context;
    struct store *s = r->store;
    struct store_job *job;
    while ((job = next_read(r))) {
        bool well = run_reading(s->engine, r->connection, job);
        pthread_mutex_lock(&s->lock);
        s->stats.reads++;
        pthread_mutex_unlock(&s->lock);
        deliver(s, job, 1);
        if (!well) {
            refuse_all(s, &s->reads);
            refuse_all(s, &s->slow_reads);
        }
    }
    return NULL;
}

static void enqueue(struct store *s, struct queue *q, pthread_cond_t *filled, struct store_job *job)
{
    BUG_UNLESS(job->run);
    pthread_mutex_lock(&s->lock);
    BUG_UNLESS(!s->stop);
    queue_add(q, job);
    s->unfinished++;
    pthread_cond_broadcast(filled); // not every reader takes every job
    pthread_mutex_unlock(&s->lock);
}

void store_write(struct store *s, struct store_job *job)
{
    enqueue(s, &s->writes, &s->to_write, job);
}

void store_read(struct store *s, struct store_job *job)
{
    enqueue(s, job->slow ? &s->slow_reads : &s->reads, &s->to_read, job);
}

static void call_done(struct store_job *list)
{
    for (struct store_job *next; list; list = next) {
        next = list->next; // the job is gone after done()
        if (list->done)
            list->done(list);
    }
}

void store_finish(struct store *s)
{
    struct store_job *list;
    uint64_t count;
    pthread_mutex_lock(&s->lock);
    list = queue_take(&s->finished, UINT64_MAX, &count);
    pthread_mutex_unlock(&s->lock);
    call_done(list);
}

enum store_status store_do(struct store *s, bool writes,
                           enum store_status (*run)(struct store_tx *tx, void *context),
                           void *context)
{
    struct errand e = {.job = {.run = store_errand_run}, .run = run, .context = context};
    if (writes)
        store_write(s, &e.job);
    else
        store_read(s, &e.job);
    pthread_mutex_lock(&s->lock);
    while (!e.finished)
        pthread_cond_wait(&s->settled, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return e.job.status;
}

bool store_backup(struct store *s, const char *path, struct reason *why)
{
    return s->engine->backup(&s->options, path, why);
}

enum store_status store_clock(struct store_tx *tx, int64_t *ms)
{
    return sql_clock(tx, ms);
}

bool store_is_shared(const struct store *s)
{
    return s->engine->shared;
}

struct store_stats store_stats(struct store *s)
{
    struct store_stats stats;
    pthread_mutex_lock(&s->lock);
    stats = s->stats;
    stats.queued_writes = s->writes.count;
    stats.queued_reads = s->reads.count + s->slow_reads.count;
    pthread_mutex_unlock(&s->lock);
    return stats;
}

static bool start_threads(struct store *s, struct reason *why)
{
    int error = pthread_create(&s->write_thread, NULL, store_write_loop, s);
    s->writing = error == 0;
    while (error == 0 && s->readers < READERS) {
        error = pthread_create(&s->reader[s->readers].thread, NULL, store_read_loop,
                               &s->reader[s->readers]);
        s->readers += error == 0;
    }
    return error == 0 || refuse(why, MSG_STORE_THREADS, "%s", strerror(error));
}

// Signals are for the program's other threads.
static bool start(struct store *s, struct reason *why)
{
    sigset_t all, before;
    bool started;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = start_threads(s, why);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static bool connect_all(struct store *s, struct reason *why)
{
    s->writer = s->engine->open(&s->options, true, why);
    if (!s->writer)
        return false;
    sql_patient(s->writer, true);
    if (!schema_migrate(s->writer, schema_newest(), s->where, why) ||
        !transfer_is_over(s->writer, s->where, why))
        return false;
    sql_patient(s->writer, false);
    for (unsigned i = 0; i < READERS; i++) {
        s->reader[i].store = s;
        s->reader[i].connection = s->engine->open(&s->options, false, why);
        if (!s->reader[i].connection)
            return false;
    }
    return true;
}

struct store *store_open(const struct store_options *o, struct reason *why)
{
    const struct sql_engine *engine = sql_engine_for(o->where, why);
    struct store *s = engine ? calloc(1, sizeof *s) : NULL;
    if (!engine)
        return NULL;
    if (!s || !(s->where = strdup(o->where))) {
        free(s);
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    s->engine = engine;
    s->options = *o;
    s->options.where = s->where;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->to_write, NULL);
    pthread_cond_init(&s->to_read, NULL);
    pthread_cond_init(&s->settled, NULL);
    queue_init(&s->writes);
    queue_init(&s->reads);
    queue_init(&s->slow_reads);
    queue_init(&s->finished);
    if (connect_all(s, why) && start(s, why))
        return s;
    store_close(s);
    return NULL;
}

bool store_is_passing(const struct reason *why)
{
    return why->what == MSG_STORE_LOCKED || why->what == MSG_STORE_FULL ||
           why->what == MSG_STORE_AWAY;
}

// Waits until nothing runs and calls each done(), until there are no more.
static void drain(struct store *s)
{
    struct store_job *list;
    uint64_t count;
    do {
        pthread_mutex_lock(&s->lock);
        while (s->unfinished)
            pthread_cond_wait(&s->settled, &s->lock);
        list = queue_take(&s->finished, UINT64_MAX, &count);
        pthread_mutex_unlock(&s->lock);
        call_done(list);
    } while (list);
}

void store_close(struct store *s)
{
    if (!s)
        return;
    drain(s);
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_broadcast(&s->to_write);
    pthread_cond_broadcast(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    if (s->writing)
        pthread_join(s->write_thread, NULL);
    for (unsigned i = 0; i < s->readers; i++)
        pthread_join(s->reader[i].thread, NULL);
    for (unsigned i = 0; i < READERS; i++)
        if (s->reader[i].connection)
            s->engine->close(s->reader[i].connection);
    if (s->writer)
        s->engine->close(s->writer);
    pthread_cond_destroy(&s->settled);
    pthread_cond_destroy(&s->to_read);
    pthread_cond_destroy(&s->to_write);
    pthread_mutex_destroy(&s->lock);
    free(s->where);
    free(s);
}
