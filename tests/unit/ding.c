// Ding's German-English dictionary.
#include "sources/german/ding.h"
#include "count.h"
#include "test.h"

static void reads(const char *line, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(ding_read(text_of(line), NULL, &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void reads_forms(const char *line, const char *label, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(ding_read(text_of(line), label, &(struct source_sink){listing_take_form, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void classes_and_glosses(void)
{
    reads("# comment\nHerzog {m} [soc.] | Herzöge {pl} | Großherzog {m} :: duke | dukes | Grand "
          "Duke\n",
          "Herzog|1|duke\nHerzöge|0|\nGroßherzog|1|Grand Duke\n");
    reads("rau; harsch; hart {adj} [meteo.] :: rough; harsh <rauh>\n",
          "rau|4|rough; harsh\nharsch|4|rough; harsh\nhart|4|rough; harsh\n");
    reads("gehen {vi} {vt} (zu etw.) | gehend | er geht :: to go (to sth.) | going | he goes\n",
          "gehen|2|to go (to sth.)\n");
    reads("trotz {prp; +Gen.} :: despite\n", "trotz|16|despite\n");
    reads("Herzkranke {m,f}; Herzkranker [med.] :: cardiac\n",
          "Herzkranke|1|cardiac\nHerzkranker|0|cardiac\n");
}

static void only_single_words(void)
{
    reads("das A und O [ugs.] :: the nuts and bolts\n", "");
    reads("Herz-Lungen-Maschine {f} /HLM/ :: heart-lung machine\n", "");
    reads("DVD {f} :: DVD\n", "");
    reads("Abbau… {adj} :: degradation\n", "");
    reads("Index {m} /HI/ (ein Wert) :: index\n", "Index|1|index\n");
}

static void plurals_have_a_singular(void)
{
    reads_forms(
        "Aalleiter {f}; Aaltreppe {f} | Aalleitern {pl}; Aaltreppen {pl} :: ladder | ladders\n",
        NULL, "Aalleiter|1|\nAaltreppe|1|\nAalleitern|0|Aalleiter\nAaltreppen|0|Aaltreppe\n");
    reads_forms("Aale {pl}; Aalartige {pl} :: eels\n", NULL, "Aale|0|\nAalartige|0|\n");
    reads_forms("Haus {n} | Häuser {pl}; Bauten {pl} :: house | houses\n", NULL,
                "Haus|1|\nHäuser|0|\nBauten|0|\n");
}

static void labels(void)
{
    const char *line =
        "Messstrecke {f}; Meßstrecke {f} [alt]; Kippe {f} [slang]; Kacke {f} [vulg.] :: x\n";
    reads_forms(line, NULL, "Messstrecke|1|\nKacke!|1|\n");
    reads_forms(line, "alt", "Meßstrecke|0|\n");
    reads_forms(line, "slang", "Kippe|0|\n");
}

static void malformed(void)
{
    static const char *const all[] = {"Aal {m} :: eel\nAal {m} eel\n",
                                      "Aal {m} :: eel\n\xFF :: a\n"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct reason why = {0};
        struct buf got = {0};
        CHECK(!ding_read(text_of(all[i]), NULL, &(struct source_sink){listing_take, &got}, &why));
        CHECK_NUMBER(why.what, MSG_DING_LINE);
        CHECK_NUMBER(why.line, 2);
        buf_release(&got);
    }
    reads("Aal {m [zool. :: eel\n", "Aal|0|eel\n");                  // brackets that nobody closes
    reads("Aal {m} :: eel; <x>; \x01; fish\n", "Aal|1|eel; fish\n"); // nothing to show between them
    reads("", "");
}

static void a_sink_stops_it(void)
{
    int calls = 0;
    CHECK(!ding_read(TEXT("Aal {m}; Ei {n} :: eel\n"), NULL,
                     &(struct source_sink){stopping_take, &calls}, NULL));
    CHECK_NUMBER(calls, 1);
}

static void real_dictionary(void)
{
    struct buf text = {0};
    struct reason why = {0};
    struct tally t, old;
    if (!test_source("trans-de-en/usr/share/trans/de-en", &text))
        return;
    tally_init(&t, "de");
    tally_init(&old, "de");
    CHECK(ding_read(buf_text(&text), NULL, &(struct source_sink){tally_take, &t}, &why));
    CHECK(ding_read(buf_text(&text), "alt", &(struct source_sink){tally_take, &old}, &why));
    CHECK_NUMBER(t.words.count, 261778);
    CHECK_NUMBER(t.in_class[0].count, 173986);
    CHECK_NUMBER(t.definitions.count, 268882);
    CHECK_NUMBER(old.words.count, 265);
    tally_release(&t);
    tally_release(&old);
    buf_release(&text);
}

static const struct test tests[] = {
    TEST(classes_and_glosses), TEST(only_single_words), TEST(plurals_have_a_singular), TEST(labels),
    TEST(malformed),           TEST(a_sink_stops_it),   TEST(real_dictionary),
};
TEST_MAIN(tests)
