// The pool: every job is done once, queues are bounded and fair to the owners of the jobs, searches
// leave room for what is quick, and closing waits or cancels. Nothing here waits for a time: jobs
// wait for gates that the test opens.
#include "server/runtime/pool.h"
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// A gate: threads wait until it is opened, and the test waits until they are there.
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

// Turns until `count` jobs are done.
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
    struct pool_options o = {
        .threads = threads, .queue_limit = limit, .wake = l ? loop_wake : NULL, .context = l};
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

// One place for slow work, held until everything waits: what follows is taken in a known order.
struct line {
    struct gate gate;
    struct task first;
    struct pool *pool;
};

static void line_open(struct line *l, unsigned owner_limit)
{
    struct reason why;
    struct pool_options o = {.threads = 2, .queue_limit = 64, .owner_limit = owner_limit};
    *l = (struct line){.gate = GATE, .pool = pool_open(&o, &why)};
    l->first = task(POOL_MOVE, &l->gate);
    CHECK(pool_add(l->pool, &l->first.job));
    gate_await(&l->gate, 1);
}

static void line_serve(struct line *l)
{
    gate_open(&l->gate);
    pool_close(l->pool, POOL_DRAIN);
}

static struct task task_of(enum pool_class class, uint64_t owner, uint32_t cost)
{
    struct task t = task(class, NULL);
    t.job.place.owner = owner;
    t.job.place.cost = cost;
    return t;
}

// An account that fills the queue waits behind itself; others come next.
static void a_flood_delays_nobody_else(void)
{
    enum { FLOOD = 30, OTHERS = 3 };
    static struct task flood[FLOOD];
    struct task other[OTHERS];
    struct line l;
    line_open(&l, 0);
    for (int i = 0; i < FLOOD; i++) {
        flood[i] = task_of(POOL_MOVE, 7, 1000);
        CHECK(pool_add(l.pool, &flood[i].job));
    }
    for (int i = 0; i < OTHERS; i++) {
        other[i] = task_of(POOL_MOVE, 100 + (unsigned)i, 1000);
        CHECK(pool_add(l.pool, &other[i].job));
    }
    line_serve(&l);
    for (int i = 0; i < OTHERS; i++)
        CHECK(other[i].order - l.first.order <= 1 + OTHERS);
    for (int i = 1; i < FLOOD; i++)
        CHECK(flood[i - 1].order < flood[i].order);
}

static void nobody_fills_a_queue_alone(void)
{
    enum { OWNED = 4 };
    struct task own[OWNED + 1], other = task_of(POOL_MOVE, 8, 1);
    struct line l;
    line_open(&l, OWNED);
    for (int i = 0; i <= OWNED; i++) {
        own[i] = task_of(POOL_MOVE, 7, 1);
        CHECK(pool_add(l.pool, &own[i].job) == (i < OWNED));
    }
    CHECK(pool_add(l.pool, &other.job));
    CHECK_NUMBER(pool_stats(l.pool).refused[POOL_MOVE], 1);
    line_serve(&l);
    CHECK(other.dones == 1 && own[OWNED].runs == 0);
}

// Long searches fill all that they may have, and none can end before the short one is done.
static void long_searches_leave_a_thread_for_short_ones(void)
{
    enum { THREADS = 3, SEARCHES = 10 };
    struct gate gate = GATE;
    struct loop l = LOOP;
    static struct task searches[SEARCHES];
    struct task brief = task(POOL_SHORT, NULL), quick = task(POOL_QUICK, NULL);
    struct pool *p = open_pool(THREADS, SEARCHES, &l);
    for (int i = 0; i < SEARCHES; i++) {
        searches[i] = task(i % 2 ? POOL_MOVE : POOL_ANALYSIS, &gate);
        CHECK(pool_add(p, &searches[i].job));
    }
    gate_await(&gate, THREADS - 1);
    CHECK(pool_add(p, &brief.job));
    loop_run(&l, p, 1); // hangs if there is no thread left
    CHECK(pool_add(p, &quick.job));
    loop_run(&l, p, 1);
    CHECK(brief.dones == 1 && quick.dones == 1);
    gate_open(&gate);
    loop_run(&l, p, SEARCHES);
    pool_close(p, POOL_CANCEL);
}

// However many moves there are to find, analysis goes on.
static void no_class_is_passed_over_for_ever(void)
{
    enum { MOVES = 20 };
    static struct task move[MOVES];
    struct task analysis[2] = {task_of(POOL_ANALYSIS, 7, 1), task_of(POOL_ANALYSIS, 8, 1)};
    struct line l;
    line_open(&l, 0);
    for (int i = 0; i < MOVES; i++) {
        move[i] = task_of(POOL_MOVE, (unsigned)i, 1);
        CHECK(pool_add(l.pool, &move[i].job));
    }
    for (int i = 0; i < 2; i++)
        CHECK(pool_add(l.pool, &analysis[i].job));
    line_serve(&l);
    CHECK(analysis[0].order < move[5].order);
    CHECK(analysis[1].order < move[10].order);
}

// --- The queue alone.

enum { PLACES = 400 };

// As many things for each owner as the queue takes, all in one go.
static void fill(struct fair_queue *q, struct fair_place *place, unsigned owners,
                 const uint32_t *cost)
{
    for (unsigned i = 0; i < PLACES; i++) {
        place[i] = (struct fair_place){.owner = i % owners, .cost = cost[i % owners]};
        CHECK(fair_queue_put(q, &place[i]));
    }
}

// While all of them have something waiting, no owner is ahead of another by more than a thing of
// each.
static void owners_get_equal_shares(void)
{
    static struct fair_place place[PLACES];
    static const uint32_t cost[] = {1000, 100, 10, 300};
    struct fair_queue q = {.limit = PLACES};
    uint64_t had[4] = {0}, left[4] = {PLACES / 4, PLACES / 4, PLACES / 4, PLACES / 4};
    fill(&q, place, 4, cost);
    while (left[0] && left[1] && left[2] && left[3]) {
        const struct fair_place *next = fair_queue_take(&q);
        had[next->owner] += next->cost;
        left[next->owner]--;
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = 0; j < 4; j++)
                CHECK(had[i] <= had[j] + cost[i] + cost[j]);
    }
    while (fair_queue_take(&q)) {
    }
    CHECK(!q.owners); // who waits for nothing is forgotten
    fair_queue_release(&q);
}

// One job at a time gains no advantage over others, and no credit accumulates by
// waiting.
static void coming_back_is_no_advantage(void)
{
    struct fair_place a = {.owner = 1, .cost = 100}, c = {.owner = 3, .cost = 100}, b[10];
    struct fair_queue q = {.limit = 20};
    unsigned first = 0, second = 0;
    CHECK(fair_queue_put(&q, &a));
    for (int i = 0; i < 10; i++) {
        b[i] = (struct fair_place){.owner = 2, .cost = 100};
        CHECK(fair_queue_put(&q, &b[i]));
    }
    for (int i = 0; i < 8; i++) {
        const struct fair_place *next = fair_queue_take(&q);
        *(next->owner == 1 ? &first : &second) += 1;
        if (next == &a)
            CHECK(fair_queue_put(&q, &a)); // again at once
    }
    CHECK_NUMBER(first, 4);
    CHECK_NUMBER(second, 4);
    CHECK(fair_queue_put(&q, &c)); // a new account
    for (int i = 0; i < 3 && c.owner; i++)
        if (fair_queue_take(&q) == &c)
            c.owner = 0;
    CHECK_NUMBER(c.owner, 0);
    fair_queue_release(&q);
}

static void a_full_queue_has_room_for_who_has_nothing_in_it(void)
{
    struct fair_place place[7];
    struct fair_queue q = {.limit = 3};
    for (unsigned i = 0; i < 7; i++)
        place[i] = (struct fair_place){.owner = i < 4 ? 1 : i};
    for (unsigned i = 0; i < 3; i++)
        CHECK(fair_queue_put(&q, &place[i]));
    CHECK(!fair_queue_put(&q, &place[3]));
    for (unsigned i = 4; i < 7; i++)
        CHECK(fair_queue_put(&q, &place[i]));
    CHECK(!fair_queue_put(&q, &(struct fair_place){.owner = 99})); // but there is an end to it
    fair_queue_release(&q);
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
    TEST(a_flood_delays_nobody_else),
    TEST(nobody_fills_a_queue_alone),
    TEST(long_searches_leave_a_thread_for_short_ones),
    TEST(no_class_is_passed_over_for_ever),
    TEST(owners_get_equal_shares),
    TEST(coming_back_is_no_advantage),
    TEST(a_full_queue_has_room_for_who_has_nothing_in_it),
    TEST(closing_cancels_what_waits_and_stops_what_runs),
    TEST(closing_can_wait_for_all),
    TEST(done_may_add),
    TEST(threads_are_bounded),
};

TEST_MAIN(tests)
