// Limits: buckets empty and fill, keys are told apart, and a flood of keys forgets no one's debt.
#include "server/runtime/limit.h"
#include "server/runtime/secret.h"
#include "test.h"

#include <stdio.h>

static const int64_t NOON = 1790000000000;

static void a_bucket_empties_and_fills(void)
{
    struct limits *l = limits_open(1024);
    const struct limit_rule *rule = limit_rule(LIMIT_CHAT);
    int64_t wait = -1;
    for (uint32_t i = 0; i < rule->burst; i++) {
        CHECK(limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON, &wait));
        CHECK_NUMBER(wait, 0);
    }
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON, &wait));
    CHECK_NUMBER(wait, rule->every_ms);
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON + 100, &wait)); // refusals cost nothing
    CHECK_NUMBER(wait, rule->every_ms - 100);
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON + rule->every_ms - 1, &wait));
    CHECK_NUMBER(wait, 1);
    CHECK(limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON + rule->every_ms, NULL));
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON + rule->every_ms, NULL));
    CHECK(limit_take(l, LIMIT_CHAT, TEXT("bob"), NOON, NULL)); // others are not concerned
    CHECK(limit_take(l, LIMIT_REPORT, TEXT("ann"), NOON, NULL));
    // It never holds more than it holds.
    int64_t later = NOON + 1000LL * rule->every_ms;
    for (uint32_t i = 0; i < rule->burst; i++)
        CHECK(limit_take(l, LIMIT_CHAT, TEXT("ann"), later, NULL));
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), later, NULL));
    limits_free(l);
}

// In the long run as many pass as come back, whatever the moments.
static void the_rate_is_kept(void)
{
    struct limits *l = limits_open(64);
    const struct limit_rule *rule = limit_rule(LIMIT_MESSAGE);
    unsigned passed = 0;
    for (int64_t t = 0; t < 100LL * rule->every_ms; t += 3)
        passed += limit_take(l, LIMIT_MESSAGE, TEXT("7"), NOON + t, NULL);
    CHECK_NUMBER(passed, rule->burst + 99);
    limits_free(l);
}

static void several_tokens_at_once(void)
{
    struct limits *l = limits_open(64);
    const struct limit_rule *rule = limit_rule(LIMIT_ANALYSIS);
    int64_t wait;
    CHECK(limit_take_many(l, LIMIT_ANALYSIS, TEXT("ann"), rule->burst - 1, NOON, &wait));
    CHECK(!limit_take_many(l, LIMIT_ANALYSIS, TEXT("ann"), 3, NOON, &wait));
    CHECK_NUMBER(wait, 2 * (int64_t)rule->every_ms);
    CHECK(limit_take(l, LIMIT_ANALYSIS, TEXT("ann"), NOON, NULL)); // nothing was taken by that
    limit_give(l, LIMIT_ANALYSIS, TEXT("ann"), 3, NOON);
    CHECK(limit_take_many(l, LIMIT_ANALYSIS, TEXT("ann"), 3, NOON, &wait));
    CHECK(!limit_take(l, LIMIT_ANALYSIS, TEXT("ann"), NOON, &wait));
    limit_give(l, LIMIT_ANALYSIS, TEXT("ann"), 1000000, NOON); // not more than full
    limit_give(l, LIMIT_ANALYSIS, TEXT("nobody"), 1, NOON);
    CHECK(limit_take_many(l, LIMIT_ANALYSIS, TEXT("ann"), 4000000000U, NOON, &wait));
    CHECK(!limit_take(l, LIMIT_ANALYSIS, TEXT("ann"), NOON, &wait));
    limits_free(l);
}

static void addresses_of_one_customer_are_one(void)
{
    char out[LIMIT_ADDRESS];
    CHECK_TEXT(limit_address(TEXT("192.0.2.7"), out), "192.0.2.7");
    CHECK_TEXT(limit_address(TEXT("2001:db8:1:2:3:4:5:6"), out), "2001:db8:1:2::");
    CHECK_TEXT(limit_address(TEXT("2001:DB8:1:2::9"), out), "2001:db8:1:2::");
    CHECK_TEXT(limit_address(TEXT("2001:db8:1:3::9"), out), "2001:db8:1:3::");
    CHECK_TEXT(limit_address(TEXT("::ffff:192.0.2.7"), out), "192.0.2.7");
    CHECK_TEXT(limit_address(TEXT("fe80::1%eth0"), out), "fe80::");
    CHECK_TEXT(limit_address(TEXT("somewhere"), out), "somewhere");
    CHECK_TEXT(limit_address(TEXT(""), out), "");

    struct limits *l = limits_open(64);
    for (uint32_t i = 0; i < limit_rule(LIMIT_ACCOUNT)->burst; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8::%x", i + 1);
        CHECK(limit_take(l, LIMIT_ACCOUNT, text_of(address), NOON, NULL));
    }
    CHECK(!limit_take(l, LIMIT_ACCOUNT, TEXT("2001:db8::ffff"), NOON, NULL));
    CHECK(limit_take(l, LIMIT_ACCOUNT, TEXT("2001:db8:0:1::1"), NOON, NULL));
    // A name that looks like an address is a name.
    for (uint32_t i = 0; i < limit_rule(LIMIT_LOGIN_NAME)->burst; i++)
        CHECK(limit_take(l, LIMIT_LOGIN_NAME, TEXT("2001:db8::1"), NOON, NULL));
    CHECK(limit_take(l, LIMIT_LOGIN_NAME, TEXT("2001:db8::2"), NOON, NULL));
    limits_free(l);
}

static void empty_bucket(struct limits *l, const char *key)
{
    while (limit_take(l, LIMIT_LOGIN_NAME, text_of(key), NOON, NULL))
        ;
}

// Someone whose bucket is empty cannot get a new one by filling the table with other keys.
static void a_flood_resets_nobody(void)
{
    enum { ENTRIES = 256, VICTIMS = 7 };
    struct limits *l = limits_open(ENTRIES);
    char key[40];
    unsigned forgotten = 0;
    for (int i = 0; i < VICTIMS; i++) {
        snprintf(key, sizeof key, "victim %d", i);
        empty_bucket(l, key);
    }
    for (int i = 0; i < 100 * ENTRIES; i++) {
        snprintf(key, sizeof key, "flood %d", i);
        CHECK(limit_take(l, LIMIT_LOGIN_NAME, text_of(key), NOON, NULL));
    }
    for (int i = 0; i < VICTIMS; i++) {
        snprintf(key, sizeof key, "victim %d", i);
        forgotten += limit_take(l, LIMIT_LOGIN_NAME, text_of(key), NOON, NULL);
    }
    // Seven cannot fill all eight places where a key may lie.
    CHECK_NUMBER(forgotten, 0);
    limits_free(l);
}

// Where all buckets are full again, new keys find room.
static void old_entries_make_room(void)
{
    struct limits *l = limits_open(64);
    char key[40];
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "old %d", i);
        empty_bucket(l, key);
    }
    empty_bucket(l, "new");
    int64_t later = NOON + 24LL * 3600 * 1000;
    CHECK(limit_take(l, LIMIT_LOGIN_NAME, TEXT("new"), later, NULL));
    limits_free(l);
}

static void a_clock_that_is_set_back_locks_nobody_out(void)
{
    struct limits *l = limits_open(64);
    int64_t wait, day = 24LL * 3600 * 1000;
    const struct limit_rule *rule = limit_rule(LIMIT_CHAT);
    while (limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON, NULL))
        ;
    CHECK(!limit_take(l, LIMIT_CHAT, TEXT("ann"), NOON - day, &wait));
    CHECK(wait <= (int64_t)rule->burst * rule->every_ms);
    limits_free(l);
}

static void keys_of_any_length(void)
{
    static char key[5000];
    struct limits *l = limits_open(64);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (char)i;
    CHECK(limit_take(l, LIMIT_CHAT, (struct text){key, sizeof key}, NOON, NULL));
    CHECK(limit_take(l, LIMIT_REQUEST, (struct text){key, sizeof key}, NOON, NULL));
    CHECK(limit_take(l, LIMIT_REQUEST, (struct text){NULL, 0}, NOON, NULL));
    limits_free(l);
}

static void every_kind_has_a_rule(void)
{
    for (int i = 0; i < LIMIT_KINDS; i++) {
        const struct limit_rule *rule = limit_rule((enum limit_kind)i);
        CHECK(rule->name && rule->burst > 0 && rule->every_ms > 0);
    }
}

static const struct test tests[] = {
    TEST(a_bucket_empties_and_fills),
    TEST(the_rate_is_kept),
    TEST(several_tokens_at_once),
    TEST(addresses_of_one_customer_are_one),
    TEST(a_flood_resets_nobody),
    TEST(old_entries_make_room),
    TEST(a_clock_that_is_set_back_locks_nobody_out),
    TEST(keys_of_any_length),
    TEST(every_kind_has_a_rule),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    struct reason why;
    if (!secret_init(&why))
        return 1;
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
