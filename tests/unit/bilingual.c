// FreeDict's dictionaries that have translations only.
#include "sources/readers/bilingual.h"
#include "count.h"
#include "dictd.h"
#include "test.h"

static void translations(void)
{
    struct reason why = {0};
    struct buf got = {0};
    struct text dict = TEXT("bezit /bəzit/\n1. assets\n2. possession,  property\n"
                            "Jemen /jemən/\nYemen\nbezig zijn /x/\nact\n");
    struct text index = TEXT("bezit\tA\ty\nJemen\ty\tV\nbezig zijn\tBH\tT\n");
    CHECK(bilingual_read(dict, index, &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), "bezit|0|assets\nbezit|0|possession, property\n");
    buf_release(&got);
}

static void malformed(void)
{
    struct reason why = {0};
    CHECK(!bilingual_read(TEXT("a\xFF"), TEXT("a\tA\tC\n"), NULL, &why));
    CHECK_NUMBER(why.what, MSG_TRANSLATION_NOT_UTF8);
    CHECK(!bilingual_read(TEXT("a"), TEXT("a\tA\tZ\n"), NULL, &why));
    CHECK_NUMBER(why.what, MSG_DICTD_OUTSIDE);
}

static void real_dictionary(void)
{
    struct buf dict = {0}, index = {0};
    struct reason why = {0};
    struct tally t;
    if (!test_freedict("nld-eng", &dict, &index))
        return;
    tally_init(&t, "nl");
    CHECK(bilingual_read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, &t},
                         &why));
    CHECK_NUMBER(t.words.count, 16927);
    CHECK_NUMBER(t.definitions.count, 21877);
    tally_release(&t);
    buf_release(&dict);
    buf_release(&index);
}

static const struct test tests[] = {TEST(translations), TEST(malformed), TEST(real_dictionary)};
TEST_MAIN(tests)
