// How jobs are run: together, apart from each other, in order, and never half.
#include "store/support.h"

#include "store/schema.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static enum store_status set_up(struct store_tx *tx, void *context)
{
    (void)context;
    add_accounts(tx, 2);
    add_match(tx, 1);
    return STORE_OK;
}

// Where another may have done it: of the accounts nothing is needed.
static enum store_status set_up_once(struct store_tx *tx, void *context)
{
    const struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
    struct store_match m = make_match(1);
    (void)context;
    return store_match_add(tx, &m, seats);
}

static struct store *open_with_match(const char *where)
{
    struct store *s = open_store(where);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    return s;
}

// A job that adds an entry to m1 and then may say something else than STORE_OK.
struct entry_job {
    struct store_job job;
    struct store_entry entry;
    enum store_status answer;
    unsigned *done; // counts
    unsigned place; // when it was done
};

static enum store_status entry_run(struct store_tx *tx, struct store_job *job)
{
    struct entry_job *e = (struct entry_job *)job;
    enum store_status status = store_entry_add(tx, "m1", &e->entry);
    return status == STORE_OK ? e->answer : status;
}

static void entry_done(struct store_job *job)
{
    struct entry_job *e = (struct entry_job *)job;
    e->place = (*e->done)++;
}

static void entry_init(struct entry_job *e, int seq, unsigned *done)
{
    *e = (struct entry_job){
        .job = {.run = entry_run, .done = entry_done}, .entry = make_entry(seq), .done = done};
}

// A job that keeps its thread until it is let go.
struct block_job {
    struct store_job job;
    sem_t started, go;
};

static enum store_status block_run(struct store_tx *tx, struct store_job *job)
{
    struct block_job *b = (struct block_job *)job;
    (void)tx;
    sem_post(&b->started);
    sem_wait(&b->go);
    return STORE_OK;
}

static void block(struct store *s, struct block_job *b,
                  enum store_status (*run)(struct store_tx *tx, struct store_job *job))
{
    *b = (struct block_job){.job.run = run};
    sem_init(&b->started, 0, 0);
    sem_init(&b->go, 0, 0);
    store_write(s, &b->job);
    sem_wait(&b->started);
}

static bool count_entry(void *context, const struct store_entry *e)
{
    (void)e;
    ++*(int *)context;
    return true;
}

static enum store_status count_entries(struct store_tx *tx, void *context)
{
    *(int *)context = 0;
    return store_entries(tx, "m1", 0, 0, count_entry, context);
}

static int entries_in(struct store *s)
{
    int count = -1;
    CHECK_STATUS(store_do(s, false, count_entries, &count), STORE_OK);
    return count;
}

enum { THREADS = 4, EACH = 100 };

struct sender {
    struct store *store;
    struct entry_job *jobs;
};

static void *send_jobs(void *context)
{
    struct sender *sender = context;
    for (int i = 0; i < EACH; i++)
        store_write(sender->store, &sender->jobs[i].job);
    return NULL;
}

// Jobs of several threads that come while the writer is busy are one transaction.
static void group_commit(void)
{
    static struct entry_job jobs[THREADS * EACH];
    struct store *s = open_with_match(fresh_place());
    struct block_job b;
    struct sender senders[THREADS];
    pthread_t threads[THREADS];
    unsigned done = 0;
    struct store_stats before;
    for (int i = 0; i < THREADS * EACH; i++)
        entry_init(&jobs[i], i, &done);
    block(s, &b, block_run);
    before = store_stats(s);
    for (int i = 0; i < THREADS; i++) {
        senders[i] = (struct sender){s, jobs + i * EACH};
        CHECK(pthread_create(&threads[i], NULL, send_jobs, &senders[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK_NUMBER(store_stats(s).queued_writes, THREADS * EACH);
    CHECK_NUMBER(entries_in(s), 0);
    sem_post(&b.go);
    while (store_stats(s).batches < before.batches + 2)
        usleep(1000);
    CHECK_NUMBER(store_stats(s).writes, before.writes + 1 + THREADS * EACH);
    CHECK_NUMBER(store_stats(s).max_batch, THREADS * EACH);
    CHECK(store_stats(s).last_commit_us > 0);
    CHECK_NUMBER(entries_in(s), THREADS * EACH);
    store_close(s);
    CHECK_NUMBER(done, THREADS * EACH);
    for (int i = 0; i < THREADS * EACH; i++) {
        CHECK_STATUS(jobs[i].job.status, STORE_OK);
        CHECK(i % EACH == 0 || jobs[i].place > jobs[i - 1].place);
    }
}

// Of seven jobs in one transaction some fail, each in its way, after they have written.
static void check_failures(bool repeatable)
{
    static const enum store_status answers[] = {STORE_OK,   STORE_REFUSED, STORE_OK,  STORE_NONE,
                                                STORE_FULL, STORE_OK,      STORE_BUSY};
    enum { JOBS = sizeof answers / sizeof *answers };
    struct entry_job jobs[JOBS + 1];
    struct store *s = open_with_match(fresh_place());
    struct block_job b;
    unsigned done = 0;
    block(s, &b, block_run);
    for (int i = 0; i < JOBS; i++) {
        entry_init(&jobs[i], i, &done);
        jobs[i].answer = answers[i];
        jobs[i].job.repeatable = repeatable;
        store_write(s, &jobs[i].job);
    }
    entry_init(&jobs[JOBS], 2, &done); // the third's number
    jobs[JOBS].job.repeatable = repeatable;
    store_write(s, &jobs[JOBS].job);
    sem_post(&b.go);
    while (store_stats(s).writes < 2 + JOBS + 1)
        usleep(1000);
    if (!repeatable || !store_is_shared(s)) // else those that fail are looked for
        CHECK_NUMBER(store_stats(s).max_batch, JOBS + 1);
    CHECK_NUMBER(entries_in(s), 3);
    store_close(s);
    for (int i = 0; i < JOBS; i++)
        CHECK_STATUS(jobs[i].job.status, answers[i]);
    CHECK_STATUS(jobs[JOBS].job.status, STORE_TAKEN);
    CHECK_NUMBER(done, JOBS + 1);
}

static void failures_leave_the_others(void)
{
    check_failures(false);
    check_failures(true);
}

static void a_smooth_batch_is_written(void)
{
    enum { JOBS = 20 };
    struct entry_job jobs[JOBS];
    struct store *s = open_with_match(fresh_place());
    struct block_job b;
    unsigned done = 0;
    block(s, &b, block_run);
    for (int i = 0; i < JOBS; i++) {
        entry_init(&jobs[i], i, &done);
        jobs[i].job.repeatable = true;
        store_write(s, &jobs[i].job);
    }
    sem_post(&b.go);
    while (store_stats(s).writes < 2 + JOBS)
        usleep(1000);
    CHECK_NUMBER(store_stats(s).max_batch, JOBS);
    CHECK_NUMBER(entries_in(s), JOBS);
    store_close(s);
    for (int i = 0; i < JOBS; i++)
        CHECK_STATUS(jobs[i].job.status, STORE_OK);
    CHECK_NUMBER(done, JOBS);
}

// Where other processes may write too, repeatable jobs do not wait for one that is not, and the one
// of them that fails takes few of the others with it: they are written in a few transactions.
static void repeatable_jobs_go_apart(void)
{
    enum { JOBS = 64, OTHER = 10, FAILS = 41 };
    struct entry_job jobs[JOBS];
    struct store *s = open_with_match(fresh_place());
    struct block_job b;
    unsigned done = 0;
    block(s, &b, block_run);
    for (int i = 0; i < JOBS; i++) {
        entry_init(&jobs[i], i == FAILS ? 3 : i, &done);
        jobs[i].job.repeatable = i != OTHER;
        store_write(s, &jobs[i].job);
    }
    uint64_t before = store_stats(s).batches;
    sem_post(&b.go);
    while (store_stats(s).writes < 2 + JOBS)
        usleep(1000);
    CHECK_NUMBER(entries_in(s), JOBS - 1);
    bool shared = store_is_shared(s);
    uint64_t batches = store_stats(s).batches - before - 1; // without the one that has blocked
    store_close(s);
    for (int i = 0; i < JOBS; i++)
        CHECK_STATUS(jobs[i].job.status, i == FAILS ? STORE_TAKEN : STORE_OK);
    CHECK_NUMBER(jobs[OTHER].place, shared ? JOBS - 1 : OTHER);
    CHECK(shared ? batches > 1 && batches <= 12 : batches == 1);
}

static sem_t read_once, go_on;

static enum store_status read_twice(struct store_tx *tx, void *context)
{
    int *counts = context;
    enum store_status status = count_entries(tx, &counts[0]);
    sem_post(&read_once);
    sem_wait(&go_on);
    return status == STORE_OK ? count_entries(tx, &counts[1]) : status;
}

struct reading {
    struct store *store;
    int counts[2];
};

static void *read_in_thread(void *context)
{
    struct reading *r = context;
    CHECK_STATUS(store_do(r->store, false, read_twice, r->counts), STORE_OK);
    return NULL;
}

static enum store_status add_entry(struct store_tx *tx, void *context)
{
    struct store_entry e = make_entry(*(int *)context);
    return store_entry_add(tx, "m1", &e);
}

// A reader sees one state however long it takes, and the writer does not wait for it.
static void readers_see_a_snapshot(void)
{
    struct reading r = {open_with_match(fresh_place()), {-1, -1}};
    pthread_t thread;
    int seq = 0;
    sem_init(&read_once, 0, 0);
    sem_init(&go_on, 0, 0);
    CHECK_STATUS(store_do(r.store, true, add_entry, &seq), STORE_OK);
    CHECK(pthread_create(&thread, NULL, read_in_thread, &r) == 0);
    sem_wait(&read_once);
    for (seq = 1; seq < 5; seq++)
        CHECK_STATUS(store_do(r.store, true, add_entry, &seq), STORE_OK);
    CHECK_NUMBER(entries_in(r.store), 5); // the other reader
    sem_post(&go_on);
    pthread_join(thread, NULL);
    CHECK_NUMBER(r.counts[0], 1);
    CHECK_NUMBER(r.counts[1], 1);
    store_close(r.store);
}

// Not waiting for a writer that takes its time either.
static void readers_do_not_wait(void)
{
    struct store *s = open_with_match(fresh_place());
    struct block_job b;
    block(s, &b, block_run);
    CHECK_NUMBER(entries_in(s), 0);
    sem_post(&b.go);
    store_close(s);
}

struct slow_read {
    struct store_job job; // first
    bool ran;
};

static enum store_status read_slowly(struct store_tx *tx, struct store_job *job)
{
    int count;
    sem_post(&read_once);
    sem_wait(&go_on);
    ((struct slow_read *)job)->ran = true;
    return count_entries(tx, &count);
}

// However many lists wait, something else is read meanwhile.
static void slow_reads_leave_a_reader(void)
{
    enum { LISTS = 5 };
    struct store *s = open_with_match(fresh_place());
    struct slow_read list[LISTS] = {0};
    sem_init(&read_once, 0, 0);
    sem_init(&go_on, 0, 0);
    for (int i = 0; i < LISTS; i++) {
        list[i].job = (struct store_job){.run = read_slowly, .slow = true};
        store_read(s, &list[i].job);
    }
    sem_wait(&read_once); // one of them runs
    for (int i = 0; i < 3; i++)
        CHECK_NUMBER(entries_in(s), 0); // hangs if there is no reader left
    for (int i = 0; i < LISTS; i++)
        CHECK(!list[i].ran);
    for (int i = 0; i < LISTS; i++)
        sem_post(&go_on);
    store_close(s);
    for (int i = 0; i < LISTS; i++)
        CHECK(list[i].ran && list[i].job.status == STORE_OK);
}

// More than fits any buffer on the way to the disk, each text another.
enum { LARGE_ENTRIES = 600, LARGE_BYTES = 5000 };

static struct text large_text(int seq)
{
    static char text[LARGE_BYTES];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + (i + (size_t)seq * 7) % 26);
    return (struct text){text, sizeof text};
}

static enum store_status add_large(struct store_tx *tx, void *context)
{
    int *from = context;
    enum store_status status = STORE_OK;
    for (int i = 0; i < LARGE_ENTRIES && status == STORE_OK; i++) {
        struct store_entry e = make_entry((*from)++);
        e.text = large_text(e.seq);
        status = store_entry_add(tx, "m1", &e);
    }
    return status;
}

static bool check_large(void *context, const struct store_entry *e)
{
    int *next = context;
    CHECK_NUMBER(e->seq, *next);
    CHECK(text_equal(e->text, large_text(e->seq)));
    ++*next;
    return true;
}

static enum store_status read_large(struct store_tx *tx, void *context)
{
    return store_entries(tx, "m1", 0, 0, check_large, context);
}

static void a_large_transaction_is_whole(void)
{
    const char *where = fresh_place();
    struct store *s = open_with_match(where);
    int written = 0;
    for (int round = 0; round < 2; round++) {
        int read = 0;
        CHECK_STATUS(store_do(s, true, add_large, &written), STORE_OK);
        CHECK_STATUS(store_do(s, false, read_large, &read), STORE_OK);
        CHECK_NUMBER(read, written);
    }
    store_close(s);
    int read = 0;
    s = open_store(where);
    CHECK_STATUS(store_do(s, false, read_large, &read), STORE_OK);
    CHECK_NUMBER(read, written);
    store_close(s);
}

struct chain {
    struct store_job job;
    struct store *store;
    int left;
    struct store_entry entry;
};

static enum store_status chain_run(struct store_tx *tx, struct store_job *job)
{
    return store_entry_add(tx, "m1", &((struct chain *)job)->entry);
}

static void chain_done(struct store_job *job)
{
    struct chain *c = (struct chain *)job;
    CHECK_STATUS(job->status, STORE_OK);
    c->entry.seq++;
    if (--c->left)
        store_write(c->store, job);
}

// A job that done() queues while the store is being closed is run, too.
static void closing_runs_everything(void)
{
    const char *where = fresh_place();
    struct chain *c = malloc(sizeof *c);
    struct store *s = open_with_match(where);
    *c = (struct chain){{.run = chain_run, .done = chain_done}, s, 10, make_entry(0)};
    store_write(s, &c->job);
    store_close(s);
    CHECK_NUMBER(c->left, 0);
    free(c);
    s = open_store(where);
    CHECK_NUMBER(entries_in(s), 10);
    store_close(s);
    store_close(NULL);
}

static void count_wake(void *context)
{
    sem_post(context);
}

static enum store_status read_run(struct store_tx *tx, struct store_job *job)
{
    struct store_match m;
    (void)job;
    return store_match_get(tx, "m2", &m, NULL);
}

static void flag_done(struct store_job *job)
{
    struct entry_job *e = (struct entry_job *)job;
    ++*e->done;
}

// Each kind of job wakes the sleeping thread, and no other thread calls done().
static void waking(void)
{
    sem_t wakes;
    struct reason why;
    unsigned done = 0;
    struct entry_job e;
    struct store *s;
    sem_init(&wakes, 0, 0);
    s = store_open(&(struct store_options){fresh_place(), count_wake, &wakes, 0, false}, &why);
    CHECK(s);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    CHECK(sem_trywait(&wakes) != 0); // who waits needs no waking
    entry_init(&e, 0, &done);
    store_write(s, &e.job);
    sem_wait(&wakes);
    CHECK_NUMBER(done, 0);
    store_finish(s);
    CHECK_NUMBER(done, 1);
    e.job = (struct store_job){.run = read_run, .done = flag_done};
    store_read(s, &e.job);
    sem_wait(&wakes);
    store_finish(s);
    CHECK_NUMBER(done, 2);
    CHECK_STATUS(e.job.status, STORE_NONE);
    CHECK_NUMBER(store_stats(s).reads, 1);
    store_finish(s);
    CHECK_NUMBER(done, 2);
    store_close(s);
}

// A job that reads what m1 has more by one statement.
struct news_job {
    struct store_job job;
    int entries;
    bool done;
};

static bool count_news(void *context, size_t place, const struct store_entry *e)
{
    CHECK_NUMBER(place, 0);
    return count_entry(context, e);
}

static enum store_status news_run(struct store_tx *tx, struct store_job *job)
{
    const struct store_log log = {"m1", 3};
    struct news_job *n = (struct news_job *)job;
    n->entries = 0;
    return store_entries_of(tx, &log, 1, count_news, &n->entries);
}

static void news_done(struct store_job *job)
{
    ((struct news_job *)job)->done = true;
}

// At most `lost` of them may find that the connection has gone.
static void check_news(struct store *s, int want, unsigned lost)
{
    struct news_job n[20];
    unsigned busy = 0;
    for (unsigned i = 0; i < 20; i++) {
        n[i] = (struct news_job){.job = {.run = news_run, .done = news_done, .single = i % 3 != 0}};
        store_read(s, &n[i].job);
    }
    for (unsigned i = 0; i < 20; i++) {
        finish_until(s, &n[i].done);
        busy += n[i].job.status == STORE_BUSY;
        CHECK(n[i].job.status == STORE_OK || n[i].job.status == STORE_BUSY);
        CHECK(n[i].job.status == STORE_BUSY || n[i].entries == want);
    }
    CHECK(busy <= lost);
}

static enum store_status end_connections(struct store_tx *tx, void *context)
{
    (void)context;
    return sql_run(tx,
                   "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                   " WHERE pid <> pg_backend_pid() AND application_name = 'logomachy'",
                   SQL_NOTHING, NULL, NULL);
}

// A job without a transaction sees committed data, among others that have one, and
// reconnects as they do.
static void single_statements_read(void)
{
    struct store *s = open_with_match(fresh_place());
    for (int seq = 0; seq < 5; seq++) {
        CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_OK);
        check_news(s, seq < 3 ? 0 : seq - 2, 0);
    }
    // Each of the two readers notices it once.
    for (unsigned times = 0; store_is_shared(s) && times < 3; times++) {
        CHECK_STATUS(store_do(s, true, end_connections, NULL), STORE_OK);
        check_news(s, 2, 2);
    }
    store_close(s);
}

// A job that adds an entry and then stands still, as one does whose process was frozen.
static enum store_status stall_run(struct store_tx *tx, struct store_job *job)
{
    int seq = 0;
    enum store_status status = add_entry(tx, &seq);
    return status == STORE_OK ? block_run(tx, job) : status;
}

// Locks of a process that stalls in the middle of a transaction are released
// for the others after some seconds, and it is told then that nothing was written. A file has one
// writer, which cannot be evicted.
static void a_stalled_transaction_is_given_up(void)
{
    struct block_job stalled;
    int seq = 0, tries = 0;
    if (!needs_server())
        return;
    const char *where = fresh_place();
    struct store *s = open_with_match(where), *other = open_store(where);
    block(s, &stalled, stall_run);
    enum store_status status = STORE_BUSY;
    while (status == STORE_BUSY && tries++ < 8)
        status = store_do(other, true, add_entry, &seq); // waits for the lock, for some seconds
    CHECK_STATUS(status, STORE_OK);
    sem_post(&stalled.go);
    seq = 1;
    CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_OK); // behind the other
    CHECK_STATUS(stalled.job.status, STORE_BUSY);
    store_close(s);
    CHECK_NUMBER(entries_in(other), 2);
    store_close(other);
}

enum { RACE = 200 };

struct racer {
    const char *where;
    int start, out;
};

// Adds entries 0, 1, 2... and writes down for each whether it was first.
static void race(void *context)
{
    struct racer *r = context;
    struct store *s = open_store(r->where);
    char go;
    CHECK_NUMBER(read(r->start, &go, 1), 1);
    for (int seq = 0; seq < RACE; seq++) {
        enum store_status status = store_do(s, true, add_entry, &seq);
        char mark = status == STORE_OK ? '+' : status == STORE_TAKEN ? '-' : '?';
        CHECK_NUMBER(write(r->out, &mark, 1), 1);
    }
    store_close(s);
}

static pid_t start_racer(struct racer *r)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        race(r);
        fflush(stdout);
        _exit(test_failed() ? 1 : 0);
    }
    return child;
}

static void read_marks(int fd, char marks[RACE])
{
    size_t got = 0;
    while (got < RACE) {
        ssize_t now = read(fd, marks + got, RACE - got);
        if (now <= 0)
            break;
        got += (size_t)now;
    }
    CHECK_NUMBER(got, RACE);
}

// Two processes that append to one log: of each number exactly one.
static void two_processes_race(void)
{
    const char *where = fresh_place();
    int start[2], out[2][2];
    pid_t child[2];
    char marks[2][RACE] = {{0}};
    struct store *s = open_with_match(where);
    store_close(s);
    CHECK(pipe(start) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK(pipe(out[i]) == 0);
        child[i] = start_racer(&(struct racer){where, start[0], out[i][1]});
        close(out[i][1]);
    }
    CHECK_NUMBER(write(start[1], "go", 2), 2);
    for (int i = 0; i < 2; i++) {
        int status = -1;
        read_marks(out[i][0], marks[i]);
        CHECK(waitpid(child[i], &status, 0) == child[i] && status == 0);
        close(out[i][0]);
    }
    for (int seq = 0; seq < RACE; seq++)
        CHECK((marks[0][seq] == '+' && marks[1][seq] == '-') ||
              (marks[0][seq] == '-' && marks[1][seq] == '+'));
    close(start[0]);
    close(start[1]);
    s = open_store(where);
    CHECK_NUMBER(entries_in(s), RACE);
    store_close(s);
}

enum { OPENERS = 8, ROUNDS = 8 };

static pid_t start_opener(const char *where, const int start[2], int number)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        struct store *s;
        enum store_status made;
        char go;
        int seq = number;
        close(start[1]);
        CHECK(read(start[0], &go, 1) == 0); // all may begin when nobody can write any more
        s = open_store(where);
        made = store_do(s, true, set_up_once, NULL);
        CHECK(made == STORE_OK || made == STORE_TAKEN);
        CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_OK);
        store_close(s);
        fflush(stdout);
        _exit(test_failed() ? 1 : 0);
    }
    return child;
}

// A database as an earlier version of the program has left it.
static void make_older(const char *where, unsigned version)
{
    struct reason why;
    const struct sql_engine *engine = sql_engine_for(where, &why);
    struct sql_connection *c = engine->open(&(struct store_options){.where = where}, true, &why);
    CHECK(c && schema_migrate(c, version, where, &why));
    engine->close(c);
}

// Several processes that make the same new database, or bring an old one up to date, at the same
// moment.
static void many_processes_open(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        const char *where = fresh_place();
        if (round)
            make_older(where, (unsigned)round % schema_newest());
        int start[2];
        pid_t child[OPENERS];
        struct store *s;
        CHECK(pipe(start) == 0);
        for (int i = 0; i < OPENERS; i++)
            child[i] = start_opener(where, start, i);
        close(start[0]);
        close(start[1]);
        for (int i = 0; i < OPENERS; i++) {
            int status = -1;
            CHECK(waitpid(child[i], &status, 0) == child[i] && status == 0);
        }
        s = open_store(where);
        CHECK_NUMBER(entries_in(s), OPENERS);
        store_close(s);
    }
}

static const struct test tests[] = {
    TEST(group_commit),
    TEST(failures_leave_the_others),
    TEST(a_smooth_batch_is_written),
    TEST(repeatable_jobs_go_apart),
    TEST(readers_see_a_snapshot),
    TEST(readers_do_not_wait),
    TEST(slow_reads_leave_a_reader),
    TEST(a_large_transaction_is_whole),
    TEST(closing_runs_everything),
    TEST(waking),
    TEST(single_statements_read),
    TEST(a_stalled_transaction_is_given_up),
    TEST(two_processes_race),
    TEST(many_processes_open),
};
TEST_MAIN(tests)
