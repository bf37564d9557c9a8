// Leases when processes start, stop, die and wake up late.
#include "store/support.h"

#include "store/leases.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LONG_MS = 600000 };

struct person {
    struct store *store;
    struct store_leases leases;
    unsigned shard;
    int64_t epoch;
};

static struct person start(struct store *s, const char *name, int64_t ms)
{
    struct person p = {.store = s, .leases = {.ms = ms}};
    SET(p.leases.owner, name);
    return p;
}

static enum store_status run_renew(struct store_tx *tx, void *context)
{
    struct person *p = context;
    return store_leases_renew(tx, &p->leases);
}

static unsigned renew(struct person *p)
{
    CHECK_STATUS(store_do(p->store, true, run_renew, p), STORE_OK);
    return p->leases.held;
}

static enum store_status run_release(struct store_tx *tx, void *context)
{
    struct person *p = context;
    return store_leases_release(tx, p->leases.owner);
}

static enum store_status run_check(struct store_tx *tx, void *context)
{
    struct person *p = context;
    return store_lease_check(tx, p->shard, p->leases.owner, p->epoch);
}

// Whether one who believes to hold the shard under that epoch does.
static enum store_status check(struct person *p, unsigned shard, int64_t epoch)
{
    p->shard = shard;
    p->epoch = epoch;
    return store_do(p->store, true, run_check, p);
}

// Each shard is held by one of them at most; how many are.
static unsigned held_once(struct person *const *people, unsigned count)
{
    unsigned held = 0;
    for (unsigned i = 0; i < LEASE_SHARDS; i++) {
        unsigned owners = 0;
        for (unsigned k = 0; k < count; k++)
            owners += check(people[k], i, people[k]->leases.epoch[i]) == STORE_OK &&
                      people[k]->leases.epoch[i] > 0;
        CHECK(owners <= 1);
        held += owners;
    }
    return held;
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void shards_are_even(void)
{
    unsigned count[LEASE_SHARDS] = {0};
    char id[16];
    for (int i = 0; i < 64000; i++) {
        snprintf(id, sizeof id, "k%dXf", i);
        CHECK(store_lease_shard(id) < LEASE_SHARDS);
        count[store_lease_shard(id)]++;
    }
    for (unsigned i = 0; i < LEASE_SHARDS; i++)
        CHECK(count[i] > 800 && count[i] < 1200);
    CHECK_NUMBER(store_lease_shard("k3XfAbCd9Zq"), 11); // a process of another version must agree
}

static void one_has_all(void)
{
    struct store *s = open_store(fresh_place());
    struct person a = start(s, "a", LONG_MS);
    CHECK_NUMBER(renew(&a), LEASE_SHARDS);
    CHECK_NUMBER(a.leases.living, 1);
    int64_t epoch = a.leases.epoch[7];
    CHECK_NUMBER(renew(&a), LEASE_SHARDS);
    CHECK_NUMBER(a.leases.epoch[7], epoch); // it has not changed hands
    CHECK_STATUS(check(&a, 7, epoch), STORE_OK);
    CHECK_STATUS(check(&a, 7, epoch + 1), STORE_TAKEN);
    store_close(s);
}

static void shares_are_fair(void)
{
    struct store *s = open_store(fresh_place());
    struct person a = start(s, "a", LONG_MS), b = start(s, "b", LONG_MS),
                  c = start(s, "c", LONG_MS);
    struct person *const all[] = {&a, &b, &c};
    CHECK_NUMBER(renew(&a), 64);
    CHECK_NUMBER(renew(&b), 0); // there is nothing free yet
    CHECK_NUMBER(renew(&a), 32);
    CHECK_NUMBER(renew(&b), 32);
    CHECK_NUMBER(held_once(all, 2), 64);
    CHECK_NUMBER(renew(&c), 0);
    CHECK_NUMBER(renew(&a), 22);
    CHECK_NUMBER(renew(&b), 22);
    CHECK_NUMBER(renew(&c), 20);
    CHECK_NUMBER(c.leases.living, 3);
    CHECK_NUMBER(held_once(all, 3), 64);
    CHECK_STATUS(store_do(s, true, run_release, &a), STORE_OK);
    CHECK_NUMBER(renew(&b), 32);
    CHECK_NUMBER(renew(&c), 32);
    CHECK_NUMBER(held_once(all, 3), 64);
    store_close(s);
}

// One that goes without a word: until its time is over its shards are its own, then others'.
static void the_dead_are_inherited(void)
{
    struct store *s = open_store(fresh_place());
    struct person a = start(s, "a", 1500), b = start(s, "b", LONG_MS);
    CHECK_NUMBER(renew(&a), 64);
    CHECK_NUMBER(renew(&b), 0);
    CHECK_STATUS(check(&a, 3, a.leases.epoch[3]), STORE_OK);
    for (int i = 0; i < 600 && renew(&b) < 64; i++)
        sleep_ms(50);
    CHECK_NUMBER(b.leases.held, 64);
    CHECK_NUMBER(b.leases.living, 1);
    for (unsigned i = 0; i < LEASE_SHARDS; i++) {
        CHECK(b.leases.epoch[i] > a.leases.epoch[i]);
        CHECK_STATUS(check(&a, i, a.leases.epoch[i]), STORE_TAKEN); // it wakes up late
        CHECK_STATUS(check(&b, i, b.leases.epoch[i]), STORE_OK);
    }
    store_close(s);
}

// Its time is over, but nobody else was there: it goes on under the same epoch.
static void late_but_alone(void)
{
    struct store *s = open_store(fresh_place());
    struct person a = start(s, "a", 1);
    CHECK_NUMBER(renew(&a), 64);
    int64_t epoch = a.leases.epoch[5];
    sleep_ms(20);
    CHECK_STATUS(check(&a, 5, epoch), STORE_OK);
    CHECK_NUMBER(renew(&a), 64);
    CHECK_NUMBER(a.leases.epoch[5], epoch);
    store_close(s);
}

// A batch of jobs as the server writes them, one of which has lost its shard.
struct fenced {
    struct store_job job;
    struct person *person;
    unsigned shard;
    int64_t epoch;
    struct store_entry entry;
    unsigned *left;
};

static enum store_status run_fenced(struct store_tx *tx, struct store_job *job)
{
    struct fenced *f = (struct fenced *)job;
    enum store_status status = store_lease_check(tx, f->shard, f->person->leases.owner, f->epoch);
    return status == STORE_OK ? store_entry_add(tx, "m1", &f->entry) : status;
}

static void fenced_done(struct store_job *job)
{
    --*((struct fenced *)job)->left;
}

static enum store_status add_one_match(struct store_tx *tx, void *context)
{
    (void)context;
    add_accounts(tx, 2);
    add_match(tx, 1);
    return STORE_OK;
}

static enum store_status last_entry(struct store_tx *tx, void *context)
{
    return store_entry_last(tx, "m1", context);
}

static void who_has_lost_writes_nothing(void)
{
    struct store *s = open_store(fresh_place());
    struct person a = start(s, "a", LONG_MS);
    struct fenced jobs[20];
    unsigned left = 20;
    int32_t last = -1;
    CHECK_STATUS(store_do(s, true, add_one_match, NULL), STORE_OK);
    CHECK_NUMBER(renew(&a), 64);
    for (int i = 0; i < 20; i++) {
        int64_t epoch = a.leases.epoch[i] + (i == 19);
        jobs[i] = (struct fenced){{.run = run_fenced, .done = fenced_done, .repeatable = true},
                                  &a,
                                  (unsigned)i,
                                  epoch,
                                  make_entry(i),
                                  &left};
        store_write(s, &jobs[i].job);
    }
    while (left)
        store_finish(s);
    for (int i = 0; i < 20; i++)
        CHECK_STATUS(jobs[i].job.status, i == 19 ? STORE_TAKEN : STORE_OK);
    CHECK_STATUS(store_do(s, false, last_entry, &last), STORE_OK);
    CHECK_NUMBER(last, 18);
    store_close(s);
}

struct found {
    char ids[200];
    int32_t last;
};

static bool note_computer(void *context, const char *id, int32_t last)
{
    struct found *f = context;
    APPEND(f->ids, id);
    f->last = last;
    return true;
}

JOB_TEST(computers_that_are_to_act)
{
    struct found f = {"", -2};
    const struct store_seat seats[] = {make_seat(0, 1), {.seat = 1, .level = 3}};
    struct store_entry e = make_entry(4);
    add_accounts(tx, 2);
    add_match(tx, 1); // two people
    e.turn = 2;
    for (int i = 2; i <= 4; i++) {
        struct store_match m = make_match(i);
        m.turn = i == 4 ? 2 : 1; // in m3 it is the person's turn, in m2 it was
        m.status = i == 4 ? MATCH_ROW_OVER : MATCH_ROW_RUNNING;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    }
    CHECK_STATUS(store_entry_add(tx, "m2", &e), STORE_OK);
    CHECK_STATUS(store_match_computers(tx, note_computer, &f), STORE_OK);
    CHECK_TEXT(text_of(f.ids), "m2");
    CHECK_NUMBER(f.last, 4);
}

static const struct test tests[] = {
    TEST(shards_are_even),           TEST(one_has_all),    TEST(shares_are_fair),
    TEST(the_dead_are_inherited),    TEST(late_but_alone), TEST(who_has_lost_writes_nothing),
    TEST(computers_that_are_to_act),
};
TEST_MAIN(tests)
