// Ratings: the worked example of Glickman's paper, and what must hold whatever the numbers are.
#include "match/rating.h"
#include "base/rng.h"
#include "test.h"

#include <float.h>
#include <math.h>

static bool near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

#define CHECK_NEAR(got, want, by)                                                              \
    do {                                                                                       \
        if (!near(got, want, by))                                                              \
            test_fail(__FILE__, __LINE__, "%s is %.9g, want %.9g", #got, (double)(got), want); \
    } while (0)

// "Example of the Glicko-2 system", the numbers at its end.
static void agrees_with_the_paper(void)
{
    struct rating own = {1500, 200, 0.06};
    struct rating_game games[] = {
        {{1400, 30, 0.06}, 1.0}, {{1550, 100, 0.06}, 0.0}, {{1700, 300, 0.06}, 0.0}};
    struct rating after = rating_after(&own, games, 3);
    CHECK_NEAR(after.rating, 1464.06, 0.01);
    CHECK_NEAR(after.deviation, 151.52, 0.01);
    CHECK_NUMBER(floor(after.volatility * 1e5), 5999); // the paper cuts it off
    CHECK_NEAR(after.volatility, 0.059996, 0.0000005);
}

// A period without games: only the deviation grows, by the volatility (step 6 of the paper).
static void grows_without_games(void)
{
    struct rating own = {1500, 200, 0.06}, after = rating_after(&own, NULL, 0);
    CHECK_NEAR(after.rating, 1500.0, 1e-9);
    CHECK_NEAR(after.deviation, sqrt(200.0 * 200.0 + 0.06 * 173.7178 * 0.06 * 173.7178), 1e-9);
    CHECK_NEAR(after.volatility, 0.06, 1e-12);
}

static void rests(void)
{
    struct rating r = {1600, 60, 0.06};
    rating_rest(&r, 0);
    CHECK(r.rating == 1600 && r.volatility == 0.06);
    CHECK_NEAR(r.deviation, 60.0, 1e-9);
    rating_rest(&r, -5);
    CHECK_NEAR(r.deviation, 60.0, 1e-9);
    rating_rest(&r, 365);
    CHECK_NEAR(r.deviation, sqrt(3600 + 365 * 0.2 * 0.06 * 173.7178 * 0.06 * 173.7178), 1e-9);
    CHECK(r.deviation > 106 && r.deviation < 108);
    struct rating once = {1600, 60, 0.06}, twice = once;
    rating_rest(&once, 30);
    rating_rest(&twice, 10);
    rating_rest(&twice, 20);
    CHECK_NEAR(once.deviation, twice.deviation, 1e-9);
    rating_rest(&r, 1e300);
    CHECK(r.deviation == RATING_DEVIATION_MAX);
    CHECK(r.rating == 1600);
}

static void equals_share_evenly(void)
{
    struct rating p[2] = {RATING_NEW, RATING_NEW};
    rating_match(p, (unsigned[]){0, 1}, 2);
    CHECK(p[0].rating > 1500 && p[1].rating < 1500);
    CHECK_NEAR(p[0].rating - 1500, 1500 - p[1].rating, 1e-9);
    CHECK(p[0].deviation == p[1].deviation && p[0].deviation < 350);
    CHECK_NEAR(p[0].rating, 1662.31, 0.01); // the first win of two new players
    struct rating drawn[2] = {RATING_NEW, RATING_NEW};
    rating_match(drawn, (unsigned[]){3, 3}, 2);
    CHECK_NEAR(drawn[0].rating, 1500.0, 1e-9);
    CHECK(drawn[0].deviation < 350);
}

static double random_within(struct rng *r, double low, double high)
{
    return low + (high - low) * rng_next(r) / 4294967296.0;
}

static struct rating random_rating(struct rng *r)
{
    return (struct rating){random_within(r, 100, 4000), random_within(r, 30, 350),
                           random_within(r, 0.01, 0.15)};
}

static bool sound(const struct rating *r)
{
    return isfinite(r->rating) && r->rating >= RATING_MIN && r->rating <= RATING_MAX &&
           isfinite(r->deviation) && r->deviation >= RATING_DEVIATION_MIN &&
           r->deviation <= RATING_DEVIATION_MAX && isfinite(r->volatility) &&
           r->volatility >= RATING_VOLATILITY_MIN && r->volatility <= RATING_VOLATILITY_MAX;
}

static bool same(const struct rating *a, const struct rating *b)
{
    // Sums in another order differ in their last digits, and the search for the volatility stops
    // a little earlier or later.
    return near(a->rating, b->rating, 1e-4) && near(a->deviation, b->deviation, 1e-4) &&
           near(a->volatility, b->volatility, 1e-6);
}

// The seat makes no difference.
static void seats_make_no_difference(void)
{
    struct rng r;
    rng_seed_hex(&r, TEXT("7a7e"));
    for (int round = 0; round < 2000; round++) {
        unsigned count = 2 + rng_below(&r, 3), turn = 1 + rng_below(&r, count - 1);
        struct rating p[4], turned[4];
        unsigned rank[4], turned_rank[4];
        for (unsigned i = 0; i < count; i++) {
            p[i] = random_rating(&r);
            rank[i] = rng_below(&r, count);
            turned[(i + turn) % count] = p[i];
            turned_rank[(i + turn) % count] = rank[i];
        }
        rating_match(p, rank, count);
        rating_match(turned, turned_rank, count);
        for (unsigned i = 0; i < count; i++) {
            CHECK(sound(&p[i]));
            CHECK(same(&p[i], &turned[(i + turn) % count]));
        }
    }
}

// Better results never lower a rating, and a win against a stronger player is worth more.
static void more_is_better(void)
{
    struct rng r;
    rng_seed_hex(&r, TEXT("be77e4"));
    for (int round = 0; round < 2000; round++) {
        struct rating own = random_rating(&r), other = random_rating(&r);
        struct rating lost = rating_after(&own, &(struct rating_game){other, 0.0}, 1);
        struct rating drew = rating_after(&own, &(struct rating_game){other, 0.5}, 1);
        struct rating won = rating_after(&own, &(struct rating_game){other, 1.0}, 1);
        CHECK(lost.rating <= own.rating && own.rating <= won.rating);
        CHECK(lost.rating <= drew.rating && drew.rating <= won.rating);
        CHECK(own.rating - lost.rating < 1500 && won.rating - own.rating < 1500);
    }
    struct rating own = {1500, 80, 0.06};
    double last = 0;
    for (int strength = 500; strength <= 3000; strength += 100) {
        struct rating_game game = {{strength, 60, 0.06}, 1.0};
        double gain = rating_after(&own, &game, 1).rating - 1500;
        CHECK(gain >= last);
        last = gain;
    }
}

static void nothing_makes_nonsense(void)
{
    static const double odd[] = {0,         -0.0,    1,       -1,       1e-300, 1e300,
                                 -1e300,    DBL_MAX, DBL_MIN, -DBL_MAX, 1500,   INFINITY,
                                 -INFINITY, NAN,     1e-9,    173.7};
    enum { ODD = sizeof odd / sizeof *odd };
    struct rng r;
    rng_seed_hex(&r, TEXT("0dd"));
    for (int round = 0; round < 20000; round++) {
        struct rating p[4];
        unsigned rank[4], count = 2 + rng_below(&r, 3);
        for (unsigned i = 0; i < count; i++) {
            p[i] = (struct rating){odd[rng_below(&r, ODD)], odd[rng_below(&r, ODD)],
                                   odd[rng_below(&r, ODD)]};
            rank[i] = rng_next(&r);
            rating_rest(&p[i], odd[rng_below(&r, ODD)]);
            CHECK(sound(&p[i]));
        }
        rating_match(p, rank, count);
        for (unsigned i = 0; i < count; i++)
            CHECK(sound(&p[i]));
        struct rating_game game = {p[0], odd[rng_below(&r, ODD)]};
        p[1] = rating_after(&p[1], &game, 1);
        CHECK(sound(&p[1]));
    }
}

// Two players of whom one wins three of four: the ratings settle about 191 points apart.
static void finds_the_difference(void)
{
    struct rating p[2] = {RATING_NEW, RATING_NEW};
    struct rng r;
    double sum = 0;
    rng_seed_hex(&r, TEXT("191"));
    for (int game = 0; game < 5000; game++) {
        unsigned loser = rng_below(&r, 4) == 0 ? 0 : 1;
        rating_match(p, (unsigned[]){loser == 0, loser == 1}, 2);
        if (game >= 1000)
            sum += p[0].rating - p[1].rating;
    }
    CHECK_NEAR(sum / 4000, 400 * log10(3.0), 15.0);
    CHECK(p[0].deviation > 40 && p[0].deviation < 90);
}

static const struct test tests[] = {
    TEST(agrees_with_the_paper),  TEST(grows_without_games),      TEST(rests),
    TEST(equals_share_evenly),    TEST(seats_make_no_difference), TEST(more_is_better),
    TEST(nothing_makes_nonsense), TEST(finds_the_difference),
};
TEST_MAIN(tests)
