// JSON as text: byte for byte what the library writes, over made-up values of every kind.
#include "proto/json_text.h"
#include "base/rng.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static void check_same(json_t *value)
{
    struct buf out = {0};
    char *expected = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    json_write(value, &out);
    CHECK(expected && buf_ok(&out));
    CHECK_TEXT(buf_text(&out), expected);
    free(expected);
    buf_release(&out);
    json_decref(value);
}

static void every_character_is_written_as_the_library_does(void)
{
    for (int c = 0; c < 0x80; c++) {
        char text[3] = {'a', (char)c, 'b'};
        check_same(json_stringn(text, sizeof text));
        check_same(json_stringn(text + 1, 1));
    }
    check_same(json_string("Буква, cœur, \xF0\x9F\x82\xA1, \xE2\x80\xA8"));
    check_same(json_string(""));
    check_same(json_pack("{s:s,s:s}", "a\"b\\\n", "x", "", "\t\x7f"));
}

static void numbers_are_written_as_the_library_does(void)
{
    static const json_int_t integers[] = {0,         1,        -1, 9, 10, -10, 1234567890123,
                                          INT64_MAX, INT64_MIN};
    static const double reals[] = {0.0, -0.5, 1.0, 1e300, -1e-300, 1500.25, 1.0 / 3};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        check_same(json_integer(integers[i]));
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        check_same(json_real(reals[i]));
}

static json_t *random_value(struct rng *rng, unsigned depth)
{
    char key[8];
    unsigned kind = rng_below(rng, depth ? 8 : 6), count = rng_below(rng, 5);
    json_t *value = kind == 6 ? json_array() : kind == 7 ? json_object() : NULL;
    switch (kind) {
    case 0:
        return json_true();
    case 1:
        return json_false();
    case 2:
        return json_null();
    case 3:
        return json_integer((json_int_t)rng_below(rng, 100000) - 50000);
    case 4:
        return json_real(rng_below(rng, 1000) / 7.0);
    case 5:
        return json_string(rng_below(rng, 2) ? "c2=T/b3c3c2" : "line\nline \"quoted\"");
    default:
        break;
    }
    for (unsigned i = 0; i < count; i++) {
        snprintf(key, sizeof key, "k%u", rng_below(rng, 1000));
        if (kind == 6)
            json_array_append_new(value, random_value(rng, depth - 1));
        else
            json_object_set_new(value, key, random_value(rng, depth - 1));
    }
    return value;
}

static void nested_values_are_written_as_the_library_does(void)
{
    static const uint8_t seed[RNG_SEED] = {"json_text"};
    struct rng rng;
    rng_seed(&rng, seed);
    check_same(json_array());
    check_same(json_object());
    for (unsigned i = 0; i < 2000; i++)
        check_same(random_value(&rng, 4));
}

static void nothing_is_an_error(void)
{
    struct buf out = {0};
    json_write(NULL, &out);
    CHECK(!buf_ok(&out));
    buf_release(&out);
}

static const struct test tests[] = {
    TEST(every_character_is_written_as_the_library_does),
    TEST(numbers_are_written_as_the_library_does),
    TEST(nested_values_are_written_as_the_library_does),
    TEST(nothing_is_an_error),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
