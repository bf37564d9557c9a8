// Messages of clients: read by the short way where they are flat, by the library where not, and the
// same either way.
#include "proto/json_in.h"

#include "proto/json_load.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
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
    REQUIRE(json_in_open(&in, TEXT(message)) && !in.tree);
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
        REQUIRE(json_in_open(&in, text_of(messages[i])));
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

// Building the tree of any text takes a bounded number of allocations. Texts of the greatest
// length that a route takes, of all shapes that cost much.
static unsigned allocations;

static void *counting_malloc(size_t size)
{
    allocations++;
    return malloc(size);
}

static void repeat(struct buf *out, const char *begin, const char *part, const char *end)
{
    buf_clear(out);
    buf_add_string(out, begin);
    while (out->len + strlen(part) + strlen(end) <= (size_t)64 * 1024)
        buf_add_string(out, part);
    buf_add_string(out, end);
}

static void a_tree_has_bounds(void)
{
    static const struct {
        const char *begin, *part, *end;
        bool small;
    } shapes[] = {
        {"{\"a\":[{}", ",{}", "]}", false},
        {"{\"a\":[1", ",1", "]}", false},
        {"{\"a\":[[]", ",[]", "]}", false},
        {"{\"a\":1", ",\"b\":1", "}", false},
        {"{\"a\":", "{\"a\":", "", false},
        {"{\"a\":", "[", "", false},
        {"{\"a\":\"", "\\u0041", "\"}", true},
        {"{\"a\":\"", "[,{\\\"", "\"}", true},
        {"{\"a\":", " ", "1}", true},
        {"", "}", "", true},
        {"{\"a\":[", "\"\\\\\",", "\"\"]}", false},
    };
    struct buf text = {0};
    json_set_alloc_funcs(counting_malloc, free);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct json_in in;
        repeat(&text, shapes[i].begin, shapes[i].part, shapes[i].end);
        allocations = 0;
        CHECK_NUMBER(json_is_small(buf_text(&text)), shapes[i].small);
        if (json_in_open(&in, buf_text(&text)))
            json_in_close(&in);
        CHECK(allocations < 100);
    }
    json_set_alloc_funcs(malloc, free);
    buf_release(&text);
}

static void the_bounds_are_what_they_say(void)
{
    struct buf text = {0};
    for (int more = 0; more < 2; more++) {
        buf_clear(&text);
        buf_add_string(&text, "{\"a\":[1"); // two are open, and one value
        for (int i = 3 - more; i < JSON_VALUES_MAX; i++)
            buf_add_string(&text, ",1");
        buf_add_string(&text, "]}");
        CHECK_NUMBER(json_is_small(buf_text(&text)), !more);
        buf_clear(&text);
        buf_add_string(&text, "{\"a\":");
        for (int i = 1 - more; i < JSON_DEPTH_MAX; i++)
            buf_add_byte(&text, '[');
        CHECK_NUMBER(json_is_small(buf_text(&text)), !more);
    }
    buf_release(&text);
}

static const struct test tests[] = {
    TEST(a_move_needs_no_tree),
    TEST(every_kind_comes_by_both_ways),
    TEST(what_is_no_object_is_refused),
    TEST(what_is_not_flat_is_read_all_the_same),
    TEST(an_object_from_elsewhere_is_not_closed),
    TEST(a_tree_has_bounds),
    TEST(the_bounds_are_what_they_say),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
