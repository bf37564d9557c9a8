// Catch-up: a table reads what other processes have written, also when they announce more during a
// read. The linker replaces store_read(), so the test decides when each read runs and when it ends.
#include "server/site_fixture.h"

#include <string.h>

static const char id[] = "table";

enum { ROUNDS_MAX = 20 }; // of reading: there are always fewer

// --- Reads: a read is run, and later its done() is called.

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

static void finish_answered(void)
{
    struct store_job *list = answered;
    answered = NULL;
    answered_end = &answered;
    for (struct store_job *job = list, *next; job; job = next) {
        next = job->next;
        job->done(job);
    }
}

// Reads until nothing is asked for; returns the number of rounds.
static unsigned read_all(struct store *s)
{
    unsigned rounds = 0;
    for (; (asked || answered) && rounds < ROUNDS_MAX; rounds++) {
        read_asked(s);
        finish_answered();
    }
    return rounds;
}

// --- A site with one match, where a watcher comes and goes.

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

static void announce(struct test_site *s, uint64_t seq)
{
    tables_notice(s->app->tables, id, seq, true);
}

static void check_published(const struct test_site *s, uint64_t wanted)
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
    announce(s, 1);
    (void)read_all(s->app->site.store);
    check_published(s, 1);
    return true;
}

// --- Tests.

static void announced_events_are_read(void)
{
    struct test_site s;
    if (site_open(&s)) {
        write_event(&s);
        write_event(&s);
        announce(&s, 3);
        announce(&s, 2);
        CHECK(read_all(s.app->site.store) > 0);
        check_published(&s, 3);
    }
    site_fixture_close(&s.site);
}

// Writes two events: the second after `ended` reads for the first have ended, and while one more
// has run and not ended. False if there is no such read: the table is up to date.
static bool write_meanwhile(struct test_site *s, unsigned ended)
{
    struct store *store = s->app->site.store;
    write_event(s);
    announce(s, (uint64_t)s->last);
    for (unsigned i = 0; i < ended; i++) {
        read_asked(store);
        finish_answered();
    }
    read_asked(store);
    if (!answered)
        return false;
    write_event(s);
    announce(s, (uint64_t)s->last);
    (void)read_all(store);
    check_published(s, (uint64_t)s->last);
    return true;
}

// No event is lost that was written after the log was read and announced before that read ended, at
// any step of the catch-up.
static void events_announced_during_a_read_are_read(void)
{
    struct test_site s;
    unsigned tries = 0;
    if (site_open(&s))
        while (tries < ROUNDS_MAX && write_meanwhile(&s, tries))
            tries++;
    CHECK(tries > 0 && tries < ROUNDS_MAX);
    site_fixture_close(&s.site);
}

// An announcement may be wrong: only the log counts, and it is not read for ever.
static void false_announcements_do_no_harm(void)
{
    struct test_site s;
    if (site_open(&s)) {
        announce(&s, 99);
        CHECK(read_all(s.app->site.store) < ROUNDS_MAX);
        check_published(&s, 1);
        write_event(&s);
        announce(&s, 2);
        CHECK(read_all(s.app->site.store) < ROUNDS_MAX);
        check_published(&s, 2);
    }
    site_fixture_close(&s.site);
}

static const struct test tests[] = {
    TEST(announced_events_are_read),
    TEST(events_announced_during_a_read_are_read),
    TEST(false_announcements_do_no_harm),
};
TEST_MAIN(tests)
