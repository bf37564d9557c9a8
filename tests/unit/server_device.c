// Devices: a token is good for one account, with one password, for a time, and as it was issued.
#include "server/accounts/device.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define DAY (INT64_C(24) * 3600 * 1000)
#define NOON (20000 * DAY + DAY / 2)

static const struct secret_key key = {{1, 2, 3}}, other_key = {{1, 2, 4}};
static const char hash[] = "$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA";

static bool is_good(const char *token, int64_t account, const char *password, int64_t now)
{
    struct device d;
    return device_read(&key, text_of(token), now, &d) && device_knows(&key, &d, account, password);
}

static void a_token_is_for_one_account_and_password(void)
{
    char token[DEVICE_TOKEN];
    struct device d;
    device_issue(&key, 17, hash, NOON, token);
    CHECK(is_good(token, 17, hash, NOON));
    CHECK(!is_good(token, 18, hash, NOON));
    CHECK(!is_good(token, 1, hash, NOON));
    CHECK(!is_good(token, 17, "$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaB", NOON));
    CHECK(!is_good(token, 17, "", NOON));
    CHECK(!device_read(&other_key, text_of(token), NOON, &d));
    device_issue(&key, 17, "", NOON, token);
    CHECK(!is_good(token, 17, "", NOON)); // an account without a password has no logins
}

static void a_token_ends(void)
{
    char token[DEVICE_TOKEN];
    device_issue(&key, 17, hash, NOON, token);
    CHECK(is_good(token, 17, hash, NOON + (DEVICE_DAYS - 1) * DAY));
    CHECK(!is_good(token, 17, hash, NOON + DEVICE_DAYS * DAY));
    CHECK(is_good(token, 17, hash, NOON - DAY)); // a clock that is behind
    CHECK(!is_good(token, 17, hash, NOON - 2 * DAY));
}

static void what_was_altered_is_none(void)
{
    char token[DEVICE_TOKEN], altered[DEVICE_TOKEN + 1];
    struct device d;
    device_issue(&key, 17, hash, NOON, token);
    size_t len = strlen(token);
    for (size_t i = 0; i < len; i++) {
        memcpy(altered, token, len + 1);
        altered[i] = altered[i] == '1' ? '2' : '1';
        CHECK(!device_read(&key, text_of(altered), NOON, &d));
        CHECK(!device_read(&key, (struct text){token, i}, NOON, &d)); // cut off
    }
    snprintf(altered, sizeof altered, "%s1", token);
    CHECK(!device_read(&key, text_of(altered), NOON, &d));
    CHECK(!device_read(&key, TEXT("..."), NOON, &d));
}

static void no_two_devices_are_one(void)
{
    char token[DEVICE_TOKEN];
    struct device a, b;
    device_issue(&key, 17, hash, NOON, token);
    CHECK(device_read(&key, text_of(token), NOON, &a));
    device_issue(&key, 17, hash, NOON, token);
    CHECK(device_read(&key, text_of(token), NOON, &b));
    CHECK(strcmp(a.id, b.id) != 0);
}

static const struct test tests[] = {
    TEST(a_token_is_for_one_account_and_password),
    TEST(a_token_ends),
    TEST(what_was_altered_is_none),
    TEST(no_two_devices_are_one),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    struct reason why;
    if (!secret_init(&why))
        return 1;
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
