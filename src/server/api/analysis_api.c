// Asking the engine about finished games and free positions.
#include "server/api/analysis.h"

#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"
#include "server/cluster/remote.h"
#include "server/runtime/metrics.h"

#include <string.h>
#include <time.h>

// Guests get less: shorter searches, and each second costs several tokens.
enum { PERSON_SECONDS = 5, GUEST_SECONDS = 2, GUEST_COST = 4, GUARDED_MAX = 500 };

// Listing moves may take this many times its seconds on a busy machine.
enum { LISTING_SLACK = 10 };

struct asking {
    struct analysis analysis;
    uint32_t tokens; // seconds of the limit, taken in advance
    uint64_t until;  // by net_ticks_ms()
    double cpu;      // CPU seconds of the thread until which moves are listed; 0: no such bound
    uint64_t asked;  // when a worker was asked
    struct remote_job *remote;
    uint64_t took; // ms
    struct reason why;
    struct config config; // of a match

    // The account's games in progress that count: rated ones, and those alone, for the best lists.
    struct running {
        char id[STORE_MATCH_ID];
        struct running *next;
    } * running;
    unsigned runs;
    char last[STORE_MATCH_ID]; // of the page, with its time
    int64_t last_created;
    unsigned page;
    unsigned looks;   // reads under way
    unsigned refused; // HTTP status if one of them failed
};

// --- The search, in the pool.

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool analysis_api_time_is_up(void *context)
{
    const struct call *c = context;
    const struct asking *a = c->own;
    return net_ticks_ms() >= a->until || (a->cpu > 0 && thread_seconds() >= a->cpu) ||
           call_is_unwanted(c);
}

// Time counts from when the search begins: a full pool must not make the answer worse. A search
// makes do with the time it gets. A list of moves should not depend on how busy the machine is, so
// its limit is CPU time.
static void analysis_api_think(struct call *c)
{
    struct asking *a = c->own;
    double seconds = a->analysis.question.seconds, cpu = thread_seconds();
    uint64_t start = net_ticks_ms();
    if (c->gone)
        return;
    a->until = start + (uint64_t)(seconds * 1000) * (a->analysis.question.best ? 1 : LISTING_SLACK);
    a->cpu = a->analysis.question.best ? 0 : cpu + seconds;
    c->found = analysis_run(&a->analysis, &a->why);
    a->took = a->analysis.question.best ? net_ticks_ms() - start
                                        : (uint64_t)((thread_seconds() - cpu) * 1000);
    metrics_observe(METRIC_SEARCH_SECONDS, (int64_t)a->took * 1000);
}

static void account_key(const struct call *c, char key[24])
{
    snprintf(key, 24, "%lld", (long long)c->caller.account);
}

static uint32_t cost(const struct call *c, double seconds)
{
    uint32_t whole = (uint32_t)seconds, begun = seconds > whole || whole == 0;
    return (whole + begun) * (c->caller.kind == ACCOUNT_GUEST ? GUEST_COST : 1);
}

// Returns unused time to the limit, or charges the excess.
static void settle_cost(struct call *c)
{
    struct asking *a = c->own;
    char key[24];
    uint32_t used = cost(c, (double)a->took / 1000);
    account_key(c, key);
    if (used < a->tokens)
        limit_give(c->api->site->limits, LIMIT_ANALYSIS, text_of(key), a->tokens - used,
                   call_now(c));
    else if (used > a->tokens)
        limit_take_many(c->api->site->limits, LIMIT_ANALYSIS, text_of(key), used - a->tokens,
                        call_now(c), NULL);
}

static void analysis_api_answer(struct call *c)
{
    struct asking *a = c->own;
    settle_cost(c);
    if (c->gone)
        call_refuse_with(c, 408, MSG_ANALYSIS_LEFT, "%s", "");
    else if (c->found)
        call_answer_found(c);
    else
        call_refuse(c, a->why.what == MSG_ANALYSIS_RATED ? 409 : 422, &a->why);
}

// --- The search, by a worker.

static void analysis_api_worker_done(struct remote_job *job, bool found)
{
    struct call *c = job->context;
    struct asking *a = c->own;
    if (!found) {
        call_work(c, POOL_ANALYSIS, analysis_api_think, analysis_api_answer);
        return;
    }
    a->took = net_ticks_ms() - a->asked;
    c->found = analysis_json(&job->search, &job->found, (double)a->took / 1000, &a->why);
    analysis_api_answer(c);
}

static void analysis_api_find_position(struct call *c)
{
    struct asking *a = c->own;
    if (!analysis_job(&a->analysis, &a->remote->search, &a->why))
        a->remote = NULL;
}

static void analysis_api_ask_worker(struct call *c)
{
    struct asking *a = c->own;
    a->asked = net_ticks_ms();
    if (!a->remote || c->gone)
        analysis_api_answer(c);
    else if (!remote_ask(c->api->remote, a->remote))
        call_work(c, POOL_ANALYSIS, analysis_api_think, analysis_api_answer);
}

// A search in the pool notices by itself; a worker has to be told.
static void analysis_api_client_left(struct call *c)
{
    struct asking *a = c->own;
    if (!a->asked || !remote_drop(a->remote))
        return;
    a->took = net_ticks_ms() - a->asked;
    analysis_api_answer(c);
}

// Finding the position is quick and must not queue behind searches, unless it has to be compared
// with many games.
static void begin_analysis(struct call *c)
{
    struct asking *a = c->own;
    if (!a->analysis.question.best || !remote_may_ask(c->api->remote)) {
        call_work(c, POOL_ANALYSIS, analysis_api_think, analysis_api_answer);
        return;
    }
    // Guards and actions may have used up what was reserved for the call.
    a->remote = call_try_alloc(c, sizeof *a->remote);
    if (!a->remote) {
        call_work(c, POOL_ANALYSIS, analysis_api_think, analysis_api_answer);
        return;
    }
    a->remote->done = analysis_api_worker_done;
    a->remote->context = c;
    a->remote->owner = call_owner(c);
    call_work(c, a->analysis.guards ? POOL_ANALYSIS : POOL_SHORT, analysis_api_find_position,
              analysis_api_ask_worker);
}

static void start(struct call *c)
{
    struct asking *a = c->own;
    const struct analysis_question *q = &a->analysis.question;
    char key[24];
    account_key(c, key);
    a->tokens = cost(c, q->seconds);
    if (!call_limit_many(c, LIMIT_ANALYSIS, text_of(key), a->tokens))
        return;
    c->cost = (uint32_t)(q->seconds * 1000);
    a->analysis.engines = c->api->site->engines;
    a->analysis.stop = analysis_api_time_is_up;
    a->analysis.context = c;
    call_mind(c, analysis_api_client_left);
    begin_analysis(c);
}

// --- A finished match.

static void analysis_api_take_match(struct call *c, struct table *t)
{
    struct asking *a = c->own;
    const struct match *m = table_match(t);
    if (!table_is_over(t)) {
        call_refuse_with(c, 409, MSG_ANALYSIS_RUNNING, "%s", "");
        return;
    }
    if (!m->started_ms) {
        call_answer_failure(c, STORE_NONE); // aborted before it began: nothing to show
        return;
    }
    size_t size = m->record.actions * sizeof *m->record.action;
    struct action *copy = call_try_alloc(c, size + 1);
    if (!copy) {
        call_answer_failure(c, STORE_BUSY);
        return;
    }
    memcpy(copy, m->record.action, size);
    a->config = m->record.config;
    a->analysis.config = &a->config;
    a->analysis.action = copy;
    a->analysis.actions = m->record.actions;
    start(c);
}

// --- A record. The account's games in progress that count are read first, as guards.

struct guard_look {
    struct match_command command; // first
    struct call *call;
};

static void looked_at_all(struct call *c)
{
    struct asking *a = c->own;
    struct reason why;
    if (a->refused) {
        reason_set(&why, 0, MSG_API_UNAVAILABLE, "%s", "");
        call_refuse(c, a->refused, &why);
    } else {
        start(c);
    }
}

static void add_guard(struct call *c, const struct match *m)
{
    struct asking *a = c->own;
    struct state view;
    int seat = match_seat_of(m, c->caller.account);
    if (seat < 0 || m->status != MATCH_RUNNING)
        return;
    struct analysis_guard *guard = call_try_alloc(c, sizeof *guard);
    if (!guard) {
        a->refused = 503;
        return;
    }
    match_view(m, (unsigned)seat, &view);
    analysis_guard_init(guard, &m->terms.config, &view, (unsigned)seat);
    guard->next = a->analysis.guards;
    a->analysis.guards = guard;
}

static void analysis_api_guard_read(struct match_command *cmd, struct table *t)
{
    struct call *c = ((struct guard_look *)cmd)->call;
    struct asking *a = c->own;
    if (cmd->answer == COMMAND_DONE)
        add_guard(c, table_match(t));
    else if (cmd->answer == COMMAND_FAILED)
        a->refused = 503;
    if (--a->looks == 0)
        looked_at_all(c);
}

static bool analysis_api_take_running(void *context, const struct store_match *m,
                                      const struct store_seat *seats)
{
    struct call *c = context;
    struct asking *a = c->own;
    (void)seats;
    a->page++;
    memcpy(a->last, m->id, sizeof a->last);
    a->last_created = m->created;
    if (!m->rated && m->seats > 1)
        return true; // it counts nowhere
    struct running *one = call_try_alloc(c, sizeof *one);
    if (!one) {
        a->refused = 503;
        return false;
    }
    memcpy(one->id, m->id, sizeof one->id);
    one->next = a->running;
    a->running = one;
    a->runs++;
    return true;
}

static enum store_status analysis_api_list_running(struct store_tx *tx, struct call *c)
{
    struct asking *a = c->own;
    enum store_status status;
    char before[STORE_MATCH_ID] = "";
    struct store_match_query query = {
        .statuses = 1u << MATCH_ROW_RUNNING, .account = c->caller.account, .before_id = before};
    do {
        a->page = 0;
        status = store_match_list(tx, &query, analysis_api_take_running, c);
        memcpy(before, a->last, sizeof before);
        query.before = a->last_created;
    } while (status == STORE_OK && a->page == STORE_LIST_MAX && a->runs < GUARDED_MAX);
    return status;
}

// The tables of those games return their positions concurrently; this waits for the last.
static void analysis_api_look_at_running(struct call *c)
{
    struct asking *a = c->own;
    a->looks = 1;
    for (struct running *one = a->running; one; one = one->next) {
        struct guard_look *look = call_try_alloc(c, sizeof *look);
        if (!look) {
            a->refused = 503;
            break;
        }
        look->command = (struct match_command){.read_only = true,
                                               .account = c->caller.account,
                                               .seq = -1,
                                               .done = analysis_api_guard_read};
        look->call = c;
        a->looks++;
        tables_submit(c->api->tables, one->id, &look->command);
    }
    if (--a->looks == 0)
        looked_at_all(c);
}

// --- Requests.

static bool read_language(struct call *c)
{
    struct text tag = {0};
    if (!call_text(c, "lang", 2, &tag))
        return false;
    if (tag.len == 0 || language_find(tag, &c->language))
        return true;
    call_refuse_with(c, 422, MSG_API_NO_LANGUAGE, "%.*s", TEXT_ARG(tag));
    return false;
}

static void analysis_api_analyse(struct call *c)
{
    struct asking *a = c->own = call_alloc(c, sizeof *a);
    struct analysis_question *q = &a->analysis.question;
    bool guest = c->caller.kind == ACCOUNT_GUEST;
    if (!read_language(c))
        return;
    if (!analysis_read(q, c->body, guest ? GUEST_SECONDS : PERSON_SECONDS, &a->why)) {
        call_refuse(c, 400, &a->why);
        return;
    }
    a->analysis.host = catalogue_host(c->api->catalogue);
    c->param[0] = text_of(q->match); // as if the path had named it
    if (q->match[0])
        call_look(c, analysis_api_take_match);
    else
        call_read(c, analysis_api_list_running, analysis_api_look_at_running);
}

struct replaying {
    struct text record;
    struct record_host host;
    int64_t from;
    struct reason why;
};

static bool analysis_api_replay_is_unwanted(void *context)
{
    return call_is_unwanted(context);
}

static void analysis_api_replay(struct call *c)
{
    struct replaying *r = c->own;
    struct analysis_stop stop = {analysis_api_replay_is_unwanted, c};
    c->found = analysis_replay(r->record, &r->host, r->from, &stop, &r->why);
}

static void analysis_api_answer_replay(struct call *c)
{
    struct replaying *r = c->own;
    if (c->found)
        call_answer_found(c);
    else
        call_refuse(c, 422, &r->why);
}

static void analysis_api_replay_record(struct call *c)
{
    struct replaying *r = c->own = call_alloc(c, sizeof *r);
    char key[24];
    account_key(c, key);
    r->host = catalogue_host(c->api->catalogue);
    if (read_language(c) && call_text(c, "record", RECORD_BYTES, &r->record) &&
        call_number(c, "from", 0, RECORD_ACTIONS, &r->from) &&
        call_limit(c, LIMIT_UPLOAD, text_of(key)))
        call_work(c, POOL_ANALYSIS, analysis_api_replay, analysis_api_answer_replay);
}

const struct route analysis_routes[] = {
    {NET_POST, "/api/analysis", ACCESS_ANALYSE, LIMIT_REQUEST, analysis_api_analyse},
    {NET_POST, "/api/analysis/replay", ACCESS_ANALYSE, LIMIT_REQUEST, analysis_api_replay_record},
    {0},
};
