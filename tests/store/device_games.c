// Games of devices that accounts keep.
#include "store/device_games.h"

#include "store/support.h"

#include <stdio.h>
#include <string.h>

static struct store_device_game make_game(int64_t account, const char *id, int64_t version,
                                          const char *record)
{
    struct store_device_game g = {.account = account,
                                  .version = version,
                                  .begun = 10,
                                  .changed = 20,
                                  .head = TEXT("{\"helped\":true}"),
                                  .record = text_of(record)};
    SET(g.id, id);
    return g;
}

struct taken {
    char text[200];
};

static bool take_game(void *context, const struct store_device_game *g)
{
    struct taken *t = context;
    char line[100];
    snprintf(line, sizeof line, "%s/%lld/%lld-%lld/%.*s/%.*s ", g->id, (long long)g->version,
             (long long)g->begun, (long long)g->changed, TEXT_ARG(g->head), TEXT_ARG(g->record));
    APPEND(t->text, line);
    return true;
}

static bool take_id(void *context, const struct store_device_game *g)
{
    struct taken *t = context;
    APPEND(t->text, g->id);
    return true;
}

static void check_ids(struct store_tx *tx, int64_t account, const char *after, unsigned limit,
                      const char *want)
{
    struct taken t = {""};
    struct store_page page = {.after_id = after, .limit = limit};
    CHECK_STATUS(store_device_game_list(tx, account, &page, take_id, &t), STORE_OK);
    CHECK_TEXT(text_of(t.text), want);
}

JOB_TEST(games_are_kept_by_account)
{
    struct taken t = {""};
    struct store_device_game a = make_game(1, "a", 5, "one"), b = make_game(1, "b", 6, "two"),
                             other = make_game(2, "a", 7, "three");
    int64_t count = 0;
    add_accounts(tx, 2);
    CHECK_STATUS(store_device_game_get(tx, 1, "a", take_game, &t), STORE_NONE);
    CHECK_STATUS(store_device_game_put(tx, &b, 0), STORE_OK);
    CHECK_STATUS(store_device_game_put(tx, &a, 0), STORE_OK);
    CHECK_STATUS(store_device_game_put(tx, &other, 0), STORE_OK);
    CHECK_STATUS(store_device_game_get(tx, 1, "a", take_game, &t), STORE_OK);
    CHECK_TEXT(text_of(t.text), "a/5/10-20/{\"helped\":true}/one ");
    CHECK_STATUS(store_device_game_count(tx, 1, &count), STORE_OK);
    CHECK_NUMBER(count, 2);
    check_ids(tx, 1, "", 9, "ab");
    check_ids(tx, 1, "", 1, "a");
    check_ids(tx, 1, "a", 9, "b");
    CHECK_STATUS(store_device_game_drop(tx, 1, "a"), STORE_OK);
    CHECK_STATUS(store_device_game_drop(tx, 1, "a"), STORE_OK);
    check_ids(tx, 1, "", 9, "b");
    check_ids(tx, 2, "", 9, "a");
}

JOB_TEST(only_the_version_that_was_seen_is_replaced)
{
    struct taken t = {""};
    struct store_device_game first = make_game(1, "a", 5, "one"),
                             second = make_game(1, "a", 6, "two"),
                             third = make_game(1, "a", 7, "three"),
                             nobody = make_game(77, "a", 7, "three");
    add_accounts(tx, 1);
    CHECK_STATUS(store_device_game_put(tx, &first, 0), STORE_OK);
    CHECK_STATUS(store_device_game_put(tx, &second, 0), STORE_TAKEN);
    CHECK_STATUS(store_device_game_put(tx, &second, 5), STORE_OK);
    CHECK_STATUS(store_device_game_put(tx, &third, 5), STORE_TAKEN);
    CHECK_STATUS(store_device_game_get(tx, 1, "a", take_game, &t), STORE_OK);
    CHECK_TEXT(text_of(t.text), "a/6/10-20/{\"helped\":true}/two ");
    CHECK_STATUS(store_device_game_put(tx, &nobody, 0), STORE_NONE);
    CHECK_STATUS(store_device_game_put(tx, &nobody, 3), STORE_NONE);
}

JOB_TEST(a_closed_account_keeps_none)
{
    struct store_device_game mine = make_game(1, "a", 5, "one"),
                             theirs = make_game(2, "a", 5, "one");
    add_accounts(tx, 2);
    CHECK_STATUS(store_device_game_put(tx, &mine, 0), STORE_OK);
    CHECK_STATUS(store_device_game_put(tx, &theirs, 0), STORE_OK);
    CHECK_STATUS(store_account_close(tx, 1), STORE_OK);
    check_ids(tx, 1, "", 9, "");
    check_ids(tx, 2, "", 9, "a");
    CHECK_STATUS(store_device_game_put(tx, &mine, 0), STORE_NONE);
}

static const struct test tests[] = {
    TEST(games_are_kept_by_account),
    TEST(only_the_version_that_was_seen_is_replaced),
    TEST(a_closed_account_keeps_none),
};
TEST_MAIN(tests)
