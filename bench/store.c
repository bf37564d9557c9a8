// How fast the store takes moves: each is an entry of a match's log and an update of its row, and
// is acknowledged only when it is on the disk. So many are under way at a time; a new one is queued
// when one is done, as a server would.
//
//     bench-store [FOLDER] [SECONDS]     the folder to make the database in, /tmp; for each line, 3
#include "store/matches.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MATCHES = 1000, OUTSTANDING_MAX = 1000, SAMPLES = 1 << 20 };

static struct store *store;
static sem_t woken;
static int32_t next_seq[MATCHES];
static bool stopping;
static unsigned under_way, samples;
static float waited[SAMPLES]; // milliseconds

struct move {
    struct store_job job;
    bool row; // the match's row too
    unsigned match;
    struct store_match saved;
    struct store_entry entry;
    double start;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

static enum store_status move_run(struct store_tx *tx, struct store_job *job)
{
    struct move *m = (struct move *)job;
    enum store_status status = store_entry_add(tx, m->saved.id, &m->entry);
    return status == STORE_OK && m->row ? store_match_save(tx, &m->saved) : status;
}

static void move_start(struct move *m)
{
    m->entry.seq = next_seq[m->match]++;
    m->entry.at = 1700000000000 + m->entry.seq;
    snprintf(m->entry.request, sizeof m->entry.request, "%08x-%08x", m->match,
             (unsigned)m->entry.seq);
    m->saved.turn = 1U << m->entry.seq % 2;
    m->saved.deadline = m->entry.at + 60000;
    m->start = now();
    under_way++;
    store_write(store, &m->job);
}

static void move_done(struct store_job *job)
{
    struct move *m = (struct move *)job;
    if (job->status != STORE_OK) {
        fprintf(stderr, "a move was not stored: %s\n", store_status_name(job->status));
        exit(1);
    }
    under_way--;
    if (samples < SAMPLES)
        waited[samples++] = (float)((now() - m->start) * 1e3);
    if (!stopping)
        move_start(m);
}

static struct store_match make_match(unsigned number)
{
    struct store_match m = {.game = "balda",
                            .lang = "ru",
                            .lexicon = "ru",
                            .seats = 2,
                            .listed = true,
                            .status = MATCH_ROW_RUNNING,
                            .created = 1700000000000 + number,
                            .terms = "clock move 60000\nset size 5\n"};
    snprintf(m.id, sizeof m.id, "match%06u", number);
    return m;
}

static enum store_status add_matches(struct store_tx *tx, void *context)
{
    static const struct store_seat seats[] = {{.seat = 0, .account = 1}, {.seat = 1, .account = 2}};
    (void)context;
    for (unsigned i = 0; i < MATCHES; i++) {
        struct store_match m = make_match(i);
        enum store_status status = store_match_add(tx, &m, seats);
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void measure(unsigned outstanding, bool row, double seconds)
{
    static struct move moves[OUTSTANDING_MAX];
    struct store_stats before = store_stats(store), after;
    double start = now(), took;
    stopping = false;
    samples = 0;
    for (unsigned i = 0; i < outstanding; i++) {
        moves[i] =
            (struct move){.job = {.run = move_run, .done = move_done},
                          .row = row,
                          .match = i,
                          .saved = make_match(i),
                          .entry = {.account = 1, .text = TEXT("move 1 c3 Ж ЖАЛОБА c3-c4-d4")}};
        move_start(&moves[i]);
    }
    while (under_way) {
        sem_wait(&woken);
        stopping = now() - start > seconds;
        store_finish(store);
    }
    took = now() - start;
    after = store_stats(store);
    qsort(waited, samples, sizeof *waited, compare);
    printf(
        "%-14s %5u under way: %8.0f/s  %6.1f a commit  p50 %6.2f ms  p99 %6.2f ms  max %6.2f ms\n",
        row ? "entry and row" : "entry", outstanding, (double)(after.writes - before.writes) / took,
        (double)(after.writes - before.writes) / (double)(after.batches - before.batches),
        waited[samples / 2], waited[samples * 99ULL / 100], waited[samples - 1]);
    fflush(stdout);
}

static void remove_files(const char *where)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s%s", where, tails[i]);
        unlink(path);
    }
}

int main(int argc, char **argv)
{
    static const unsigned outstanding[] = {1, 10, 100, 1000};
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 3;
    char where[512];
    struct reason why;
    snprintf(where, sizeof where, "%s/bench-store-%d.db", argc > 1 ? argv[1] : "/tmp",
             (int)getpid());
    sem_init(&woken, 0, 0);
    store = store_open(&(struct store_options){.where = where, .wake = wake}, &why);
    if (!store || store_do(store, true, add_matches, NULL) != STORE_OK) {
        fprintf(stderr, "cannot make %s\n", where);
        return 1;
    }
    for (int row = 0; row < 2; row++)
        for (unsigned i = 0; i < sizeof outstanding / sizeof *outstanding; i++)
            measure(outstanding[i], row, seconds);
    store_close(store);
    remove_files(where);
    return 0;
}
