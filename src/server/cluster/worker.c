#include "server/cluster/worker.h"

#include "bus/bus.h"
#include "engine/engine_cache.h"
#include "proto/search_answer.h"
#include "rules/lexicon_cache.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { WARN_MS = 10000 };

// An accepted search.
struct task {
    struct pool_job job; // first
    struct worker *worker;
    struct search_job search;
    uint64_t began, until; // by net_ticks_ms()
    atomic_bool unwanted;  // cancelled by its caller
    struct buf answer;
    struct task *next, **link;
};

struct worker {
    struct lexicon_cache lexicons;
    struct record_host host;
    struct pool *pool;
    struct engine_cache *engines;
    struct bus *bus;
    struct bus_sub *asked, *stopped;
    unsigned threads, running;
    struct task *tasks;
    int woken, signals; // descriptors
    bool stopping, up;
    uint64_t beat;   // when the last heartbeats were sent
    uint64_t warned; // about a job that was refused
    struct search_job reading;
};

// --- Searching, on threads of the pool.

static bool worker_time_is_up(void *context)
{
    const struct task *t = context;
    return t->unwanted || net_ticks_ms() >= t->until || pool_stopping(t->worker->pool);
}

static void worker_run_task(struct pool_job *job, const struct pool *pool)
{
    struct task *t = (struct task *)job;
    const struct search_job *j = &t->search;
    struct engine_options options = {.level = j->level,
                                     .stop = worker_time_is_up,
                                     .context = t,
                                     .seconds = j->ms / 1000.0,
                                     .outlook = j->purpose == SEARCH_FOR_ANALYSIS};
    struct search_answer nothing = {.status = SEARCH_NOTHING};
    struct engine_result found;
    struct rng rng;
    (void)pool;
    rng_seed_hex(&rng, text_of(j->seed));
    t->until = net_ticks_ms() + j->ms;
    memcpy(nothing.name, j->name, sizeof nothing.name);
    if (!engine_cache_best(t->worker->engines, &j->config, &j->view, j->seat, &options, &rng,
                           &found) ||
        !search_answer_write_result(j, &found, &t->answer))
        search_answer_write(&nothing, &t->answer);
}

static void free_task(struct task *t)
{
    *t->link = t->next;
    if (t->next)
        t->next->link = t->link;
    t->worker->running--;
    buf_release(&t->answer);
    free(t);
}

static void worker_task_done(struct pool_job *job, bool cancelled)
{
    struct task *t = (struct task *)job;
    struct worker *w = t->worker;
    // An interrupted search may be worse than what the caller can find by itself.
    if (!cancelled && !t->unwanted && !pool_stopping(w->pool) && buf_ok(&t->answer))
        bus_publish(w->bus, t->search.reply, buf_text(&t->answer));
    journal_line(JOURNAL_DEBUG, "worker.job", JOURNAL_STRING("game", t->search.config.preset),
                 JOURNAL_NUMBER("level", t->search.level), JOURNAL_NUMBER("ms", t->search.ms),
                 JOURNAL_NUMBER("took", (int64_t)(net_ticks_ms() - t->began)),
                 JOURNAL_BOOL("cancelled", cancelled), JOURNAL_BOOL("unwanted", t->unwanted),
                 JOURNAL_END);
    free_task(t);
}

// --- Requests.

// One thread is reserved for moves that games wait for.
static bool has_room(const struct worker *w, enum search_for purpose)
{
    bool kept = purpose == SEARCH_FOR_ANALYSIS && w->threads > 1;
    return !w->stopping && w->running + kept < w->threads;
}

static bool take_thread(struct worker *w)
{
    struct task *t = calloc(1, sizeof *t);
    if (!t)
        return false;
    t->job =
        (struct pool_job){.class = POOL_MOVE, .run = worker_run_task, .done = worker_task_done};
    t->worker = w;
    t->search = w->reading;
    t->began = net_ticks_ms();
    if (!pool_add(w->pool, &t->job)) {
        free(t);
        return false;
    }
    t->next = w->tasks;
    t->link = &w->tasks;
    if (t->next)
        t->next->link = &t->next;
    w->tasks = t;
    w->running++;
    return true;
}

// The operator has to learn that jobs cannot be served, but not for every job.
static void warn(struct worker *w, const struct reason *why)
{
    uint64_t now = net_ticks_ms();
    if (w->warned && now < w->warned + WARN_MS)
        return;
    w->warned = now;
    journal_line(JOURNAL_WARNING, "worker.refused", JOURNAL_REASON("why", why), JOURNAL_END);
}

static enum search_status consider(struct worker *w, struct text body)
{
    struct reason why;
    struct search_job *j = &w->reading;
    // Before all else, so that a refusal costs nothing under load.
    if (!has_room(w, SEARCH_FOR_MOVE))
        return SEARCH_BUSY;
    if (!search_job_read(j, body, &w->host, &why)) {
        warn(w, &why);
        return SEARCH_REFUSED;
    }
    return has_room(w, j->purpose) && take_thread(w) ? SEARCH_TAKEN : SEARCH_BUSY;
}

static void worker_asked(void *context, const struct bus_message *m)
{
    struct worker *w = context;
    struct search_answer answer = {0};
    struct search_job head;
    struct buf text = {0};
    if (!m->reply[0] || !search_job_read_reply(&head, m->body))
        return;
    memcpy(answer.name, head.name, sizeof answer.name);
    answer.status = consider(w, m->body);
    search_answer_write(&answer, &text);
    if (buf_ok(&text))
        bus_publish(w->bus, m->reply, buf_text(&text));
    buf_release(&text);
}

// The job may be another worker's, or done.
static void worker_on_stop(void *context, const struct bus_message *m)
{
    const struct worker *w = context;
    struct search_job head;
    if (!search_job_read_reply(&head, m->body))
        return;
    for (struct task *t = w->tasks; t; t = t->next)
        if (strcmp(t->search.name, head.name) == 0 && strcmp(t->search.reply, head.reply) == 0)
            t->unwanted = true;
}

static void send_progress(struct worker *w)
{
    uint64_t now = net_ticks_ms();
    if (now < w->beat + WORKER_BEAT_MS)
        return;
    w->beat = now;
    for (struct task *t = w->tasks; t; t = t->next) {
        struct search_answer answer = {.status = SEARCH_RUNNING};
        struct buf text = {0};
        memcpy(answer.name, t->search.name, sizeof answer.name);
        search_answer_write(&answer, &text);
        if (buf_ok(&text))
            bus_publish(w->bus, t->search.reply, buf_text(&text));
        buf_release(&text);
    }
}

// --- Opening and closing.

static void worker_open_one(void *context, const char *name)
{
    struct worker *w = context;
    struct reason why;
    if (!lexicon_cache_open(&w->lexicons, name, &why))
        journal_line(JOURNAL_WARNING, "lexicon.skipped", JOURNAL_STRING("lexicon", name),
                     JOURNAL_REASON("why", &why), JOURNAL_END);
}

// All at once: answering a job must not have to open anything first.
static bool open_lexicons(struct worker *w, const struct search_path *search_path,
                          struct reason *why)
{
    w->lexicons = (struct lexicon_cache){.search_path = search_path};
    w->host = lexicon_cache_host(&w->lexicons);
    return search_path_list(search_path, worker_open_one, w, why);
}

static void worker_wake(void *context)
{
    const struct worker *w = context;
    uint64_t one = 1;
    (void)!write(w->woken, &one, sizeof one);
}

// Signals are for worker_run(), which reads them; threads that are started later never see them.
static bool open_descriptors(struct worker *w, struct reason *why)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    w->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    w->woken = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return (w->signals >= 0 && w->woken >= 0) ||
           refuse(why, MSG_POOL_NO_THREADS, "%s", strerror(errno));
}

static unsigned thread_count(unsigned wanted)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = wanted ? wanted : processors > 0 ? (unsigned)processors : 1;
    return n < WORKER_THREADS ? n : WORKER_THREADS;
}

// The pool keeps one of its threads free of searches.
static bool open_pool(struct worker *w, unsigned threads, struct reason *why)
{
    w->threads = thread_count(threads);
    w->pool = pool_open(&(struct pool_options){.threads = w->threads + 1,
                                               .queue_limit = w->threads,
                                               .wake = worker_wake,
                                               .context = w},
                        why);
    if (!w->pool)
        return false;
    w->engines = engine_cache_open(w->threads);
    return w->engines || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool open_bus(struct worker *w, const char *url, struct reason *why)
{
    w->bus = bus_open(&(struct bus_options){.url = url, .wake = worker_wake, .context = w}, why);
    if (!w->bus)
        return false;
    w->asked = bus_subscribe(w->bus, SEARCH_SUBJECT, SEARCH_QUEUE, worker_asked, w);
    w->stopped = bus_subscribe(w->bus, SEARCH_STOP, NULL, worker_on_stop, w);
    return (w->asked && w->stopped) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

struct worker *worker_open(const struct worker_options *options, struct reason *why)
{
    struct worker *w = calloc(1, sizeof *w);
    if (!w) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    w->signals = w->woken = -1;
    if (open_descriptors(w, why) && open_lexicons(w, options->search_path, why) &&
        open_pool(w, options->threads, why) && open_bus(w, options->bus, why))
        return w;
    worker_close(w);
    return NULL;
}

unsigned worker_threads(const struct worker *w)
{
    return w->threads;
}

// --- The loop.

static void log_bus(struct worker *w)
{
    bool up = bus_is_up(w->bus);
    if (up == w->up)
        return;
    w->up = up;
    journal_line(up ? JOURNAL_INFO : JOURNAL_WARNING, up ? "bus.up" : "bus.down", JOURNAL_END);
}

// False if there is nothing more to wait for.
static bool handle_signals(struct worker *w)
{
    struct signalfd_siginfo info;
    bool again = false;
    while (read(w->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        again = w->stopping;
        w->stopping = true;
        if (!again)
            journal_line(JOURNAL_INFO, "worker.stopping", JOURNAL_NUMBER("running", w->running),
                         JOURNAL_END);
        bus_unsubscribe(w->bus, w->asked);
        w->asked = NULL;
    }
    return !again;
}

void worker_run(struct worker *w)
{
    struct pollfd on[] = {{w->woken, POLLIN, 0}, {w->signals, POLLIN, 0}};
    uint64_t drained;
    journal_line(JOURNAL_INFO, "worker.started", JOURNAL_NUMBER("threads", w->threads),
                 JOURNAL_END);
    while (handle_signals(w) && !(w->stopping && !w->running)) {
        log_bus(w);
        (void)poll(on, 2, WORKER_BEAT_MS);
        while (read(w->woken, &drained, sizeof drained) > 0) {
        }
        bus_pump(w->bus);
        pool_finish(w->pool);
        send_progress(w);
    }
    journal_line(JOURNAL_INFO, "worker.stopped", JOURNAL_END);
}

void worker_close(struct worker *w)
{
    if (w->pool)
        pool_close(w->pool, POOL_CANCEL);
    engine_cache_close(w->engines);
    if (w->bus)
        bus_close(w->bus);
    lexicon_cache_close(&w->lexicons);
    if (w->woken >= 0)
        close(w->woken);
    if (w->signals >= 0)
        close(w->signals);
    free(w);
}
