// Plain lists: fields, what is tolerated, what is skipped on request, and lines that are wrong.
#include "sources/readers/wordlist.h"
#include "base/data.h"
#include "count.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bool note_bad(void *context, uint32_t line, const struct reason *reason)
{
    CHECK_NUMBER(reason->line, line);
    buf_printf(context, "!%u:%s;", (unsigned)line, message_text(reason->what, LANGUAGE_EN));
    return true;
}

static void reads_with(const struct wordlist_options *options, struct text list, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(
        wordlist_read(list, options, &(struct source_sink){listing_take, &got}, NULL, NULL, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void reads(struct text list, const char *want)
{
    reads_with(NULL, list, want);
}

static void refuses(struct text list, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(!wordlist_read(list, NULL, &sink, NULL, NULL, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    CHECK(!wordlist_read(list, NULL, &sink, NULL, NULL, NULL));
    buf_release(&got);
}

static void words_alone(void)
{
    reads(TEXT("zebra\nAmsterdam\nfoto's\n"), "zebra|0|\nAmsterdam|0|\nfoto's|0|\n");
    reads(TEXT("\xEF\xBB\xBFox\r\n\r\n# a comment\r\n  elk \r\n#\n"), "ox|0|\nelk|0|\n");
    reads(TEXT(""), "");
    reads(TEXT("\xEF\xBB\xBF"), "");
}

static void classes_and_definitions(void)
{
    reads(TEXT("aa\tn\tkind of lava\nabide\tverb\nfar\ta,r\nok\tnoun, v,adj ,adverb\n"),
          "aa|1|kind of lava\nabide|2|\nfar|12|\nok|15|\n");
    reads(TEXT("us\tother\t \nhm\t\tsound of doubt # really\nwe\tadjective,adv\t\t"),
          "us|16|\nhm|0|sound of doubt # really\nwe|12|\n");
}

static void skips_on_request(void)
{
    struct text list = TEXT("Gouda\nkaas\nmaïs\nfoto's\nA4-tje\nzo-even\n06\nUSA\nnew york\nÉén\n");
    const struct wordlist_options capitals = {.skip_capitals = true};
    const struct wordlist_options joined = {.skip_joined = true};
    const struct wordlist_options both = {.skip_capitals = true, .skip_joined = true};
    reads_with(&capitals, list, "kaas|0|\nmaïs|0|\nfoto's|0|\nzo-even|0|\n06|0|\nnew york|0|\n");
    reads_with(&joined, list, "Gouda|0|\nkaas|0|\nmaïs|0|\nUSA|0|\nÉén|0|\n");
    reads_with(&both, list, "kaas|0|\nmaïs|0|\n");
    reads_with(&both, TEXT("straße\nmai\xCC\x88s\nкот\n"), "straße|0|\nmai\xCC\x88s|0|\nкот|0|\n");
}

static void marks(void)
{
    struct text list = TEXT("ab\n+ch\tn\n+\tn\n");
    const struct wordlist_options taken_off = {.marks = true};
    const struct wordlist_options skipped = {.marks = true, .skip_marked = true};
    reads_with(&skipped, list, "ab|0|\n+|1|\n");
    reads_with(&taken_off, TEXT("ab\n+ch\tn\n"), "ab|0|\nch|1|\n");
    reads(list, "ab|0|\n+ch|1|\n+|1|\n");
}

static void reasons_are_no_classes(void)
{
    const struct wordlist_options reasons = {.reasons = true};
    reads_with(&reasons, TEXT("ox\tslang\nelk\nemu\tn\n"), "ox|0|\nelk|0|\nemu|0|\n");
    refuses(TEXT("ox\tslang\n"), MSG_WORDLIST_CLASS, 1);
}

// The lists that come with the program: every line reads and folds, and no word is there twice.
static void counts_ours(const char *name, const char *lang, bool skip_marked, size_t want)
{
    const struct wordlist_options options = {.marks = true, .skip_marked = skip_marked};
    struct reason why = {0};
    struct text list;
    struct tally t;
    tally_init(&t, lang);
    CHECK(data_find(name, &list));
    CHECK(wordlist_read(list, &options, &(struct source_sink){tally_take, &t}, NULL, NULL, &why));
    CHECK_NUMBER(why.line, 0);
    CHECK_NUMBER(t.words.count, want);
    CHECK_NUMBER(t.entries, want);
    CHECK_NUMBER(t.unfoldable, 0);
    tally_release(&t);
}

static void our_own_lists(void)
{
    counts_ours("lexicons/en-two.txt", "en", true, 107);
    counts_ours("lexicons/en-two.txt", "en", false, 127);
    counts_ours("lexicons/en-three-add.txt", "en", true, 107);
    counts_ours("lexicons/en-three-add.txt", "en", false, 135);
    counts_ours("lexicons/en-three-drop.txt", "en", false, 16);
    counts_ours("lexicons/en-clipped.txt", "en", false, 64);
    counts_ours("lexicons/de-two.txt", "de", false, 49);
}

static void wrong_lines(void)
{
    char line[400];
    refuses(TEXT("ox\n\nel\xFFk\n"), MSG_WORDLIST_NOT_UTF8, 3);
    refuses(TEXT("ox\tn\tbeast\tmore\n"), MSG_WORDLIST_FIELDS, 1);
    refuses(TEXT("ox\tzoological\n"), MSG_WORDLIST_CLASS, 1);
    refuses(TEXT("ox\tn,,v\n"), MSG_WORDLIST_CLASS, 1);
    refuses(TEXT("ox\n\tn\tbeast\n"), MSG_WORDLIST_NO_WORD, 2);
    snprintf(line, sizeof line, "%0300d", 0);
    refuses(text_of(line), MSG_WORD_TOO_LONG, 1);
}

static void a_long_definition_is_wrong(void)
{
    struct buf list = {0};
    buf_add_string(&list, "ox\tn\t");
    for (int i = 0; i < 4097; i++)
        buf_add_byte(&list, 'x');
    refuses(buf_text(&list), MSG_WORDLIST_DEFINITION, 1);
    buf_release(&list);
}

// An import reports what it cannot read and keeps the rest.
static void reading_goes_on(void)
{
    struct reason why = {0};
    struct buf got = {0}, wrong = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(wordlist_read(TEXT("ox\nel\xFFk\nyak\tbeast\nemu\tn\n\tn\n"), NULL, &sink, note_bad,
                        &wrong, &why));
    CHECK_TEXT(buf_text(&got), "ox|0|\nemu|1|\n");
    CHECK_TEXT(buf_text(&wrong),
               "!2:this line is not UTF-8 text;!3:“{0}” is not a word class; there are noun, verb, "
               "adjective, adverb and other;!5:this line has no word;");
    buf_release(&got);
    buf_release(&wrong);
}

static bool stop_at_bad(void *context, uint32_t line, const struct reason *reason)
{
    (void)reason;
    *(uint32_t *)context = line;
    return false;
}

static bool stop(void *context, const struct source_entry *entry)
{
    (void)context, (void)entry;
    return false;
}

static void stopping(void)
{
    uint32_t line = 0;
    struct buf got = {0};
    struct reason why = {.line = 7};
    struct text list = TEXT("ox\n\tn\n\tv\n");
    CHECK(!wordlist_read(list, NULL, &(struct source_sink){listing_take, &got}, stop_at_bad, &line,
                         &why));
    CHECK_NUMBER(line, 2);
    line = 0;
    CHECK(!wordlist_read(list, NULL, &(struct source_sink){stop, NULL}, stop_at_bad, &line, &why));
    CHECK_NUMBER(line, 0);
    CHECK_NUMBER(why.line, 7);
    buf_release(&got);
}

static void counts_dutch(struct text list, bool joined, size_t entries, size_t words)
{
    const struct wordlist_options options = {.skip_capitals = true, .skip_joined = !joined};
    struct reason why = {0};
    struct tally t;
    tally_init(&t, "nl");
    CHECK(wordlist_read(list, &options, &(struct source_sink){tally_take, &t}, NULL, NULL, &why));
    CHECK_NUMBER(t.entries - t.unfoldable, entries);
    CHECK_NUMBER(t.words.count, words);
    tally_release(&t);
}

// 348,872 words in small letters only; some are told apart by nothing but an accent.
static void the_real_dutch_list(void)
{
    struct buf list = {0};
    if (!test_source("wdutch/usr/share/dict/dutch", &list))
        return;
    counts_dutch(buf_text(&list), false, 348872, 348507);
    counts_dutch(buf_text(&list), true, 356020, 355538);
    buf_release(&list);
}

static const struct test tests[] = {
    TEST(words_alone), TEST(classes_and_definitions),    TEST(skips_on_request),
    TEST(marks),       TEST(reasons_are_no_classes),     TEST(our_own_lists),
    TEST(wrong_lines), TEST(a_long_definition_is_wrong), TEST(reading_goes_on),
    TEST(stopping),    TEST(the_real_dutch_list),
};
TEST_MAIN(tests)
