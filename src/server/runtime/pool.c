#include "server/runtime/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// First in, first out.
struct queue {
    struct pool_job *first;
    struct pool_job **end;
};

struct pool {
    struct pool_options options;
    pthread_mutex_t lock; // of all that follows but `stopping`
    pthread_cond_t added;
    struct fair_queue waiting[POOL_CLASSES];
    unsigned passed_over[POOL_CLASSES]; // how often in a row, while it waited and could have run
    struct queue ended;                 // run, to be done()
    struct queue given_up;
    struct pool_stats stats;
    bool closing; // nothing is added any more; threads end when nothing waits
    atomic_bool stopping;
    unsigned threads;
    pthread_t thread[POOL_THREADS];
};

static void queue_clear(struct queue *q)
{
    *q = (struct queue){NULL, NULL};
}

static void queue_put(struct queue *q, struct pool_job *job)
{
    job->next = NULL;
    if (q->first)
        *q->end = job;
    else
        q->first = job;
    q->end = &job->next;
}

static struct pool_job *queue_take(struct queue *q)
{
    struct pool_job *job = q->first;
    if (job)
        q->first = job->next;
    return job;
}

// How often in a row a class is passed over for those before it.
enum { PASSED_OVER = 4 };

// May one more of the class run? One thread is left for what is quick or short, and another, where
// there are enough, for the moves that people wait for.
static bool may_run(const struct pool *p, enum pool_class class)
{
    const unsigned *running = p->stats.running;
    unsigned slow = p->threads - 1, analysis = slow > 1 ? slow - 1 : slow;
    if (class == POOL_QUICK || class == POOL_SHORT)
        return true;
    if (running[POOL_MOVE] + running[POOL_ANALYSIS] >= slow)
        return false;
    return class == POOL_MOVE || running[POOL_ANALYSIS] < analysis;
}

static bool could_run(const struct pool *p, int class)
{
    return p->waiting[class].waiting && may_run(p, (enum pool_class) class);
}

// The first that can run, or the one that was passed over for too long; POOL_CLASSES: none.
static int next_class(const struct pool *p)
{
    int next = POOL_CLASSES;
    for (int class = POOL_CLASSES; class -- > 0;)
        if (could_run(p, class))
            next = class;
    for (int class = 0; class < POOL_CLASSES; class ++)
        if (could_run(p, class) && p->passed_over[class] >= PASSED_OVER)
            return class;
    return next;
}

static struct pool_job *next_job(struct pool *p)
{
    int next = next_class(p);
    if (next == POOL_CLASSES)
        return NULL;
    for (int class = next + 1; class < POOL_CLASSES; class ++)
        p->passed_over[class] += could_run(p, class);
    p->passed_over[next] = 0;
    return (struct pool_job *)fair_queue_take(&p->waiting[next]);
}

static bool anything_waits(const struct pool *p)
{
    for (int class = 0; class < POOL_CLASSES; class ++)
        if (p->waiting[class].waiting)
            return true;
    return false;
}

// Runs one job. The lock is held before and after, not while it runs.
static void run_job(struct pool *p, struct pool_job *job)
{
    // Once it is among the ended it may be freed by the loop's thread.
    enum pool_class class = job->class;
    p->stats.queued[class]--;
    p->stats.running[class]++;
    pthread_mutex_unlock(&p->lock);
    job->run(job, p);
    pthread_mutex_lock(&p->lock);
    p->stats.running[class]--;
    p->stats.finished[class]++;
    bool first = !p->ended.first;
    queue_put(&p->ended, job);
    // Others may wait for the place that this one had, and all for the end.
    pthread_cond_broadcast(&p->added);
    pthread_mutex_unlock(&p->lock);
    if (first && p->options.wake)
        p->options.wake(p->options.context);
    pthread_mutex_lock(&p->lock);
}

static void *pool_work(void *context)
{
    struct pool *p = context;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        struct pool_job *job = next_job(p);
        if (job)
            run_job(p, job);
        else if (p->closing && !anything_waits(p))
            break;
        else
            pthread_cond_wait(&p->added, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static unsigned thread_count(unsigned wanted)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = wanted ? wanted : processors > 0 ? (unsigned)processors : 2;
    if (n < 2)
        return 2;
    return n < POOL_THREADS ? n : POOL_THREADS;
}

struct pool *pool_open(const struct pool_options *options, struct reason *why)
{
    struct pool *p = calloc(1, sizeof *p);
    unsigned started = 0;
    int error = 0;
    if (!p) {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    p->options = *options;
    p->threads = thread_count(options->threads);
    p->stats.threads = p->threads;
    for (int class = 0; class < POOL_CLASSES; class ++)
        p->waiting[class] =
            (struct fair_queue){.limit = options->queue_limit, .owner_limit = options->owner_limit};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->added, NULL);
    while (started < p->threads &&
           (error = pthread_create(&p->thread[started], NULL, pool_work, p)) == 0)
        started++;
    if (started < p->threads) {
        pthread_mutex_lock(&p->lock);
        p->threads = started;
        pthread_mutex_unlock(&p->lock);
        pool_close(p, POOL_CANCEL);
        refuse(why, MSG_POOL_NO_THREADS, "%s", strerror(error));
        return NULL;
    }
    return p;
}

bool pool_add(struct pool *p, struct pool_job *job)
{
    pthread_mutex_lock(&p->lock);
    bool room = !p->closing && fair_queue_put(&p->waiting[job->class], &job->place);
    if (room) {
        p->stats.queued[job->class]++;
        pthread_cond_signal(&p->added);
    } else {
        p->stats.refused[job->class]++;
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

// Takes a whole queue under the lock and calls done() outside it.
static unsigned finish(struct pool *p, struct queue *q, bool cancelled)
{
    struct pool_job *job;
    unsigned count = 0;
    pthread_mutex_lock(&p->lock);
    struct queue all = *q;
    queue_clear(q);
    pthread_mutex_unlock(&p->lock);
    while ((job = queue_take(&all))) {
        job->done(job, cancelled);
        count++;
    }
    return count;
}

unsigned pool_finish(struct pool *p)
{
    return finish(p, &p->ended, false);
}

bool pool_stopping(const struct pool *p)
{
    return atomic_load_explicit(&p->stopping, memory_order_relaxed);
}

struct pool_stats pool_stats(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    struct pool_stats stats = p->stats;
    pthread_mutex_unlock(&p->lock);
    return stats;
}

static void give_up(struct pool *p)
{
    struct pool_job *job;
    atomic_store(&p->stopping, true);
    for (int class = 0; class < POOL_CLASSES; class ++)
        while ((job = (struct pool_job *)fair_queue_take(&p->waiting[class]))) {
            p->stats.queued[class]--;
            queue_put(&p->given_up, job);
        }
}

void pool_close(struct pool *p, enum pool_end how)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    if (how == POOL_CANCEL)
        give_up(p);
    pthread_cond_broadcast(&p->added);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    finish(p, &p->ended, false);
    finish(p, &p->given_up, true);
    for (int class = 0; class < POOL_CLASSES; class ++)
        fair_queue_release(&p->waiting[class]);
    pthread_cond_destroy(&p->added);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
