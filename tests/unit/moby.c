// Moby's parts of speech, and WordNet's irregular forms.
#include "sources/english/moby.h"
#include "count.h"
#include "sources/english/exceptions.h"
#include "test.h"

#include <stdio.h>

typedef bool list_reader(struct text, const struct source_sink *, struct reason *);

static void reads(list_reader *read, const char *list, const char *want)
{
    struct buf got = {0};
    struct reason why = {0};
    struct source_sink sink = {listing_take, &got};
    if (!read(text_of(list), &sink, &why))
        test_fail(__FILE__, __LINE__, "refused: line %u", (unsigned)why.line);
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void codes_are_classes(void)
{
    reads(moby_read, "abacus×N\rabandon×tN\raback×v\rof×P\r",
          "abacus|1|\nabandon|3|\naback|8|\nof|16|\n");
}

// R-BALDA-32
static void others_are_left_out(void)
{
    reads(moby_read, "Aachen×N\rice cream×h\rabaci×p\rno codes\r\xFFx×N\r3-D×N\rzoo×\r\r×N\rox×N",
          "ox|1|\n");
}

static void another_file_is_refused(void)
{
    struct buf got = {0};
    struct reason why = {0};
    CHECK(!moby_read(TEXT("abacus N\n"), &(struct source_sink){listing_take, &got}, &why));
    CHECK_NUMBER(why.what, MSG_MOBY_LINE);
    CHECK_NUMBER(why.line, 1);
    buf_release(&got);
}

static void the_sink_may_stop_it(void)
{
    int calls = 0;
    struct source_sink sink = {stopping_take, &calls};
    CHECK(!moby_read(TEXT("ox×N\rcow×N\r"), &sink, NULL));
    CHECK(!exceptions_read(TEXT("oxen ox\nmen man\n"), CLASS_NOUN, &sink, NULL));
    CHECK_NUMBER(calls, 2);
}

static void names_are_written_with_a_capital(void)
{
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(
        moby_read_names(TEXT("Peruvian×NA\rcow×N\rPing-Pong×N\rSan Juan×N\rSt.×N\r"), &sink, NULL));
    CHECK_TEXT(buf_text(&got), "Peruvian|5|\nPing-Pong|1|\n");
    buf_release(&got);
}

static bool list_lemma(void *context, const struct source_entry *e)
{
    buf_printf(context, "%.*s<%.*s%u\n", TEXT_ARG(e->spelling), TEXT_ARG(e->lemma),
               e->lemma_classes);
    return true;
}

static void irregular_forms_have_lemmas(void)
{
    struct buf got = {0};
    CHECK(exceptions_read(TEXT("# ours\ngeese goose\naxes ax axis\nmen_of_war man_of_war\n"),
                          CLASS_NOUN, &(struct source_sink){list_lemma, &got}, NULL));
    CHECK_TEXT(buf_text(&got), "geese<goose1\naxes<ax1\naxes<axis1\n");
    buf_release(&got);
}

static void bad_lines_are_refused(void)
{
    static const char *const bad[] = {"geese\n", "\n", "geese \n", "g\xFF goose\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct reason why = {0};
        struct buf got = {0};
        CHECK(!exceptions_read(text_of(bad[i]), CLASS_NOUN, &(struct source_sink){list_lemma, &got},
                               &why));
        CHECK_NUMBER(why.line, 1);
        buf_release(&got);
    }
}

static void real_counts(void)
{
    struct buf data = {0};
    struct tally t;
    tally_init(&t, "en");
    if (test_source("moby-pos/package/mobypos.txt", &data)) {
        CHECK(moby_read(buf_text(&data), &(struct source_sink){tally_take, &t}, NULL));
        CHECK_NUMBER(t.words.count, 144669);
        CHECK_NUMBER(t.in_class[0].count, 68651);
    }
    tally_release(&t);
    buf_clear(&data);
    tally_init(&t, "en");
    if (test_source("wordnet-base/usr/share/wordnet/noun.exc", &data)) {
        CHECK(exceptions_read(buf_text(&data), CLASS_NOUN, &(struct source_sink){tally_take, &t},
                              NULL));
        CHECK_NUMBER(t.words.count, 2009);
    }
    tally_release(&t);
    buf_release(&data);
}

static const struct test tests[] = {
    TEST(codes_are_classes),
    TEST(others_are_left_out),
    TEST(another_file_is_refused),
    TEST(the_sink_may_stop_it),
    TEST(names_are_written_with_a_capital),
    TEST(irregular_forms_have_lemmas),
    TEST(bad_lines_are_refused),
    TEST(real_counts),
};
TEST_MAIN(tests)
