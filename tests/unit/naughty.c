// The reader of naughty-words: JSON lists of strings.
#include "sources/readers/naughty.h"
#include "test.h"

static bool print(void *context, const struct source_entry *e)
{
    CHECK_NUMBER(e->marks, MARK_OFFENSIVE);
    buf_printf(context, "%.*s/%u;", TEXT_ARG(e->spelling), (unsigned)e->line);
    return true;
}

static void check(const char *list, const char *want)
{
    struct buf got = {0};
    struct source_sink sink = {print, &got};
    struct reason why = {0};
    CHECK(naughty_read(text_of(list), &sink, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void words_and_phrases(void)
{
    check("[]", "");
    check(" [ \"arse\" ]\n", "arse/1;");
    check("[\n  \"arse\",\n  \"ball gag\",\n  \"möse\",\n  \"2g1c\",\n  \"ka\"\n]\n",
          "arse/2;möse/4;ka/6;");
    check("[\"caf\\u00E9\", \"a\\\"b\", \"a\\nb\", \"\\ud83d\\udd95\", \"\"]", "café/1;");
}

static void refused(const char *list, uint32_t line)
{
    struct buf got = {0};
    struct source_sink sink = {print, &got};
    struct reason why = {0};
    CHECK(!naughty_read(text_of(list), &sink, &why));
    CHECK_NUMBER(why.what, MSG_NAUGHTY_LINE);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void what_is_no_list_is_refused(void)
{
    refused("", 1);
    refused("{}", 1);
    refused("[\n\"a\"\n\"b\"]", 3);
    refused("[\"a\",]", 1);
    refused("[\"a", 1);
    refused("[\"a\\", 1);
    refused("[\"a\\u12", 1);
    refused("[\"a\\u12g4\"]", 1);
    refused("[\"a\n\"]", 1);
    refused("[\"\xff\"]", 1);
    refused("[7]", 1);
}

static bool stop(void *context, const struct source_entry *e)
{
    (void)e;
    return --*(int *)context > 0;
}

static void a_sink_that_stops(void)
{
    int left = 2;
    struct source_sink sink = {stop, &left};
    CHECK(!naughty_read(TEXT("[\"a\", \"b\", \"c\"]"), &sink, NULL));
    CHECK_NUMBER(left, 0);
}

static bool count(void *context, const struct source_entry *e)
{
    (void)e;
    ++*(unsigned *)context;
    return true;
}

static void real_lists(void)
{
    static const struct {
        const char *path;
        unsigned words;
    } lists[] = {{"naughty-words/package/en.json", 275},
                 {"naughty-words/package/de.json", 66},
                 {"naughty-words/package/fr.json", 79},
                 {"naughty-words/package/nl.json", 163},
                 {"naughty-words/package/ru.json", 91}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct buf list = {0};
        unsigned words = 0;
        struct source_sink sink = {count, &words};
        if (!test_source(lists[i].path, &list))
            return;
        CHECK(naughty_read(buf_text(&list), &sink, NULL));
        CHECK_NUMBER(words, lists[i].words);
        buf_release(&list);
    }
}

static const struct test tests[] = {
    TEST(words_and_phrases),
    TEST(what_is_no_list_is_refused),
    TEST(a_sink_that_stops),
    TEST(real_lists),
};
TEST_MAIN(tests)
