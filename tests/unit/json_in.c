// Messages of clients: read by the short way where they are flat, by the library where not, and the
// same either way.
#include "proto/json_in.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bool opens(const char *message, bool flat)
{
    struct json_in in;
    if (!json_in_open(&in, text_of(message)))
        return false;
    bool is_flat = !in.tree;
    json_in_close(&in);
    return is_flat == flat;
}

static void a_move_needs_no_tree(void)
{
    static const char message[] =
        "{\"op\":\"act\",\"match\":\"k3Xf\",\"verb\":\"move\",\"move\":\"c2=Ж/b3c3c2\","
        "\"seq\":17,\"request\":\"r-1\"}";
    struct json_in in;
    struct reason why;
    struct text move = {0};
    int64_t seq = -1, moves = 5;
    CHECK(json_in_open(&in, TEXT(message)) && !in.tree);
    CHECK(json_in_text(&in, "move", 40, &move, &why));
    CHECK_TEXT(move, "c2=Ж/b3c3c2");
    CHECK(json_in_number(&in, "seq", 0, 99, &seq, &why));
    CHECK_NUMBER(seq, 17);
    CHECK(json_in_number(&in, "moves", 0, 99, &moves, &why));
    CHECK_NUMBER(moves, 5);
    CHECK(!json_in_text(&in, "move", 5, &move, &why));
    CHECK_NUMBER(why.what, MSG_API_WANTS_TEXT);
    CHECK(!json_in_text(&in, "seq", 40, &move, &why));
    CHECK(!json_in_number(&in, "seq", 18, 99, &seq, &why));
    CHECK_NUMBER(why.what, MSG_API_WANTS_NUMBER);
    CHECK(!json_in_number(&in, "seq", 0, 16, &seq, &why));
    CHECK(!json_in_number(&in, "move", 0, 99, &seq, &why));
    json_in_close(&in);
}

static void every_kind_comes_by_both_ways(void)
{
    static const char flat[] =
        "{ \"t\" : \"x\" ,\n\"n\":-12,\t\"y\":true,\"f\":false,\"0\":null}\r\n";
    static const char nested[] =
        "{\"t\":\"\\u0078\",\"n\":-12,\"y\":true,\"f\":false,\"0\":null,\"o\":[1],\"r\":1.5}";
    static const char *const messages[] = {flat, nested};
    for (unsigned i = 0; i < 2; i++) {
        struct json_in in;
        CHECK(json_in_open(&in, text_of(messages[i])));
        CHECK((in.tree != NULL) == (i == 1));
        CHECK_TEXT(json_in_find(&in, "t").text, "x");
        CHECK_NUMBER(json_in_find(&in, "n").number, -12);
        CHECK_NUMBER(json_in_find(&in, "n").kind, JSON_IN_NUMBER);
        CHECK_NUMBER(json_in_find(&in, "y").kind, JSON_IN_TRUE);
        CHECK_NUMBER(json_in_find(&in, "f").kind, JSON_IN_FALSE);
        CHECK_NUMBER(json_in_find(&in, "0").kind, JSON_IN_NULL);
        CHECK_NUMBER(json_in_find(&in, "q").kind, JSON_IN_NONE);
        CHECK_NUMBER(json_in_find(&in, "o").kind, i ? JSON_IN_OTHER : JSON_IN_NONE);
        CHECK_NUMBER(json_in_find(&in, "r").kind, i ? JSON_IN_OTHER : JSON_IN_NONE);
        json_in_close(&in);
    }
}

static void what_is_no_object_is_refused(void)
{
    static const char *const bad[] = {
        "",
        " ",
        "{",
        "}",
        "[]",
        "1",
        "\"a\"",
        "null",
        "{} x",
        "{}{}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":-}",
        "{\"a\":+1}",
        "{\"a\":1.}",
        "{\"a\":truely}",
        "{\"a\":True}",
        "{\"a\":\"b}",
        "{\"a\":\"\x01\"}",
        "{\"a\":\"\\u0000\"}",
        "{\"a\":\"\\ud83c\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\xff\"}",
        "{\"a\":\"\xed\xa0\x80\"}",
        "{\"\xc0\x80\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"b\":3,\"a\":{}}",
        "{\"a\":99999999999999999999}",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct json_in in;
        bool opened = json_in_open(&in, text_of(bad[i]));
        if (opened)
            fprintf(stderr, "# %s\n", bad[i]);
        CHECK(!opened);
    }
}

static void what_is_not_flat_is_read_all_the_same(void)
{
    char many[400] = "{\"m0\":0";
    CHECK(opens("{}", true));
    CHECK(opens("{\"\":\"\"}", true));
    CHECK(opens("{\"a\":999999999999999999}", true));
    CHECK(opens("{\"a\":-9223372036854775808}", false));
    CHECK(opens("{\"a\":{}}", false));
    CHECK(opens("{\"a\":1e3}", false));
    CHECK(opens("{\"a\":\"\\/\"}", false));
    for (int i = 1; i < JSON_IN_MEMBERS; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), ",\"m%d\":%d", i, i);
    snprintf(many + strlen(many), sizeof many - strlen(many), "}");
    CHECK(opens(many, true));
    snprintf(many + strlen(many) - 1, 20, ",\"more\":1}");
    CHECK(opens(many, false));
}

static void an_object_from_elsewhere_is_not_closed(void)
{
    json_t *object = json_pack("{s:i}", "a", 3);
    struct json_in in = json_in_of(object);
    CHECK_NUMBER(json_in_find(&in, "a").number, 3);
    json_decref(object);
    in = json_in_of(NULL);
    CHECK_NUMBER(json_in_find(&in, "a").kind, JSON_IN_NONE);
}

static const struct test tests[] = {
    TEST(a_move_needs_no_tree),
    TEST(every_kind_comes_by_both_ways),
    TEST(what_is_no_object_is_refused),
    TEST(what_is_not_flat_is_read_all_the_same),
    TEST(an_object_from_elsewhere_is_not_closed),
};

int main(void)
{
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
