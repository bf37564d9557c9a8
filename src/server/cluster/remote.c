#include "server/cluster/remote.h"

#include "base/bug.h"
#include "bus/bus.h"
#include "server/cluster/worker.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    JOBS = 1024,       // under way at most
    TRIES = 3,         // workers that are asked for one job
    TAKE_MS = 400,     // time for a worker to accept or refuse a job
    SLACK_MS = 3000,   // how late a worker that sends heartbeats may be: it may be busy
    REST_MS = 1000,    // if no worker answered, none is asked for so long
    LOG_MS = 5000,     // between two lines of the log
    CROWDED_MS = 2000, // how long the jobs per owner are limited after a worker was busy
    CROWDED_JOBS = 2,  // the limit then
};

struct remote {
    struct bus *bus;
    struct bus_sub *sub;
    char reply[SEARCH_JOB_REPLY];
    struct remote_job *job[JOBS]; // by slot; NULL: free
    unsigned jobs, next_slot;
    uint64_t serial;
    uint64_t rest; // no worker is asked before this
    uint64_t busy; // when a worker last had no room
    enum remote_state state, logged;
    uint64_t logged_at;
    bool closing;
};

static const char *const state_keys[] = {"untried", "working", "busy", "none"};

// --- State of the workers.

// Logs each change, but not more often than every LOG_MS; a change within that is logged later.
static void log_state(struct remote *r)
{
    uint64_t now = net_ticks_ms();
    bool working = r->state == REMOTE_WORKING;
    if (r->logged == r->state || (r->logged_at && now < r->logged_at + LOG_MS && !working))
        return;
    journal_line(working ? JOURNAL_INFO : JOURNAL_WARNING, "workers",
                 JOURNAL_STRING("state", state_keys[r->state]), JOURNAL_BOOL("own_pool", !working),
                 JOURNAL_END);
    r->logged = r->state;
    r->logged_at = now;
}

static void now_known(struct remote *r, enum metrics_remote how)
{
    static const enum remote_state states[METRICS_REMOTES] = {
        [METRICS_REMOTE_DONE] = REMOTE_WORKING, [METRICS_REMOTE_NOTHING] = REMOTE_WORKING,
        [METRICS_REMOTE_BUSY] = REMOTE_BUSY,    [METRICS_REMOTE_NOBODY] = REMOTE_NONE,
        [METRICS_REMOTE_REFUSED] = REMOTE_NONE, [METRICS_REMOTE_LOST] = REMOTE_NONE,
        [METRICS_REMOTE_WRONG] = REMOTE_NONE,
    };
    if (r->closing)
        return;
    metrics_add(METRIC_REMOTE, how, 1);
    if (how == METRICS_REMOTE_UNWANTED)
        return; // that says nothing about the workers
    r->state = states[how];
    if (how == METRICS_REMOTE_NOBODY)
        r->rest = net_ticks_ms() + REST_MS;
    log_state(r);
}

enum remote_state remote_state(const struct remote *r)
{
    return r ? r->state : REMOTE_NONE;
}

const char *remote_state_key(enum remote_state state)
{
    return state_keys[state];
}

// --- Jobs.

// A worker may be searching, or be about to accept the job.
static void send_stop(const struct remote_job *job)
{
    struct buf text = {0};
    search_job_write_reply(&job->search, &text);
    if (buf_ok(&text))
        bus_publish(job->remote->bus, SEARCH_STOP, buf_text(&text));
    buf_release(&text);
}

static bool may_go_on(enum metrics_remote how)
{
    return how == METRICS_REMOTE_NOBODY || how == METRICS_REMOTE_LOST ||
           how == METRICS_REMOTE_UNWANTED;
}

static void let_go(struct remote_job *job, enum metrics_remote how)
{
    struct remote *r = job->remote;
    BUG_UNLESS(r->job[job->slot] == job);
    if (job->request)
        bus_cancel(r->bus, job->request);
    if (may_go_on(how))
        send_stop(job);
    job->request = 0;
    job->remote = NULL;
    r->job[job->slot] = NULL;
    r->jobs--;
    metrics_set(METRIC_REMOTE_RUNNING, 0, r->jobs);
    now_known(r, how);
}

static void end_job(struct remote_job *job, enum metrics_remote how)
{
    let_go(job, how);
    job->done(job, how == METRICS_REMOTE_DONE);
}

bool remote_drop(struct remote_job *job)
{
    if (!job->remote)
        return false;
    let_go(job, METRICS_REMOTE_UNWANTED);
    return true;
}

static void remote_answered(void *context, enum bus_answer how, struct text body);

// Asks some worker.
static bool send_job(struct remote_job *job)
{
    struct remote *r = job->remote;
    struct buf text = {0};
    job->asked = job->last_received = net_ticks_ms();
    job->tries++;
    search_job_write(&job->search, &text);
    job->request = buf_ok(&text) ? bus_request(r->bus, SEARCH_SUBJECT, buf_text(&text), TAKE_MS,
                                               remote_answered, job)
                                 : 0;
    buf_release(&text);
    return job->request != 0;
}

// Another worker may be free, or have the right lexicon.
static void not_taken(struct remote_job *job, enum search_status status)
{
    enum metrics_remote how = status == SEARCH_BUSY ? METRICS_REMOTE_BUSY : METRICS_REMOTE_REFUSED;
    if (status == SEARCH_BUSY)
        job->remote->busy = net_ticks_ms();
    if (job->tries >= TRIES || job->remote->closing || !send_job(job))
        end_job(job, how);
}

static void remote_answered(void *context, enum bus_answer how, struct text body)
{
    struct remote_job *job = context;
    struct search_answer a;
    job->request = 0;
    if (how != BUS_ANSWERED)
        end_job(job, METRICS_REMOTE_NOBODY);
    else if (!search_answer_read(&a, body, NULL) || strcmp(a.name, job->search.name) != 0)
        end_job(job, METRICS_REMOTE_WRONG);
    else if (a.status == SEARCH_TAKEN)
        job->asked = job->last_received = net_ticks_ms();
    else
        not_taken(job, a.status);
}

// The job that the answer is for: it names the slot and a unique serial number.
static struct remote_job *find_job(const struct remote *r, const struct search_answer *a)
{
    uint32_t slot;
    struct text rest = text_of(a->name);
    if (!text_to_u32(text_cut(&rest, '-'), &slot) || slot >= JOBS || !r->job[slot] ||
        strcmp(r->job[slot]->search.name, a->name) != 0)
        return NULL;
    return r->job[slot];
}

// The result may arrive before the acceptance.
static void remote_answer_arrived(void *context, const struct bus_message *m)
{
    struct remote *r = context;
    struct search_answer a;
    struct reason why;
    struct remote_job *job = search_answer_read(&a, m->body, NULL) ? find_job(r, &a) : NULL;
    if (!job)
        return;
    job->last_received = net_ticks_ms();
    if (a.status == SEARCH_NOTHING) {
        end_job(job, METRICS_REMOTE_NOTHING);
    } else if (a.status == SEARCH_DONE) {
        bool ok = search_answer_read_result(&job->search, m->body, &job->found, &why);
        if (!ok)
            journal_line(JOURNAL_WARNING, "workers.wrong", JOURNAL_REASON("why", &why),
                         JOURNAL_END);
        end_job(job, ok ? METRICS_REMOTE_DONE : METRICS_REMOTE_WRONG);
    }
}

// A free slot; the caller has checked that there is one.
static unsigned find_slot(struct remote *r)
{
    while (r->job[r->next_slot])
        r->next_slot = (r->next_slot + 1) % JOBS;
    return r->next_slot;
}

bool remote_may_ask(const struct remote *r)
{
    return r && !r->closing && net_ticks_ms() >= r->rest && r->jobs < JOBS;
}

// All workers are busy: does this owner have its share of them?
static bool has_enough(const struct remote *r, uint64_t owner)
{
    unsigned count = 0;
    if (!r->busy || net_ticks_ms() > r->busy + CROWDED_MS)
        return false;
    for (unsigned i = 0; i < JOBS; i++)
        count += r->job[i] && r->job[i]->owner == owner;
    return count >= CROWDED_JOBS;
}

bool remote_ask(struct remote *r, struct remote_job *job)
{
    if (!remote_may_ask(r) || has_enough(r, job->owner))
        return false;
    if (!bus_is_up(r->bus)) {
        now_known(r, METRICS_REMOTE_NOBODY);
        return false;
    }
    job->remote = r;
    job->slot = find_slot(r);
    job->tries = 0;
    snprintf(job->search.name, sizeof job->search.name, "%u-%llu", job->slot,
             (unsigned long long)++r->serial);
    snprintf(job->search.reply, sizeof job->search.reply, "%s", r->reply);
    if (!send_job(job)) {
        job->remote = NULL;
        return false;
    }
    r->job[job->slot] = job;
    r->jobs++;
    metrics_set(METRIC_REMOTE_RUNNING, 0, r->jobs);
    return true;
}

void remote_tick(struct remote *r)
{
    uint64_t now = net_ticks_ms();
    if (!r)
        return;
    log_state(r);
    for (unsigned i = 0; r->jobs && i < JOBS; i++) {
        struct remote_job *job = r->job[i];
        if (job && !job->request &&
            (now > job->last_received + WORKER_LOST_MS ||
             now > job->asked + job->search.ms + SLACK_MS))
            end_job(job, METRICS_REMOTE_LOST);
    }
}

// --- Opening and closing.

struct remote *remote_open(struct bus *bus, struct reason *why)
{
    struct remote *r = calloc(1, sizeof *r);
    if (r) {
        r->bus = bus;
        snprintf(r->reply, sizeof r->reply, SEARCH_REPLY "%s", bus_name(bus));
        r->sub = bus_subscribe(bus, r->reply, NULL, remote_answer_arrived, r);
    }
    if (r && r->sub)
        return r;
    free(r);
    (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return NULL;
}

void remote_close(struct remote *r)
{
    if (!r)
        return;
    r->closing = true;
    for (unsigned i = 0; i < JOBS; i++)
        if (r->job[i])
            end_job(r->job[i], METRICS_REMOTE_LOST);
    bus_unsubscribe(r->bus, r->sub);
    free(r);
}
