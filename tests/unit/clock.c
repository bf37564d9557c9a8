// The clocks of a match, to the millisecond.
#include "match/clock.h"
#include "test.h"

static struct clocks started(enum clock_kind kind, int64_t base_ms, int64_t increment_ms)
{
    struct clocks c;
    clocks_init(&c, &(struct clock_terms){kind, base_ms, increment_ms});
    return c;
}

static void none_never_ends(void)
{
    struct clocks c = started(CLOCK_NONE, 0, 0);
    unsigned seat = 7;
    clocks_run(&c, 1, 1000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 0);
    CHECK_NUMBER(seat, 7);
    CHECK_NUMBER(clocks_left(&c, 0, 5000000), 0);
    clocks_move(&c, 0, 6000);
    CHECK_NUMBER(clocks_left(&c, 0, 7000), 0);
}

static void per_move_is_whole_again(void)
{
    struct clocks c = started(CLOCK_PER_MOVE, 10000, 0);
    unsigned seat = 7;
    CHECK_NUMBER(clocks_deadline(&c, &seat), 0);
    clocks_run(&c, 1, 1000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 11000);
    CHECK_NUMBER(seat, 0);
    CHECK_NUMBER(clocks_left(&c, 0, 1000), 10000);
    CHECK_NUMBER(clocks_left(&c, 0, 10999), 1);
    CHECK_NUMBER(clocks_left(&c, 0, 11000), 0);
    CHECK_NUMBER(clocks_left(&c, 0, 99000), 0);
    CHECK_NUMBER(clocks_left(&c, 0, 500), 10000); // asked for a time before it ran
    clocks_move(&c, 0, 9000);
    clocks_run(&c, 2, 9000);
    CHECK_NUMBER(clocks_left(&c, 0, 9500), 10000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 19000);
    CHECK_NUMBER(seat, 1);
}

static void fischer_keeps_a_stock(void)
{
    struct clocks c = started(CLOCK_FISCHER, 60000, 5000);
    unsigned seat;
    clocks_run(&c, 1, 1000);
    clocks_move(&c, 0, 21000); // 20 s used, 5 s got
    clocks_run(&c, 2, 21000);
    CHECK_NUMBER(clocks_left(&c, 0, 30000), 45000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 81000);
    clocks_run(&c, 1, 31000); // B's turn ends without a move
    CHECK_NUMBER(clocks_left(&c, 1, 99000), 50000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 76000);
    CHECK_NUMBER(seat, 0);
    clocks_run(&c, 0, 80000);
    CHECK_NUMBER(clocks_left(&c, 0, 90000), 0); // never below 0
}

static void several_run_at_once(void)
{
    struct clocks c = started(CLOCK_FISCHER, 60000, 1000);
    unsigned seat;
    clocks_run(&c, 7, 1000);
    clocks_move(&c, 1, 11000);
    clocks_run(&c, 7, 11000); // the others just go on
    CHECK_NUMBER(clocks_left(&c, 0, 21000), 40000);
    CHECK_NUMBER(clocks_left(&c, 1, 21000), 41000);
    CHECK_NUMBER(clocks_left(&c, 2, 21000), 40000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 61000);
    CHECK_NUMBER(seat, 0); // the first of equals
    clocks_run(&c, 6, 21000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 61000);
    CHECK_NUMBER(seat, 2);
}

static void holds_do_not_count(void)
{
    struct clocks c = started(CLOCK_FISCHER, 60000, 0);
    unsigned seat;
    clocks_run(&c, 1, 1000);
    clocks_hold(&c, 30000, 41000);
    CHECK_NUMBER(clocks_left(&c, 0, 41000), 50000);
    CHECK_NUMBER(clocks_left(&c, 1, 41000), 60000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 91000);
    clocks_hold(&c, INT64_C(1) << 60, 51000); // more than there was gives back all, and no more
    CHECK_NUMBER(clocks_left(&c, 0, 51000), 60000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 111000);
}

static void days_are_long(void)
{
    struct clocks c = started(CLOCK_CORRESPONDENCE, 3 * CLOCK_DAY, 0);
    unsigned seat;
    clocks_run(&c, 1, 1000);
    CHECK_NUMBER(clocks_deadline(&c, &seat), 1000 + INT64_C(3) * 24 * 60 * 60 * 1000);
    clocks_move(&c, 0, 2 * CLOCK_DAY);
    CHECK_NUMBER(clocks_left(&c, 0, 2 * CLOCK_DAY), 3 * CLOCK_DAY);
}

static const struct test tests[] = {
    TEST(none_never_ends),     TEST(per_move_is_whole_again), TEST(fischer_keeps_a_stock),
    TEST(several_run_at_once), TEST(holds_do_not_count),      TEST(days_are_long),
};
TEST_MAIN(tests)
