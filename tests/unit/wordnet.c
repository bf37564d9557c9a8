// WordNet's files of data and their indexes.
#include "sources/english/wordnet.h"
#include "count.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void reads(const char *data, const char *index, const char *want)
{
    struct buf got = {0};
    struct reason why = {0};
    struct source_sink sink = {listing_take, &got};
    if (!wordnet_read(&(struct wordnet_file){text_of(data), text_of(index), CLASS_NOUN, false},
                      &sink, &why))
        test_fail(__FILE__, __LINE__, "refused: line %u", (unsigned)why.line);
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void refuses(const char *data, const char *index, uint32_t line)
{
    struct buf got = {0};
    struct reason why = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(!wordnet_read(&(struct wordnet_file){text_of(data), text_of(index), CLASS_NOUN, false},
                        &sink, &why));
    CHECK_NUMBER(why.what, MSG_WORDNET_LINE);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

// R-BALDA-31
static void every_synonym_gets_the_gloss(void)
{
    reads("  1 a licence  \n"
          "00000001 05 n 02 moggy 0 house-cat 1 000 | a cat;   \"the moggy\tsleeps\"  \n"
          "00000002 05 s 01 awake(p) 0 001 & 00000003 a 0000 | not asleep\n",
          "  1 a licence  \n"
          "moggy n 1 0 1 0 00000001  \n"
          "house-cat n 1 1 @ 1 0 00000001  \n"
          "awake a 1 1 & 1 1 00000002\n",
          "moggy|1|a cat; \"the moggy sleeps\"\n"
          "house-cat|1|a cat; \"the moggy sleeps\"\n"
          "awake|1|not asleep\n");
}

static void counts_are_hexadecimal(void)
{
    reads(
        "00000001 05 n 0a aa 0 ab 0 ad 0 ae 0 ag 0 ah 0 ai 0 al 0 am 0 an 0 001 @ 00000002 n 0000 "
        "| two letters\n",
        "aa n 1 0 1 0 00000001\nan n 1 0 1 0 00000001\n", "aa|1|two letters\nan|1|two letters\n");
}

// The first sense of a shoe is no part of a brake.
static void senses_come_in_the_order_of_the_index(void)
{
    reads("00000010 06 n 02 brake_shoe 0 shoe 1 000 | a part of a brake\n"
          "00000020 06 n 01 shoe 0 000 | footwear\n"
          "00000030 06 n 01 Shoe 0 000 | a name\n",
          "shoe n 3 2 @ ~ 3 1 00000020 00000030 00000010\n",
          "shoe|1|footwear\nshoe|1|a part of a brake\n");
}

static void verb_frames_are_passed_over(void)
{
    reads("00000001 29 v 01 nap 0 001 @ 00000002 v 0000 02 + 02 00 + 01 00 | sleep a little\n",
          "nap v 1 0 1 0 00000001\n", "nap|1|sleep a little\n");
}

// R-BALDA-32
static void others_are_left_out(void)
{
    reads("00000001 15 n 01 utopia 0 001 @i 00000002 n 0000 | one place\n"
          "00000002 05 n 04 London 0 fire_dog 0 kg 0 dog's 0 000 | none of these\n"
          "00000003 05 s 03 14 0 xiv 0 fourteen 0 000 | a number\n"
          "00000004 05 n 01 mix 0 001 + 00000005 n @i00 | a word of Roman figures\n",
          "utopia n 1 0 1 0 00000001\nlondon n 1 0 1 0 00000002\nfire_dog n 1 0 1 0 00000002\n"
          "kg n 1 0 1 0 00000002\ndog's n 1 0 1 0 00000002\nxiv n 1 0 1 0 00000003\n"
          "fourteen n 1 0 1 0 00000003\nmix n 1 0 1 0 00000004\n",
          "fourteen|1|a number\nmix|1|a word of Roman figures\n");
}

static void names_may_be_asked_for(void)
{
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    struct wordnet_file file = {
        TEXT("00000001 05 n 02 Varuna 0 god 0 001 @i 00000002 n 0000 | a god\n"),
        TEXT("god n 1 0 1 0 00000001\nvaruna n 1 0 1 0 00000001\n"), CLASS_NOUN, true};
    CHECK(wordnet_read(&file, &sink, NULL));
    CHECK_TEXT(buf_text(&got), "Varuna|1|a god\n");
    buf_release(&got);
}

static void bad_lines_are_refused(void)
{
    refuses("hello\n", "", 1);
    refuses("\n", "", 1);
    refuses("  ok\n00000001 05 n 01 cat 0 000 |  \n", "", 2);
    refuses("00000001 05 n 02 cat 0 000 | a cat\n", "", 1);
    refuses("00000001 05 n 0g cat 0 000 | a cat\n", "", 1);
    refuses("00000001 05 n 001 cat 0 000 | a cat\n", "", 1);
    refuses("00000001 05 n 01 cat 0 00a | a cat\n", "", 1);
    refuses("00000001 05 n 01 cat 0 001 @ 00000002 n | a cat\n", "", 1);
    refuses("00000001 05 n 01  0 000 | a cat\n", "", 1);
    refuses("00000001 05 n 01 cat 0 000 | a \xFF\n", "", 1);
    refuses("00000001 05 n 01 cat 0 000\n", "", 1);
    refuses("x 05 n 01 cat 0 000 | a cat\n", "", 1);
    refuses("00000002 05 n 01 cat 0 000 | a cat\n00000001 05 n 01 dog 0 000 | a dog\n", "", 2);
}

static void bad_lines_of_an_index_are_refused(void)
{
    static const char data[] = "00000001 05 n 01 cat 0 000 | a cat\n";
    refuses(data, "  ok\ncat n 1 0 1 0 00000002\n", 2);
    refuses(data, "cat n 2 0 2 0 00000001\n", 1);
    refuses(data, "cat n x 0 1 0 00000001\n", 1);
    refuses(data, "cat n 1 4294967295 1 0 00000001\n", 1);
    refuses(data, "cat n 1 0 1 0\n", 1);
    refuses(data, "\n", 1);
    refuses("", "cat n 1 0 1 0 00000001\n", 1);
}

static void the_sink_may_stop_it(void)
{
    int calls = 0;
    struct source_sink sink = {stopping_take, &calls};
    struct wordnet_file file = {TEXT("00000001 05 n 02 cat 0 puss 0 000 | a cat\n"),
                                TEXT("cat n 1 0 1 0 00000001\npuss n 1 0 1 0 00000001\n"),
                                CLASS_NOUN, false};
    CHECK(!wordnet_read(&file, &sink, NULL));
    CHECK_NUMBER(calls, 1);
}

static void real_counts(void)
{
    static const struct {
        const char *name;
        enum word_class class;
    } files[] = {{"noun", CLASS_NOUN},
                 {"verb", CLASS_VERB},
                 {"adj", CLASS_ADJECTIVE},
                 {"adv", CLASS_ADVERB}};
    struct tally t;
    tally_init(&t, "en");
    for (int i = 0; i < 4; i++) {
        char path[80];
        struct buf data = {0}, index = {0};
        struct reason why = {0};
        snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/data.%s", files[i].name);
        bool here = test_source(path, &data);
        snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/index.%s", files[i].name);
        struct wordnet_file file = {.word_class = files[i].class};
        if (here && test_source(path, &index)) {
            file.data = buf_text(&data);
            file.index = buf_text(&index);
            CHECK(wordnet_read(&file, &(struct source_sink){tally_take, &t}, &why));
        }
        buf_release(&data);
        buf_release(&index);
    }
    if (t.entries) {
        CHECK_NUMBER(t.unfoldable, 0);
        CHECK_NUMBER(t.words.count, 67642);
        CHECK_NUMBER(t.definitions.count, 119188);
        CHECK_NUMBER(t.in_class[0].count, 42930);
        CHECK_NUMBER(t.in_class[1].count, 8627);
        CHECK_NUMBER(t.in_class[2].count, 19525);
        CHECK_NUMBER(t.in_class[3].count, 3732);
    }
    tally_release(&t);
}

static const struct test tests[] = {
    TEST(every_synonym_gets_the_gloss),
    TEST(counts_are_hexadecimal),
    TEST(senses_come_in_the_order_of_the_index),
    TEST(verb_frames_are_passed_over),
    TEST(others_are_left_out),
    TEST(names_may_be_asked_for),
    TEST(bad_lines_are_refused),
    TEST(bad_lines_of_an_index_are_refused),
    TEST(the_sink_may_stop_it),
    TEST(real_counts),
};
TEST_MAIN(tests)
