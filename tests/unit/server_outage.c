// Matches while the database fails: whatever is asked of them then, the process lives, every
// request is answered once, nothing that was acknowledged is lost, nothing happens twice, and those
// who watch stay where they are. The linker hands over what tables read, write and let the
// pool think about, and the test decides how each of them ends, and when.
#include "server/live/watcher.h"
#include "server/play/scheduler.h"
#include "server/site_fixture.h"
#include "server/sync/catchup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANN = 17, BOB = 18, EVE = 19 };

// --- Jobs of the tables that are not answered yet.

struct waiting {
    struct store_job *first, **end;
};
static struct waiting reads = {.end = &reads.first}, writes = {.end = &writes.first};
static struct pool_job *thinking[64];
static unsigned thoughts;
static uint64_t later; // ms that have gone by for the tables only

void __wrap_store_read(struct store *s, struct store_job *job);
void __wrap_store_write(struct store *s, struct store_job *job);
bool __wrap_pool_add(struct pool *p, struct pool_job *job);
bool __real_pool_add(struct pool *p, struct pool_job *job);
uint64_t __wrap_net_now_ms(void);
uint64_t __real_net_now_ms(void);
uint64_t __wrap_net_ticks_ms(void);
uint64_t __real_net_ticks_ms(void);

static void wait_for(struct waiting *w, struct store_job *job)
{
    job->next = NULL;
    *w->end = job;
    w->end = &job->next;
}

void __wrap_store_read(struct store *s, struct store_job *job)
{
    (void)s;
    wait_for(&reads, job);
}

void __wrap_store_write(struct store *s, struct store_job *job)
{
    (void)s;
    wait_for(&writes, job);
}

bool __wrap_pool_add(struct pool *p, struct pool_job *job)
{
    bool thinks = job->class == POOL_MOVE || job->class == POOL_SHORT;
    if (!thinks || thoughts == sizeof thinking / sizeof *thinking)
        return __real_pool_add(p, job);
    thinking[thoughts++] = job;
    return true;
}

uint64_t __wrap_net_now_ms(void)
{
    return __real_net_now_ms() + later;
}

uint64_t __wrap_net_ticks_ms(void)
{
    return __real_net_ticks_ms() + later;
}

// How a job ends. It may have run although it is said to have failed: a transaction that was lost,
// or that was committed and nobody heard of it.
struct ending {
    bool runs;
    enum store_status status; // STORE_OK: whatever the job comes to
};

static enum store_status run_one(struct store_tx *tx, void *context)
{
    struct store_job *job = context;
    return job->run(tx, job);
}

static void end_first(struct store *s, struct waiting *w, bool writing, struct ending how)
{
    struct store_job *job = w->first;
    w->first = job->next;
    if (!w->first)
        w->end = &w->first;
    job->next = NULL;
    job->status = how.runs ? store_do(s, writing, run_one, job) : how.status;
    if (how.status != STORE_OK)
        job->status = how.status;
    job->done(job);
}

// The pool has thought of something that the rules do not allow: the table checks again what is
// due.
static void end_thought(unsigned i)
{
    struct pool_job *job = thinking[i];
    thinking[i] = thinking[--thoughts];
    job->done(job, false);
}

// --- A site.

struct test_site {
    struct site_fixture site;
    struct app *app; // of the fixture
    struct watcher watcher;
    unsigned matches;
    char id[STORE_MATCH_ID]; // of the match that is played
};

static enum store_status add_accounts(struct store_tx *tx, void *context)
{
    (void)context;
    for (int i = 1; i <= EVE; i++) {
        struct store_account a = {.kind = ACCOUNT_GUEST, .created = 1};
        snprintf(a.name, sizeof a.name, "guest%d", i);
        snprintf(a.key, sizeof a.key, "guest%d", i);
        enum store_status status = store_account_add(tx, &a);
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

static bool site_open(struct test_site *s)
{
    *s = (struct test_site){0};
    if (!site_fixture_open(&s->site, NULL))
        return false;
    s->app = s->site.app;
    CHECK_NUMBER(store_do(s->app->site.store, true, add_accounts, NULL), STORE_OK);
    s->watcher.live = s->app->live;
    return true;
}

static void all_is_well(struct test_site *s)
{
    unsigned rounds = 0;
    for (; (reads.first || writes.first) && rounds < 1000; rounds++)
        if (reads.first)
            end_first(s->app->site.store, &reads, false, (struct ending){.runs = true});
        else
            end_first(s->app->site.store, &writes, true, (struct ending){.runs = true});
    CHECK(rounds < 1000);
}

static void pass_time(struct test_site *s)
{
    later += 2000;
    scheduler_tick(s->app->scheduler);
    catchup_tick(s->app->catchup);
    tables_tick(s->app->tables);
}

static void site_close(struct test_site *s)
{
    if (s->app) {
        while (s->watcher.watches)
            watcher_unwatch(s->watcher.watches);
        while (thoughts)
            end_thought(0);
        all_is_well(s);
    }
    site_fixture_close(&s->site);
}

// --- Matches.

struct situation {
    const char *terms;
    const char *log; // a line for each event
    bool thinks;     // the computer, when the match is in memory
};

struct adding {
    struct test_site *site;
    const struct situation *s;
};

static enum store_status add_match(struct store_tx *tx, void *context)
{
    struct adding *a = context;
    int64_t now = (int64_t)net_now_ms(); // or it would have expired
    struct store_match m = {.game = "toy",
                            .lang = "en",
                            .seats = 2,
                            .created = now,
                            .seed = MATCH_TEST_SEED,
                            .seed_hash = MATCH_TEST_HASH};
    struct store_seat seats[2] = {{.seat = 0}, {.seat = 1}};
    struct text rest = text_of(a->s->log);
    snprintf(m.terms, sizeof m.terms, "%s", a->s->terms);
    memcpy(m.id, a->site->id, sizeof m.id);
    enum store_status status = store_match_add(tx, &m, seats);
    for (int32_t seq = 1; rest.len && status == STORE_OK; seq++) {
        struct store_entry e = {.seq = seq, .at = now + seq, .text = text_cut(&rest, '\n')};
        status = store_entry_add(tx, m.id, &e);
    }
    return status;
}

static struct table *table_of(const struct test_site *s)
{
    return tables_find(s->app->tables, s->id);
}

static void looked(struct match_command *cmd, struct table *t)
{
    CHECK_NUMBER(cmd->answer, COMMAND_DONE);
    if (t)
        CHECK(watcher_watch(cmd->context, t));
}

// A match in this situation, in memory, with a watcher.
static void sit_down(struct test_site *s, const struct situation *situation)
{
    struct match_command look = {.read_only = true, .done = looked, .context = &s->watcher};
    while (s->watcher.watches)
        watcher_unwatch(s->watcher.watches);
    while (thoughts)
        end_thought(0);
    snprintf(s->id, sizeof s->id, "m%u", s->matches++);
    struct adding a = {s, situation};
    CHECK_NUMBER(store_do(s->app->site.store, true, add_match, &a), STORE_OK);
    tables_submit(s->app->tables, s->id, &look);
    all_is_well(s);
    CHECK(table_of(s));
    CHECK_NUMBER(thoughts > 0, situation->thinks);
}

struct log {
    struct buf text; // an entry a line, with its account and request
    unsigned count;
};

static bool add_line(void *context, const struct store_entry *e)
{
    struct log *l = context;
    buf_printf(&l->text, "%lld %s %.*s\n", (long long)e->account, e->request, TEXT_ARG(e->text));
    l->count++;
    return true;
}

struct reading {
    const char *id;
    struct log log;
};

static enum store_status read_log(struct store_tx *tx, void *context)
{
    struct reading *r = context;
    return store_entries(tx, r->id, 1, 0, add_line, &r->log);
}

// How often the request is in the log.
static unsigned count_done(struct test_site *s, const char *request, unsigned *entries)
{
    struct reading r = {.id = s->id};
    unsigned count = 0;
    CHECK_NUMBER(store_do(s->app->site.store, false, read_log, &r), STORE_OK);
    for (struct text rest = buf_text(&r.log.text); rest.len;) {
        struct text line = text_cut(&rest, '\n');
        (void)text_cut(&line, ' ');
        count += text_is(text_cut(&line, ' '), request);
    }
    if (entries)
        *entries = r.log.count;
    buf_release(&r.log.text);
    return count;
}

// --- Commands.

struct asker {
    struct match_command command;
    unsigned answers;
};

static void answered(struct match_command *cmd, struct table *t)
{
    (void)t;
    ((struct asker *)cmd->context)->answers++;
}

struct verb {
    enum match_event_kind kind;
    int64_t account;
    const char *move;
};

static void ask(struct test_site *s, struct asker *a, const struct verb *v, const char *request)
{
    *a = (struct asker){.command = {.verb = v->kind,
                                    .account = v->account,
                                    .seat = -1,
                                    .number = 1,
                                    .seq = -1,
                                    .done = answered,
                                    .context = a}};
    snprintf(a->command.move, sizeof a->command.move, "%s", v->move ? v->move : "");
    snprintf(a->command.request, sizeof a->command.request, "%s", request);
    tables_submit(s->app->tables, s->id, &a->command);
}

static bool was_done(const struct asker *a)
{
    return a->command.answer == COMMAND_DONE || a->command.answer == COMMAND_REPEATED;
}

#define SAT "sit A 17\nsit B 18\nstart\n"
#define ALONE "sit A 17\nstart\n"
#define AGAINST "game toy\ntakebacks yes\nlevel B 1\n"
#define RUSH "game rush\ntakebacks yes\nlevel B 1\n" // all may act at any time
#define BOTH "game toy\ntakebacks yes\n"

// Every verb, where it may be used, with people and with the computer thinking.
static const struct {
    struct verb verb;
    struct situation situation;
} cases[] = {
    {{EVENT_SIT, BOB, NULL}, {BOTH, "sit A 17\n", false}},
    {{EVENT_LEAVE, ANN, NULL}, {BOTH, "sit A 17\n", false}},
    {{EVENT_ABORT, ANN, NULL}, {BOTH, "sit A 17\n", false}},
    {{EVENT_MOVE, ANN, "pass"}, {BOTH, SAT, false}},
    {{EVENT_MOVE, ANN, "resign"}, {BOTH, SAT, false}},
    {{EVENT_MOVE, BOB, "pass"}, {BOTH, SAT "A pass\n", false}}, // the last one
    {{EVENT_OFFER_DRAW, ANN, NULL}, {BOTH, SAT, false}},
    {{EVENT_DECLINE_DRAW, BOB, NULL}, {BOTH, SAT "offer A draw\n", false}},
    {{EVENT_ACCEPT_DRAW, BOB, NULL}, {BOTH, SAT "offer A draw\n", false}},
    {{EVENT_ASK_TAKEBACK, ANN, NULL}, {BOTH, SAT "A pass\n", false}},
    {{EVENT_DECLINE_TAKEBACK, BOB, NULL}, {BOTH, SAT "A pass\nask A takeback 1\n", false}},
    {{EVENT_ACCEPT_TAKEBACK, BOB, NULL}, {BOTH, SAT "A pass\nask A takeback 1\n", false}},
    {{EVENT_ABORT, BOB, NULL}, {BOTH, SAT "A pass\n", false}},
    {{EVENT_MOVE, ANN, "pass"}, {AGAINST, ALONE, false}},
    {{EVENT_ASK_TAKEBACK, ANN, NULL}, {AGAINST, ALONE "A pass\n", true}},
    {{EVENT_MOVE, ANN, "resign"}, {RUSH, ALONE, true}},
    {{EVENT_MOVE, ANN, "pass"}, {RUSH, ALONE, true}},
    {{EVENT_ABORT, ANN, NULL}, {AGAINST, ALONE "A pass\n", true}},
};
enum { CASES = sizeof cases / sizeof *cases };

static const struct ending failures[] = {
    {false, STORE_FULL},    {false, STORE_BUSY},    {false, STORE_BROKEN},
    {false, STORE_DAMAGED}, {false, STORE_UNKNOWN}, {true, STORE_UNKNOWN},
};
enum { FAILURES = sizeof failures / sizeof *failures };

// Everything fails until nothing more is asked for, and again after a while.
static void all_fails(struct test_site *s, enum store_status status)
{
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; (reads.first || writes.first) && i < 100; i++)
            end_first(s->app->site.store, reads.first ? &reads : &writes, !reads.first,
                      (struct ending){false, status});
        pass_time(s);
    }
}

static void check_case(struct test_site *s, const struct verb *v, const struct situation *situation,
                       struct ending how, bool thought_ends)
{
    struct asker first, again;
    unsigned before, after;
    enum store_status reading = how.status == STORE_UNKNOWN ? STORE_BUSY : how.status;
    sit_down(s, situation);
    count_done(s, "r1", &before);
    ask(s, &first, v, "r1");
    CHECK(writes.first);
    if (!writes.first) {
        test_fail(__FILE__, __LINE__, "verb %d: refused with %d", (int)v->kind,
                  (int)first.command.why.what);
        return;
    }
    end_first(s->app->site.store, &writes, true, how);
    while (thoughts && thought_ends)
        end_thought(0);
    all_fails(s, reading);
    CHECK_NUMBER(first.answers, 1);
    CHECK_NUMBER(first.command.answer, COMMAND_FAILED);
    CHECK_NUMBER(first.command.status, how.status);
    CHECK(s->watcher.watches); // nobody who watches was sent away
    CHECK(table_of(s));
    all_is_well(s);
    pass_time(s);
    all_is_well(s);
    ask(s, &again, v, "r1");
    all_is_well(s);
    CHECK_NUMBER(again.answers, 1);
    CHECK_NUMBER(again.command.answer, how.runs ? COMMAND_REPEATED : COMMAND_DONE);
    CHECK_NUMBER(count_done(s, "r1", &after), 1);
    CHECK(after > before);
    CHECK_NUMBER(tables_published_seq(s->app->tables, s->id), after);
    CHECK(s->watcher.watches);
}

static void every_verb_survives_every_failure(void)
{
    struct test_site s;
    if (site_open(&s))
        for (unsigned i = 0; i < CASES; i++)
            for (unsigned k = 0; k < FAILURES * 2; k++)
                check_case(&s, &cases[i].verb, &cases[i].situation, failures[k / 2], k % 2);
    site_close(&s);
}

// The database is back before the server has answered: it finds out itself what became of it.
static void what_was_committed_is_found_when_the_database_is_back(void)
{
    struct test_site s;
    if (site_open(&s))
        for (unsigned i = 0; i < CASES; i++) {
            struct asker a;
            sit_down(&s, &cases[i].situation);
            ask(&s, &a, &cases[i].verb, "r1");
            end_first(s.app->site.store, &writes, true, (struct ending){true, STORE_UNKNOWN});
            all_is_well(&s);
            CHECK_NUMBER(a.answers, 1);
            CHECK_NUMBER(a.command.answer, COMMAND_REPEATED);
            CHECK(a.command.result_seq > 0);
        }
    site_close(&s);
}

static enum store_status add_pass(struct store_tx *tx, void *context)
{
    struct test_site *s = context;
    const struct match *m = &table_of(s)->match;
    struct store_entry e = {.seq = (int32_t)m->seq, .at = m->last_ms};
    e.text = TEXT("A pass");
    return store_entry_add(tx, s->id, &e);
}

// A commit that was given up takes effect when all have been answered and the log was read:
// those who watch hear of it all the same.
static void what_is_committed_late_is_told(void)
{
    struct test_site s;
    struct asker a;
    static const struct situation begun = {BOTH, SAT, false};
    static const struct verb pass = {EVENT_MOVE, ANN, "pass"};
    if (site_open(&s)) {
        sit_down(&s, &begun);
        ask(&s, &a, &pass, "r1");
        end_first(s.app->site.store, &writes, true, (struct ending){false, STORE_UNKNOWN});
        all_is_well(&s);
        CHECK_NUMBER(a.answers, 1);
        CHECK_NUMBER(a.command.status, STORE_UNKNOWN);
        uint64_t seq = table_of(&s)->match.seq;
        CHECK_NUMBER(store_do(s.app->site.store, true, add_pass, &s), STORE_OK);
        for (unsigned i = 0; i < 2; i++) { // one thing at a time
            pass_time(&s);
            all_is_well(&s);
        }
        REQUIRE(table_of(&s));
        CHECK_NUMBER(table_of(&s)->match.seq, seq + 1);
        CHECK_NUMBER(table_of(&s)->sync.unpublished_seq, seq + 1);
        pass_time(&s);
        CHECK(!reads.first); // it is not looked for any more
        all_is_well(&s);
    }
    site_close(&s);
}

// --- A match that cannot be read.

static enum store_status spoil(struct store_tx *tx, void *context)
{
    struct test_site *s = context;
    struct store_entry e = {.seq = (int32_t)table_of(s)->match.seq, .at = (int64_t)net_now_ms()};
    e.text = TEXT("no such event");
    return store_entry_add(tx, s->id, &e);
}

// The log cannot be read any more while the computer thinks: the table goes when the thought has
// come back, and who asks for the match in between is served.
static void a_match_is_given_up_while_the_computer_thinks(void)
{
    struct test_site s;
    struct asker a, b;
    static const struct situation thinks = {AGAINST, ALONE "A pass\n", true};
    static const struct verb back = {EVENT_ASK_TAKEBACK, ANN, NULL};
    if (site_open(&s)) {
        sit_down(&s, &thinks);
        CHECK_NUMBER(store_do(s.app->site.store, true, spoil, &s), STORE_OK);
        tables_notice(s.app->tables, s.id, table_of(&s)->match.seq, false);
        ask(&s, &a, &back, "r1");
        for (unsigned i = 0; i < 2; i++) // the log is read on, as moves and then as it is
            end_first(s.app->site.store, &reads, false, (struct ending){.runs = true});
        all_fails(&s, STORE_BUSY);
        CHECK_NUMBER(a.answers, 1);
        CHECK_NUMBER(a.command.answer, COMMAND_FAILED);
        CHECK(!s.watcher.watches);
        ask(&s, &b, &back, "r2");
        all_is_well(&s);
        CHECK_NUMBER(b.answers, 1);
        CHECK_NUMBER(b.command.answer, COMMAND_FAILED);
        CHECK_NUMBER(b.command.status, STORE_DAMAGED);
        CHECK(thoughts > 0);
        while (thoughts)
            end_thought(0);
        pass_time(&s);
        CHECK_NUMBER(tables_count(s.app->tables), 0);
    }
    site_close(&s);
}

// --- Anything in any order.

enum { ASKERS = 12, STEPS = 400, RUNS = 100 };

struct monkey {
    struct test_site *site;
    struct asker asker[ASKERS];
    bool under_way[ASKERS];
    unsigned asked;
    unsigned done; // acknowledged
};

static uint64_t state;

static unsigned below(unsigned limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

static const struct verb verbs[] = {
    {EVENT_SIT, BOB, NULL},          {EVENT_SIT, EVE, NULL},
    {EVENT_LEAVE, BOB, NULL},        {EVENT_MOVE, ANN, "pass"},
    {EVENT_MOVE, BOB, "pass"},       {EVENT_MOVE, ANN, "play A"},
    {EVENT_MOVE, ANN, "play B"},     {EVENT_MOVE, ANN, "play C"},
    {EVENT_MOVE, BOB, "play D"},     {EVENT_MOVE, BOB, "play E"},
    {EVENT_OFFER_DRAW, ANN, NULL},   {EVENT_DECLINE_DRAW, BOB, NULL},
    {EVENT_ASK_TAKEBACK, ANN, NULL}, {EVENT_ACCEPT_TAKEBACK, BOB, NULL},
    {EVENT_ASK_TAKEBACK, BOB, NULL}, {EVENT_DECLINE_TAKEBACK, ANN, NULL},
    {EVENT_ABORT, ANN, NULL},        {EVENT_MOVE, BOB, "resign"},
};

static struct ending any_ending(bool writing)
{
    static const enum store_status status[] = {STORE_OK, STORE_FULL, STORE_BUSY, STORE_BROKEN,
                                               STORE_UNKNOWN};
    struct ending e = {.status = status[below(2) ? 0 : below(writing ? 5 : 4)]};
    // Failed jobs have left nothing behind, except where the outcome is unknown.
    e.runs = e.status == STORE_OK || ((!writing || e.status == STORE_UNKNOWN) && below(2));
    return e;
}

static void take_answers(struct monkey *m)
{
    for (unsigned i = 0; i < ASKERS; i++)
        if (m->under_way[i] && m->asker[i].answers) {
            m->under_way[i] = false;
            CHECK_NUMBER(m->asker[i].answers, 1);
            if (was_done(&m->asker[i]))
                CHECK_NUMBER(count_done(m->site, m->asker[i].command.request, NULL), 1);
            m->done += was_done(&m->asker[i]);
        }
}

static void ask_anything(struct monkey *m)
{
    unsigned i = below(ASKERS);
    char request[COMMAND_REQUEST];
    if (m->under_way[i])
        return;
    // Now and then a request that was made before. An id is its account's.
    const struct verb *v = &verbs[below(sizeof verbs / sizeof *verbs)];
    snprintf(request, sizeof request, "%lld-%u", (long long)v->account,
             below(3) ? ++m->asked : below(m->asked + 1));
    m->under_way[i] = true;
    ask(m->site, &m->asker[i], v, request);
}

static void step(struct monkey *m)
{
    struct test_site *s = m->site;
    switch (below(8)) {
    case 0:
    case 1:
        ask_anything(m);
        break;
    case 2:
    case 3:
        if (reads.first)
            end_first(s->app->site.store, &reads, false, any_ending(false));
        break;
    case 4:
    case 5:
        if (writes.first)
            end_first(s->app->site.store, &writes, true, any_ending(true));
        break;
    case 6:
        if (thoughts)
            end_thought(below(thoughts));
        break;
    default:
        later += below(2) ? 100 : 2000;
        scheduler_tick(s->app->scheduler);
        catchup_tick(s->app->catchup);
        tables_tick(s->app->tables);
    }
    take_answers(m);
}

static void check_end(struct monkey *m)
{
    struct test_site *s = m->site;
    unsigned entries;
    struct match_command look = {.read_only = true, .done = looked, .context = &s->watcher};
    for (unsigned i = 0; i < 3; i++) {
        all_is_well(s);
        pass_time(s);
    }
    take_answers(m);
    for (unsigned i = 0; i < ASKERS; i++)
        CHECK(!m->under_way[i]);
    tables_submit(s->app->tables, s->id, &look);
    all_is_well(s);
    (void)count_done(s, "", &entries);
    CHECK_NUMBER(tables_published_seq(s->app->tables, s->id), entries);
    for (unsigned i = 0; i < 3 * m->asked; i++) {
        char request[COMMAND_REQUEST];
        snprintf(request, sizeof request, "%u-%u", ANN + i % 3, i / 3 + 1);
        CHECK(count_done(s, request, NULL) <= 1);
    }
}

static void anything_may_fail_at_any_time(void)
{
    struct test_site s;
    static struct monkey m;
    unsigned done = 0;
    if (site_open(&s))
        for (unsigned run = 0; run < RUNS && !test_failed(); run++) {
            state = run;
            m = (struct monkey){.site = &s};
            static const struct situation from[] = {{BOTH, "sit A 17\n", false},
                                                    {BOTH, SAT "A pass\n", false},
                                                    {AGAINST, ALONE "A pass\n", true},
                                                    {RUSH, ALONE, true}};
            sit_down(&s, &from[run % 4]);
            for (unsigned i = 0; i < STEPS; i++)
                step(&m);
            check_end(&m);
            done += m.done;
        }
    CHECK(done > RUNS);
    site_close(&s);
}

static const struct test tests[] = {
    TEST(every_verb_survives_every_failure),
    TEST(what_was_committed_is_found_when_the_database_is_back),
    TEST(what_is_committed_late_is_told),
    TEST(a_match_is_given_up_while_the_computer_thinks),
    TEST(anything_may_fail_at_any_time),
};
TEST_MAIN(tests)
