// When the site was not there, and who is connected to the other processes of it.
#include "server/cluster/downtime.h"
#include "server/sync/presence.h"
#include "test.h"

#include <stdio.h>

// Seen at some time after all of them.
static void check_since(const struct downtime *a, int64_t last, int64_t wanted)
{
    struct outage o = {-1, -1};
    CHECK(downtime_since(a, last, 1000000, &o) == (wanted >= 0));
    CHECK_NUMBER(o.from, wanted);
    CHECK(o.to > last || wanted < 0);
}

static void time_is_given_back_once(void)
{
    struct downtime a = {0};
    check_since(&a, 5, -1);
    downtime_add(&a, 100, 200);
    downtime_add(&a, 1000, 2000);
    check_since(&a, 50, 100);   // nobody has seen it since before the first
    check_since(&a, 150, 150);  // the writer's clock was ahead
    check_since(&a, 200, 1000); // seen right after the first
    check_since(&a, 1500, 1500);
    check_since(&a, 2000, -1);
    check_since(&a, 3000, -1);
}

// The credit is written at the end of the outage or later, so there is never another time,
// whatever the clocks of those who see the match.
static void no_outage_is_given_back_twice(void)
{
    struct downtime a = {0};
    struct outage o;
    unsigned wrong = 0;
    for (int64_t i = 1; i <= DOWNTIME_MAX; i++)
        downtime_add(&a, 1000 * i, 1000 * i + 500);
    for (int64_t now = 0; now < 12000; now += 100)
        for (int64_t last = 0; last <= now + 3000; last += 50) {
            int64_t seen = last, before = 0;
            bool later = true;
            while (later && downtime_since(&a, seen, now, &o)) {
                later = o.to > before && o.to <= now + 1000 && o.from <= o.to;
                before = o.to;
                seen = now > o.to ? now : o.to;
            }
            wrong += !later;
        }
    CHECK_NUMBER(wrong, 0);
}

static void the_future_has_not_happened(void)
{
    struct downtime a = {0};
    struct outage o;
    downtime_add(&a, 1000, 2000);
    downtime_add(&a, 50000, 60000);
    CHECK(!downtime_since(&a, 3000, 4000, &o)); // it ends later than now
    CHECK(downtime_since(&a, 3000, 60000, &o));
    downtime_cut(&a, 55000);
    CHECK(a.count == 2 && a.time[1].from == 50000 && a.time[1].to == 55000);
    downtime_cut(&a, 3000);
    CHECK(a.count == 1 && a.time[0].to == 2000);
    downtime_cut(&a, 1000);
    CHECK_NUMBER(a.count, 0);
}

static void is_kept_as_text(void)
{
    struct downtime a = {0}, b;
    struct buf text = {0};
    for (int64_t i = 1; i <= DOWNTIME_MAX + 3; i++)
        downtime_add(&a, 1000 * i, 1000 * i + 500);
    CHECK_NUMBER(a.count, DOWNTIME_MAX);
    CHECK_NUMBER(a.time[0].from, 4000);
    downtime_write(&a, &text);
    downtime_read(&b, buf_text(&text));
    CHECK_NUMBER(b.count, a.count);
    for (unsigned i = 0; i < a.count; i++)
        CHECK(a.time[i].from == b.time[i].from && a.time[i].to == b.time[i].to);
    buf_release(&text);
    static const char *const wrong[] = {
        "", "1", "1 2 3", "x y", "1 -2", "1  2", "99999999999999999999 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        downtime_read(&b, text_of(wrong[i]));
        CHECK_NUMBER(b.count, 0);
    }
}

// --- Elsewhere.

#define ONE TEXT("one")
#define TWO TEXT("two")

static void come_and_go(void)
{
    struct presence *e = presence_open(7);
    CHECK(!presence_has(e, 17));
    presence_joined(e, ONE, TEXT("17"), 0);
    presence_joined(e, TWO, TEXT("17 18"), 0);
    CHECK(presence_has(e, 17) && presence_has(e, 18) && !presence_has(e, 1));
    CHECK_NUMBER(presence_processes(e), 2);
    presence_left(e, ONE, TEXT("17"), 0);
    CHECK(presence_has(e, 17)); // still at the other
    presence_left(e, TWO, TEXT("17"), 0);
    CHECK(!presence_has(e, 17) && presence_has(e, 18));
    presence_stopped(e, TWO);
    CHECK(!presence_has(e, 18));
    presence_free(e);
}

static void a_beat_mends_what_was_missed(void)
{
    struct presence *e = presence_open(7);
    presence_joined(e, ONE, TEXT("17 18"), 0);
    presence_snapshot(e, ONE, 0); // that 17 went was lost; the beat has 18 and 19
    presence_joined(e, ONE, TEXT("18 19 "), 0);
    CHECK(presence_has(e, 17) && presence_has(e, 18) && presence_has(e, 19));
    presence_snapshot(e, ONE, 0);
    CHECK(!presence_has(e, 17) && presence_has(e, 18) && presence_has(e, 19));
    presence_free(e);
}

static void the_silent_have_nobody(void)
{
    struct presence *e = presence_open(7);
    presence_joined(e, ONE, TEXT("17"), 1000);
    presence_joined(e, TWO, TEXT("18"), 8000);
    presence_expire(e, 12000);
    CHECK(!presence_has(e, 17) && presence_has(e, 18));
    presence_joined(e, ONE, TEXT("17"), 12000);
    CHECK(presence_has(e, 17));
    presence_free(e);
}

static void nonsense_is_passed_over(void)
{
    struct presence *e = presence_open(7);
    char name[12];
    presence_joined(e, TEXT(""), TEXT("17"), 0);
    presence_joined(e, TEXT("a name that is much too long for the name of any process"), TEXT("17"),
                    0);
    CHECK(!presence_has(e, 17));
    presence_joined(e, ONE, TEXT("x -3  0 007 99999999999999999999999 \xff 17"), 0);
    CHECK(presence_has(e, 17) && !presence_has(e, 0) && !presence_has(e, 7));
    presence_left(e, ONE, TEXT("nobody  "), 0);
    presence_stopped(e, TEXT(""));
    for (unsigned i = 0; i < 1000; i++) { // no more than there is room for
        snprintf(name, sizeof name, "p%u", i);
        presence_joined(e, text_of(name), TEXT("5"), 0);
    }
    CHECK(presence_processes(e) < 1000 && presence_has(e, 17));
    presence_free(e);
}

static const struct test tests[] = {
    TEST(time_is_given_back_once),
    TEST(no_outage_is_given_back_twice),
    TEST(the_future_has_not_happened),
    TEST(is_kept_as_text),
    TEST(come_and_go),
    TEST(a_beat_mends_what_was_missed),
    TEST(the_silent_have_nobody),
    TEST(nonsense_is_passed_over),
};
TEST_MAIN(tests)
