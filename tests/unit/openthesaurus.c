// Synonyms from OpenThesaurus.
#include "sources/german/openthesaurus.h"
#include "count.h"
#include "test.h"

static void reads(const char *dat, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(openthesaurus_read(text_of(dat), &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void meanings(void)
{
    reads("UTF-8\naufputz|1\n-|Aufputz|Putz|Verputz (fachspr.)|Belag (Oberbegriff)\n",
          "Aufputz|0|Putz, Verputz (fachspr.)\n");
    reads("UTF-8\nähre|2\n-|Ähre|Fruchtstand\n-|Ähre (bot.)|Blütenstand\n",
          "Ähre|0|Fruchtstand\nÄhre|0|Blütenstand\n");
    reads("UTF-8\naufs haus|1\n-|aufs Haus|gratis\ngut|1\n-|gut|...\n", "gut|0|...\n");
    reads("UTF-8\nputz|1\n-|Putz|Belag (Oberbegriff)\n", ""); // nothing but wider words
    reads("UTF-8\nx|1\n-|x|a|b|c|d|e|f|g|h|i|j|k|l|m|n\n",
          "x|0|a, b, c, d, e, f, g, h, i, j, k, l…\n");
    reads("UTF-8\ngut|1\n-|gut|prima|\x01|fein|\x02\n", "gut|0|prima, fein\n");
    reads("UTF-8\nleer|0\n", "");
}

static void labels(void)
{
    struct reason why = {0};
    struct buf got = {0};
    struct text dat =
        TEXT("UTF-8\nkacke|1\n-|Kacke (derb, fig.)|Mist\nag|2\n-|AG (Abkürzung)|Firma\n"
             "-|Ag (Symbol)|Silber\nbar|2\n-|bar (Einheitenzeichen)|Druck\n-|Bar|Theke\n");
    struct source_sink sink = {listing_take_form, &got};
    CHECK(openthesaurus_read(dat, &sink, &why));
    CHECK_TEXT(buf_text(&got), "Kacke!|0|\nBar|0|\n");
    buf_clear(&got);
    CHECK(openthesaurus_read_abbreviations(dat, &sink, &why));
    CHECK_TEXT(buf_text(&got), "Ag|0|\n");
    buf_release(&got);
}

static void malformed(void)
{
    static const struct {
        const char *dat;
        uint32_t line;
    } all[] = {
        {"", 0},
        {"ISO-8859-1\n", 1},
        {"UTF-8\nputz\n", 2},
        {"UTF-8\nputz|x\n", 2},
        {"UTF-8\nputz|2\n-|Putz|Belag\n", 3},
        {"UTF-8\nputz|1\n-|Putz|\xFF\n", 3},
        {"UTF-8\nputz|4000000000\n", 2},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct reason why = {0};
        struct buf got = {0};
        CHECK(!openthesaurus_read(text_of(all[i].dat), &(struct source_sink){listing_take, &got},
                                  &why));
        CHECK_NUMBER(why.what, MSG_OPENTHESAURUS_LINE);
        CHECK_NUMBER(why.line, all[i].line);
        buf_release(&got);
    }
}

static void a_sink_stops_it(void)
{
    int calls = 0;
    CHECK(!openthesaurus_read(TEXT("UTF-8\na|1\n-|a|b\nc|1\n-|c|d\n"),
                              &(struct source_sink){stopping_take, &calls}, NULL));
    CHECK_NUMBER(calls, 1);
}

static void real_thesaurus(void)
{
    struct buf dat = {0};
    struct reason why = {0};
    struct tally t, abbreviations;
    if (!test_source("mythes-de/usr/share/mythes/th_de_DE_v2.dat", &dat))
        return;
    tally_init(&t, "de");
    tally_init(&abbreviations, "de");
    CHECK(openthesaurus_read(buf_text(&dat), &(struct source_sink){tally_take, &t}, &why));
    CHECK(openthesaurus_read_abbreviations(
        buf_text(&dat), &(struct source_sink){tally_take, &abbreviations}, &why));
    CHECK_NUMBER(t.words.count, 69531);
    CHECK_NUMBER(t.definitions.count, 89235);
    CHECK_NUMBER(abbreviations.words.count, 104);
    tally_release(&t);
    tally_release(&abbreviations);
    buf_release(&dat);
}

static const struct test tests[] = {
    TEST(meanings), TEST(labels), TEST(malformed), TEST(a_sink_stops_it), TEST(real_thesaurus),
};
TEST_MAIN(tests)
