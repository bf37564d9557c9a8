// The German list of Tanglet.
#include "sources/german/tanglet.h"
#include "count.h"
#include "sources/readers/gunzip.h"
#include "test.h"

static void reads(struct text list, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(tanglet_read(list, &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void refuses(struct text list, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!tanglet_read(list, &(struct source_sink){listing_take, &got}, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void keys_and_forms(void)
{
    reads(TEXT("EULE Eule\nSCHNELL\nUEBERGROSS übergroß\n"), "Eule|0|\nschnell|0|\nübergroß|0|\n");
    reads(TEXT("WEG weg Weg\r\n\n  \nZU  zu "), "weg|0|\nWeg|0|\nzu|0|\n");
    reads(TEXT("DVD DVD\nCDS CDs\nABC Abc ABC\n"), "Abc|0|\n");
    reads(TEXT(""), "");
}

static void malformed(void)
{
    refuses(TEXT("EULE Eule\nschnell\n"), MSG_TANGLET_KEY, 2);
    refuses(TEXT("ÄHRE Ähre\n"), MSG_TANGLET_KEY, 1);
    refuses(TEXT("A\nAEHRE \xC4hre\n"), MSG_TANGLET_NOT_UTF8, 2);
    refuses(TEXT("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
            MSG_TANGLET_KEY, 1);
}

static bool stop(void *context, const struct source_entry *entry)
{
    (void)context, (void)entry;
    return false;
}

static void a_sink_can_stop(void)
{
    struct reason why = {.line = 7};
    CHECK(!tanglet_read(TEXT("A a A\nB"), &(struct source_sink){stop, NULL}, &why));
    CHECK(!tanglet_read(TEXT("A\nB"), &(struct source_sink){stop, NULL}, &why));
    CHECK_NUMBER(why.line, 7);
}

// 675,650 keys, each at least one word. Some are two (AE stands for Ä and for AE): 52 more. Złoty
// and Złotys have a letter that no German alphabet has, and 54 words are abbreviations only.
static void the_real_list(void)
{
    struct buf packed = {0}, list = {0};
    struct reason why = {0};
    struct tally t;
    if (!test_source("tanglet-data/usr/share/tanglet/gamedata/de/words", &packed))
        return;
    tally_init(&t, "de");
    CHECK(gunzip(buf_text(&packed), 1u << 25, &list, &why));
    CHECK(tanglet_read(buf_text(&list), &(struct source_sink){tally_take, &t}, &why));
    CHECK_NUMBER(t.words.count, 675646);
    CHECK_NUMBER(t.unfoldable, 2);
    tally_release(&t);
    buf_release(&packed);
    buf_release(&list);
}

static const struct test tests[] = {
    TEST(keys_and_forms),
    TEST(malformed),
    TEST(a_sink_can_stop),
    TEST(the_real_list),
};
TEST_MAIN(tests)
