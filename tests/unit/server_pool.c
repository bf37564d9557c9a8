// The pool: every job is done once, queues are bounded, searches leave room for what is quick, and
// closing waits or cancels. Nothing here waits for a time: jobs wait for gates that the test opens.
#include "server/pool.h"
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// What many threads wait at until it is opened, and what the test waits at until they are there.
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool open;
    unsigned arrived;
};

#define GATE                                                          \
    {                                                                 \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0 \
    }

static void gate_pass(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->arrived++;
    pthread_cond_broadcast(&g->changed);
    while (!g->open)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void gate_open(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    g->open = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

static void gate_await(struct gate *g, unsigned count)
{
    pthread_mutex_lock(&g->lock);
    while (g->arrived < count)
        pthread_cond_wait(&g->changed, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

// The loop: woken by the pool, sleeps until then.
struct loop {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool pending;
};

#define LOOP                                                       \
    {                                                              \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false \
    }

static void loop_wake(void *context)
{
    struct loop *l = context;
    pthread_mutex_lock(&l->lock);
    l->pending = true;
    pthread_cond_signal(&l->woken);
    pthread_mutex_unlock(&l->lock);
}

// Turns until so many jobs are done.
static void loop_run(struct loop *l, struct pool *p, unsigned count)
{
    while (count) {
        pthread_mutex_lock(&l->lock);
        while (!l->pending)
            pthread_cond_wait(&l->woken, &l->lock);
        l->pending = false;
        pthread_mutex_unlock(&l->lock);
        unsigned done = pool_finish(p);
        count -= done < count ? done : count;
    }
}

struct task {
    struct pool_job job;
    struct gate *gate;
    pthread_t loop; // where done() must be
    unsigned runs, dones, cancels;
    bool saw_stop;
    unsigned order; // the how-manieth was run
};

static atomic_uint turn;

static void run(struct pool_job *job, const struct pool *pool)
{
    struct task *t = (struct task *)job;
    (void)pool;
    t->order = atomic_fetch_add(&turn, 1);
    t->runs++;
    CHECK(!pthread_equal(pthread_self(), t->loop));
    if (t->gate)
        gate_pass(t->gate);
}

static void done(struct pool_job *job, bool cancelled)
{
    struct task *t = (struct task *)job;
    CHECK(pthread_equal(pthread_self(), t->loop));
    t->dones++;
    t->cancels += cancelled;
}

static struct task task(enum pool_class class, struct gate *gate)
{
    return (struct task){
        .job = {.class = class, .run = run, .done = done}, .gate = gate, .loop = pthread_self()};
}

static struct pool *open_pool(unsigned threads, unsigned limit, struct loop *l)
{
    struct reason why;
    struct pool_options o = {threads, limit, l ? loop_wake : NULL, l};
    struct pool *p = pool_open(&o, &why);
    CHECK(p);
    return p;
}

static void every_job_is_done_once(void)
{
    enum { JOBS = 500 };
    static struct task tasks[JOBS];
    struct loop l = LOOP;
    struct pool *p = open_pool(4, JOBS, &l);
    for (int i = 0; i < JOBS; i++) {
        tasks[i] = task((enum pool_class)(i % POOL_CLASSES), NULL);
        CHECK(pool_add(p, &tasks[i].job));
    }
    loop_run(&l, p, JOBS);
    for (int i = 0; i < JOBS; i++)
        CHECK(tasks[i].runs == 1 && tasks[i].dones == 1 && tasks[i].cancels == 0);
    struct pool_stats s = pool_stats(p);
    CHECK_NUMBER(s.threads, 4);
    for (int i = 0; i < POOL_CLASSES; i++)
        CHECK(s.queued[i] == 0 && s.running[i] == 0 && s.finished[i] >= JOBS / POOL_CLASSES);
    CHECK_NUMBER(pool_finish(p), 0);
    pool_close(p, POOL_CANCEL);
}

static void a_full_queue_refuses(void)
{
    struct gate gate = GATE;
    struct task tasks[4], quick = task(POOL_QUICK, NULL);
    struct pool *p = open_pool(2, 2, NULL);
    for (int i = 0; i < 4; i++)
        tasks[i] = task(POOL_ANALYSIS, &gate);
    CHECK(pool_add(p, &tasks[0].job));
    gate_await(&gate, 1); // it runs, so the queue is empty
    CHECK(pool_add(p, &tasks[1].job));
    CHECK(pool_add(p, &tasks[2].job));
    CHECK(!pool_add(p, &tasks[3].job));
    CHECK(pool_add(p, &quick.job)); // another queue
    struct pool_stats s = pool_stats(p);
    CHECK_NUMBER(s.queued[POOL_ANALYSIS], 2);
    CHECK_NUMBER(s.running[POOL_ANALYSIS], 1);
    CHECK_NUMBER(s.refused[POOL_ANALYSIS], 1);
    gate_open(&gate);
    pool_close(p, POOL_DRAIN);
    CHECK_NUMBER(tasks[3].runs + tasks[3].dones, 0);
    CHECK(tasks[2].runs == 1 && tasks[2].dones == 1 && tasks[2].cancels == 0);
}

// Searches fill all that they may have, and none of them can end before the password is done.
static void searches_leave_a_thread_for_passwords(void)
{
    enum { THREADS = 3, SEARCHES = 10 };
    struct gate gate = GATE;
    struct loop l = LOOP;
    static struct task searches[SEARCHES];
    struct task quick = task(POOL_QUICK, NULL);
    struct pool *p = open_pool(THREADS, SEARCHES, &l);
    for (int i = 0; i < SEARCHES; i++) {
        searches[i] = task(POOL_MOVE, &gate);
        CHECK(pool_add(p, &searches[i].job));
    }
    gate_await(&gate, THREADS - 1);
    CHECK(pool_add(p, &quick.job));
    loop_run(&l, p, 1); // hangs if there is no thread left
    CHECK(quick.dones == 1);
    CHECK_NUMBER(pool_stats(p).running[POOL_MOVE], THREADS - 1);
    gate_open(&gate);
    loop_run(&l, p, SEARCHES);
    pool_close(p, POOL_CANCEL);
}

// The same for analysis and the moves of running games.
static void analysis_leaves_a_thread_for_moves(void)
{
    struct gate gate = GATE;
    struct loop l = LOOP;
    struct task analysis[3], move = task(POOL_MOVE, NULL);
    struct pool *p = open_pool(4, 8, &l);
    for (int i = 0; i < 3; i++) {
        analysis[i] = task(POOL_ANALYSIS, &gate);
        CHECK(pool_add(p, &analysis[i].job));
    }
    gate_await(&gate, 2);
    CHECK(pool_add(p, &move.job));
    loop_run(&l, p, 1);
    CHECK(move.dones == 1);
    CHECK_NUMBER(pool_stats(p).running[POOL_ANALYSIS], 2);
    gate_open(&gate);
    loop_run(&l, p, 3);
    pool_close(p, POOL_CANCEL);
}

// With one place for slow work: what waits is taken by class, then in order.
static void the_urgent_come_first(void)
{
    struct gate gate = GATE;
    struct task first = task(POOL_ANALYSIS, &gate), analysis = task(POOL_ANALYSIS, NULL);
    struct task move[2] = {task(POOL_MOVE, NULL), task(POOL_MOVE, NULL)};
    struct pool *p = open_pool(2, 8, NULL);
    CHECK(pool_add(p, &first.job));
    gate_await(&gate, 1);
    CHECK(pool_add(p, &analysis.job));
    CHECK(pool_add(p, &move[0].job));
    CHECK(pool_add(p, &move[1].job));
    gate_open(&gate);
    pool_close(p, POOL_DRAIN);
    CHECK(first.order < move[0].order);
    CHECK(move[0].order < move[1].order);
    CHECK(move[1].order < analysis.order);
}

static void run_until_stopped(struct pool_job *job, const struct pool *pool)
{
    struct task *t = (struct task *)job;
    gate_pass(t->gate);
    while (!pool_stopping(pool))
        sched_yield();
    t->saw_stop = true;
    t->runs++;
}

static void closing_cancels_what_waits_and_stops_what_runs(void)
{
    struct gate gate = GATE;
    struct task running = task(POOL_MOVE, &gate), waiting[3];
    struct pool *p = open_pool(2, 8, NULL);
    running.job.run = run_until_stopped;
    CHECK(pool_add(p, &running.job));
    gate_await(&gate, 1);
    gate_open(&gate);
    for (int i = 0; i < 3; i++) {
        waiting[i] = task(POOL_ANALYSIS, NULL);
        CHECK(pool_add(p, &waiting[i].job));
    }
    CHECK(!pool_stopping(p));
    pool_close(p, POOL_CANCEL);
    CHECK(running.saw_stop && running.dones == 1 && running.cancels == 0);
    for (int i = 0; i < 3; i++)
        CHECK(waiting[i].runs == 0 && waiting[i].dones == 1 && waiting[i].cancels == 1);
}

static void closing_can_wait_for_all(void)
{
    enum { JOBS = 50 };
    static struct task tasks[JOBS];
    struct pool *p = open_pool(3, JOBS, NULL);
    for (int i = 0; i < JOBS; i++) {
        tasks[i] = task((enum pool_class)(i % POOL_CLASSES), NULL);
        CHECK(pool_add(p, &tasks[i].job));
    }
    pool_close(p, POOL_DRAIN);
    for (int i = 0; i < JOBS; i++)
        CHECK(tasks[i].runs == 1 && tasks[i].dones == 1 && tasks[i].cancels == 0);
}

struct chain {
    struct task task;
    struct pool *pool;
    unsigned left;
    bool refused;
};

// Frees and adds from done(), as the application does.
static void done_again(struct pool_job *job, bool cancelled)
{
    struct chain *c = (struct chain *)job;
    done(job, cancelled);
    if (c->left) {
        c->left--;
        c->refused = !pool_add(c->pool, job);
    }
}

static void done_may_add(void)
{
    struct loop l = LOOP;
    struct chain c = {.task = task(POOL_QUICK, NULL), .left = 4};
    c.task.job.done = done_again;
    c.pool = open_pool(2, 1, &l);
    CHECK(pool_add(c.pool, &c.task.job));
    loop_run(&l, c.pool, 5);
    CHECK_NUMBER(c.task.dones, 5);
    // But not while the pool is being closed.
    c.left = 1;
    CHECK(pool_add(c.pool, &c.task.job));
    pool_close(c.pool, POOL_DRAIN);
    CHECK(c.refused);
    CHECK_NUMBER(c.task.dones, 6);
}

static void threads_are_bounded(void)
{
    struct pool *few = open_pool(1, 1, NULL), *many = open_pool(100000, 1, NULL);
    struct pool *some = open_pool(0, 1, NULL);
    CHECK_NUMBER(pool_stats(few).threads, 2);
    CHECK_NUMBER(pool_stats(many).threads, POOL_THREADS);
    CHECK(pool_stats(some).threads >= 2);
    pool_close(few, POOL_CANCEL);
    pool_close(many, POOL_DRAIN);
    pool_close(some, POOL_CANCEL);
}

static const struct test tests[] = {
    TEST(every_job_is_done_once),
    TEST(a_full_queue_refuses),
    TEST(searches_leave_a_thread_for_passwords),
    TEST(analysis_leaves_a_thread_for_moves),
    TEST(the_urgent_come_first),
    TEST(closing_cancels_what_waits_and_stops_what_runs),
    TEST(closing_can_wait_for_all),
    TEST(done_may_add),
    TEST(threads_are_bounded),
};

TEST_MAIN(tests)
