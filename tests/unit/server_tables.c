// A table that follows what other processes write: what is heard while the log is being read. The
// reads of the tables wait here until they are told to go on (the linker hands store_read() over), so
// that the order of things is the test's.
#include "server/site_fixture.h"

#include <string.h>

static const char id[] = "table";

enum { ROUNDS_MAX = 20 }; // of reading: there are never so many

// --- Reads: first they are run, then whoever asked is told.

static struct store_job *asked, **asked_end = &asked;
static struct store_job *answered, **answered_end = &answered;

void __wrap_store_read(struct store *s, struct store_job *job);

void __wrap_store_read(struct store *s, struct store_job *job)
{
    (void)s;
    job->next = NULL;
    *asked_end = job;
    asked_end = &job->next;
}

static enum store_status run_one(struct store_tx *tx, void *context)
{
    struct store_job *job = context;
    return job->run(tx, job);
}

static void read_asked(struct store *s)
{
    for (struct store_job *job; (job = asked);) {
        asked = job->next;
        job->next = NULL;
        job->status = store_do(s, false, run_one, job);
        *answered_end = job;
        answered_end = &job->next;
    }
    asked_end = &asked;
}

static void tell_answered(void)
{
    struct store_job *list = answered;
    answered = NULL;
    answered_end = &answered;
    for (struct store_job *job = list, *next; job; job = next) {
        next = job->next;
        job->done(job);
    }
}

// How often something was read until there was nothing more to be read.
static unsigned read_all(struct store *s)
{
    unsigned rounds = 0;
    for (; (asked || answered) && rounds < ROUNDS_MAX; rounds++) {
        read_asked(s);
        tell_answered();
    }
    return rounds;
}

// --- A site with one match, where somebody comes and goes.

struct test_site {
    struct site_fixture site;
    struct app *app; // of the fixture
    int32_t last;    // event
};

static enum store_status add_match(struct store_tx *tx, void *context)
{
    struct store_match m = {.game = "toy",
                            .lang = "en",
                            .seats = 2,
                            .created = 1,
                            .seed = MATCH_TEST_SEED,
                            .seed_hash = MATCH_TEST_HASH,
                            .terms = "game toy\n"};
    struct store_seat seats[2] = {{.seat = 0}, {.seat = 1}};
    (void)context;
    memcpy(m.id, id, sizeof id);
    return store_match_add(tx, &m, seats);
}

static enum store_status add_event(struct store_tx *tx, void *context)
{
    struct test_site *s = context;
    struct store_entry e = {.seq = ++s->last, .at = 1000 + s->last};
    e.text = s->last % 2 ? TEXT("sit A 17") : TEXT("leave A");
    return store_entry_add(tx, id, &e);
}

// Another process has written something.
static void write_event(struct test_site *s)
{
    CHECK_NUMBER(store_do(s->app->site.store, true, add_event, s), STORE_OK);
}

static void hear(struct test_site *s, uint64_t seq)
{
    tables_notice(s->app->tables, id, seq, true);
}

static void check_told(const struct test_site *s, uint64_t wanted)
{
    CHECK_NUMBER(tables_published_seq(s->app->tables, id), wanted);
    CHECK(tables_are_idle(s->app->tables));
}

static bool site_open(struct test_site *s)
{
    *s = (struct test_site){0};
    if (!site_fixture_open(&s->site, "0")) // its match is of 1970, and may not expire
        return false;
    s->app = s->site.app;
    CHECK_NUMBER(store_do(s->app->site.store, true, add_match, NULL), STORE_OK);
    write_event(s);
    hear(s, 1);
    (void)read_all(s->app->site.store);
    check_told(s, 1);
    return true;
}

// --- Tests.

static void what_is_heard_is_read(void)
{
    struct test_site s;
    if (site_open(&s)) {
        write_event(&s);
        write_event(&s);
        hear(&s, 3);
        hear(&s, 2);
        CHECK(read_all(s.app->site.store) > 0);
        check_told(&s, 3);
    }
    site_fixture_close(&s.site);
}

// Writes two events, and the second when so many answers were told for the first and one more has
// been read that is not told yet. False where there is none: all is known already.
static bool write_meanwhile(struct test_site *s, unsigned told)
{
    struct store *store = s->app->site.store;
    write_event(s);
    hear(s, (uint64_t)s->last);
    for (unsigned i = 0; i < told; i++) {
        read_asked(store);
        tell_answered();
    }
    read_asked(store);
    if (!answered)
        return false;
    write_event(s);
    hear(s, (uint64_t)s->last);
    (void)read_all(store);
    check_told(s, (uint64_t)s->last);
    return true;
}

// Nothing is lost that was written after the log was read and heard before that was known, wherever
// between the steps of a reading that is.
static void what_is_heard_meanwhile_is_read_again(void)
{
    struct test_site s;
    unsigned tries = 0;
    if (site_open(&s))
        while (tries < ROUNDS_MAX && write_meanwhile(&s, tries))
            tries++;
    CHECK(tries > 0 && tries < ROUNDS_MAX);
    site_fixture_close(&s.site);
}

// A message may say anything: the log is believed, and not read for ever.
static void what_is_heard_need_not_be_true(void)
{
    struct test_site s;
    if (site_open(&s)) {
        hear(&s, 99);
        CHECK(read_all(s.app->site.store) < ROUNDS_MAX);
        check_told(&s, 1);
        write_event(&s);
        hear(&s, 2);
        CHECK(read_all(s.app->site.store) < ROUNDS_MAX);
        check_told(&s, 2);
    }
    site_fixture_close(&s.site);
}

static const struct test tests[] = {
    TEST(what_is_heard_is_read),
    TEST(what_is_heard_meanwhile_is_read_again),
    TEST(what_is_heard_need_not_be_true),
};
TEST_MAIN(tests)
