// The words of a hunspell dictionary, without its affixes.
#include "sources/readers/hunspell_list.h"
#include "count.h"
#include "test.h"

static bool take_spelling(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_add_text(out, entry->spelling);
    buf_add_byte(out, '|');
    CHECK_NUMBER(entry->classes, 0);
    CHECK_NUMBER(entry->tier, 0);
    return true;
}

static void reads(struct text dic, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(hunspell_list_read(dic, &(struct source_sink){take_spelling, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void refuses(struct text dic, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!hunspell_list_read(dic, &(struct source_sink){take_spelling, &got}, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void words_without_flags(void)
{
    reads(TEXT("4\nкот/I\nёлка/J\nпальто\nеж\tpo:noun\n"), "кот|ёлка|пальто|еж|");
    reads(TEXT("\xEF\xBB\xBF"
               "1\r\nкот/I\r\n\r\n"),
          "кот|");
    reads(TEXT("0"), "");
}

static void a_slash_can_be_part_of_a_word(void)
{
    reads(TEXT("2\nи\\/или/A\nкм\\/ч\n"), "и/или|км/ч|");
    reads(TEXT("1\nа\\"), "а\\|");
}

static void words_with_capitals_are_left_out(void)
{
    reads(TEXT("3\nЧП\nМосква/J\nмосквич/K\nмВт\n"), "москвич|");
}

static void malformed_files(void)
{
    refuses(TEXT(""), MSG_HUNSPELL_LIST_NO_COUNT, 1);
    refuses(TEXT("кот/I\n"), MSG_HUNSPELL_LIST_NO_COUNT, 1);
    refuses(TEXT("2\nкот\nк\xFFт\n"), MSG_HUNSPELL_LIST_NOT_UTF8, 3);
    refuses(TEXT("1\n/I\n"), MSG_HUNSPELL_LIST_NO_WORD, 2);
    refuses(TEXT("1\n\tpo:noun\n"), MSG_HUNSPELL_LIST_NO_WORD, 2);
}

static void the_real_dictionary(void)
{
    struct tally t;
    struct reason why = {0};
    struct buf dic = {0};
    if (test_source("hunspell-ru/usr/share/hunspell/ru_RU.dic", &dic)) {
        tally_init(&t, "ru");
        CHECK(hunspell_list_read(buf_text(&dic), &(struct source_sink){tally_take, &t}, &why));
        CHECK_NUMBER(t.entries, 142823);
        CHECK_NUMBER(t.words.count, 135536); // words with ё are there with е too
        CHECK_NUMBER(t.unfoldable, 0);
        tally_release(&t);
    }
    buf_release(&dic);
}

static const struct test tests[] = {
    TEST(words_without_flags),
    TEST(a_slash_can_be_part_of_a_word),
    TEST(words_with_capitals_are_left_out),
    TEST(malformed_files),
    TEST(the_real_dictionary),
};
TEST_MAIN(tests)
