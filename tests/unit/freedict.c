// FreeDict's dictionaries from WikDict: glosses and classes of their headwords.
#include "sources/readers/freedict.h"
#include "count.h"
#include "dictd.h"
#include "test.h"

#include <stdio.h>

// Reads one entry, with an index that leads to all of it.
static void reads_in(const struct freedict_language *language, const char *entry, const char *want)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text dict = text_of(entry);
    struct buf got = {0};
    struct reason why = {0};
    char index[32];
    snprintf(index, sizeof index, "word\tA\t%c%c\n", digits[dict.len / 64], digits[dict.len % 64]);
    CHECK(freedict_read(dict, text_of(index), language, &(struct source_sink){listing_take, &got},
                        &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void reads(const char *entry, const char *want)
{
    reads_in(&freedict_english, entry, want);
}

static void one_sense(void)
{
    reads("cat /kˈat/ <n>\nkissa, katti\nanimal\n", "cat|1|animal\n");
    reads("purr //pɜː// //pɝ// <v>\nkehrätä\nto make a low sound\n",
          "purr|2|to make a low sound\n");
    reads("wow /wˈaʊ/ <interjection>\nvau\nsurprise\n", "wow|16|surprise\n");
    reads("cat <n>\nkissa\nanimal", "cat|1|animal\n");
}

static void several_senses(void)
{
    reads("head //hɛd// <n>\n1. pää\npart of the body\n2. johtaja 2.\nleader or expert\n 3.\n"
          "headmaster\n3. alku\n4. keula\nbow of a ship\n",
          "head|1|part of the body\nhead|1|leader or expert\nhead|1|headmaster\n"
          "head|1|bow of a ship\n");
    reads("glad //ɡlæd// <adj>\nиloinen 2.\npleased\n 3.\nbright\n",
          "glad|4|pleased\nglad|4|bright\n");
}

static void translations_are_no_glosses(void)
{
    reads("cat /kˈat/ <n>\nkissa\n", "");
    reads("cat /kˈat/ <n>\n1. kissa\n2. katti\n", "");
    reads("th /θ/ <adj>\n \nin order\n", "");
    reads("third /θˈɜːd/ <adj>\n3.\nafter the second\n", "third|4|after the second\n");
    reads("cat /kˈat/ <n>\n", "");
}

static void others_are_left_out(void)
{
    reads("Turku /tˈɜːkuː/ <pn>\nTurku\ncity\n", "");
    reads("March /mˈɑːtʃ/ <n>\nmaaliskuu\nmonth\n", "");
    reads("ice cream /ˈaɪs/ <n>\njäätelö\ndessert\n", "");
    reads("ness //nəs// <suffix>\nuus\nstate\n", "");
    reads("oxen /ˈɒksən/ <n>\nhärät\nplural of ox\n", "");
    reads("in time /ɪn tˈaɪm/\najoissa\nbefore it is late\n", "");
}

static void bad_indexes_are_refused(void)
{
    static const struct {
        const char *index;
        enum message what;
    } bad[] = {
        {"cat\n", MSG_DICTD_INDEX},
        {"cat\tA\n", MSG_DICTD_INDEX},
        {"cat\tA\t\n", MSG_DICTD_INDEX},
        {"cat\tA\t*\n", MSG_DICTD_INDEX},
        {"cat\tA\tBB\n", MSG_DICTD_OUTSIDE},
        {"cat\tZ\tZ\n", MSG_DICTD_OUTSIDE},
        {"cat\tA\tEAAAAAA\n", MSG_DICTD_INDEX},
        {"cat\tA\t//////\n", MSG_DICTD_INDEX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct buf got = {0};
        struct reason why = {0};
        CHECK(!freedict_read(TEXT("cat <n>\nkissa\nanimal\n"), text_of(bad[i].index),
                             &freedict_english, &(struct source_sink){listing_take, &got}, &why));
        CHECK_NUMBER(why.what, bad[i].what);
        CHECK_NUMBER(why.line, 1);
        buf_release(&got);
    }
    struct reason why = {0};
    CHECK(!freedict_read(TEXT("cat\xFF"), TEXT("cat\tA\tE\n"), &freedict_english, NULL, &why));
    CHECK_NUMBER(why.what, MSG_FREEDICT_NOT_UTF8);
}

static void entries_are_read_once(void)
{
    struct buf got = {0};
    struct text dict = TEXT("cat <n>\nkissa\nanimal\nowl <n>\npöllö\nbird\n");
    struct text index = TEXT("00databaseshort\tA\tP\nowl\tV\tU\nowls\tV\tU\ncat\tA\tV\nat\tB\tU\n");
    CHECK(freedict_read(dict, index, &freedict_english, &(struct source_sink){listing_take, &got},
                        NULL));
    CHECK_TEXT(buf_text(&got), "cat|1|animal\nowl|1|bird\n");
    buf_release(&got);
}

static void german(void)
{
    const struct freedict_language *de = &freedict_german;
    reads_in(de, "Völlerei /fœləˈʁaɪ̯/ <n, fem>\nfrosseri\nEssen und Trinken im Übermaß\n",
             "Völlerei|1|Essen und Trinken im Übermaß\n");
    reads_in(de, "essen /ˈɛsn̩/ <v>\n1. äta\nNahrung einnehmen\n2. käka\n",
             "essen|2|Nahrung einnehmen\n");
    reads_in(de, "Brot <n, neut>\nbröd\n", "Brot|1|\n");
    reads_in(de, "dafür <pronominalAdverb>\ndärför\n", "dafür|8|\n");
    reads_in(de, "man <indefinitePronoun, masc>\nman\n", "man|16|\n");
    reads_in(de, "WC <n, neut>\nwc\nToilette\n", "");
    reads_in(de, "brot <n, neut>\nbröd\n", "");
    reads_in(de, "Hamburger <adj>\nhamburgsk\n", "");
    reads_in(de, "Adam <n, masc>\nAdam\nmännlicher Vorname\n", "");
    reads_in(de, "Bergleute <n>\ngruvarbetare\nErsatzplural von Bergmann\n", "");
    reads_in(de, " <n, fem>\nx\nohne Stichwort\n", "");
    reads_in(de, "EU <abbreviation, fem>\nEU\nEuropäische Union\n", "");
}

static void dutch(void)
{
    const struct freedict_language *nl = &freedict_dutch;
    reads_in(nl, "ader /ˈaːdər/ <n>\nven\n1. bloedvat\n", "ader|1|bloedvat\n");
    reads_in(nl, "jager <n>\n1. jägare\n1. iemand die jaagt\n2. jaktflyg\n2. vliegtuig\n",
             "jager|1|iemand die jaagt\njager|1|vliegtuig\n");
    reads_in(nl, "kader <n>\n1. karm 2.\n1. rand\n 3.\n2. context\n2. kader\n3. personeel\n",
             "kader|1|rand\nkader|1|context\nkader|1|personeel\n");
    // The first translation has no gloss; the line after the second one shows that.
    reads_in(nl, "maken <v>\n1. valmistaa\n2. tehdä\n1. in elkaar zetten\n",
             "maken|2|in elkaar zetten\n");
    reads_in(nl, "in <preposition>\n1. i\n1.-12. in de ruimte\n2. på\n2. in de tijd\n",
             "in|16|in de ruimte\nin|16|in de tijd\n");
    reads_in(nl, "eeuw <n>\nsekel\n1 en 2. 100 jaar\n", "eeuw|1|100 jaar\n");
    reads_in(nl, "eeuw <n>\nsekel\n100 jaar\n", "eeuw|1|100 jaar\n");
    reads_in(nl, "bord <n>\ntavla\n[1] schijf\n", "bord|1|schijf\n");
    reads_in(nl, "eeuw <n>\nsekel\n1.\n", "eeuw|1|\n");
    reads_in(nl, "eeuw <n>\nsekel\n1 en 2\n", "eeuw|1|\n");
    reads_in(nl, "meer <adj>\nmer\n1. vergrotende trap van veel\n", "");
    reads_in(nl, "Nederlander <n>\nnederländare\n", "");
    reads_in(nl, "tien <cardinalNumeral>\ntio\n", "tien|16|\n");
}

static void french(void)
{
    const struct freedict_language *fr = &freedict_french;
    reads_in(fr, "pivoine /pi.vwan/ <n, fem>\npion\nPlante\n", "pivoine|1|Plante\n");
    reads_in(fr, "beau /bo/ <adj, masc>\nvacker\n", "beau|4|\n");
    reads_in(fr, "bonne /bɔn/ <adj>\ngod\nFéminin singulier de bon\n", "");
    reads_in(fr, "Lilith /li.lit/ <pn, fem>\nLilit\n", "");
    reads_in(fr, "Loge /lɔʒ/ <fem>\nLoge\n", "");
}

static bool tally_package(struct tally *t, const struct freedict_language *language,
                          const char *pair)
{
    struct buf dict = {0}, index = {0};
    struct reason why = {0};
    bool here = test_freedict(pair, &dict, &index);
    if (here)
        CHECK(freedict_read(buf_text(&dict), buf_text(&index), language,
                            &(struct source_sink){tally_take, t}, &why));
    buf_release(&dict);
    buf_release(&index);
    return here;
}

static void real_counts(void)
{
    static const struct {
        const char *pair;
        size_t words, definitions;
    } packages[] = {// with the ones before
                    {"eng-fin", 35907, 72821},
                    {"eng-bul", 40165, 81164},
                    {"eng-jpn", 41820, 83388},
                    {"eng-ind", 42001, 83668},
                    {"eng-nor", 42192, 83997}};
    struct tally all;
    tally_init(&all, "en");
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        if (!tally_package(&all, &freedict_english, packages[i].pair))
            break;
        CHECK_NUMBER(all.words.count, packages[i].words);
        CHECK_NUMBER(all.definitions.count, packages[i].definitions);
    }
    CHECK_NUMBER(all.unfoldable, 0);
    tally_release(&all);
}

static void russian_nouns(void)
{
    reads_in(&freedict_russian, "фасад /fʌsˈɑt/ <n>\nfacade\nлицевая часть здания\n",
             "фасад|1|лицевая часть здания\n");
    reads_in(&freedict_russian, "бот <n>\nboot\n«обувь» на меху\n", "бот|1|«обувь» на меху\n");
    reads_in(&freedict_russian, "артист <n>\nartiste\nKünstler, актёр Schauspieler\n", "");
    reads_in(&freedict_russian, "опушка <n>\nRand\nкрай, W<u>a</u>ld\n", "");
    reads_in(&freedict_russian, "Богдан <n>\nBogdan\nмужское имя\n", "");
    reads_in(&freedict_russian, "вера <n>\nVera\nженское имя\n", "");
    reads_in(&freedict_russian, "идти <v>\ngo\nдвигаться\n", "");
    reads_in(&freedict_russian, "дом <n>\nhouse\n", "");
}

// Debian 13 has a larger edition than Debian 12.
static bool is_newer(const char *pair)
{
    char path[60];
    struct buf version = {0};
    snprintf(path, sizeof path, "dict-freedict-%s/VERSION", pair);
    bool newer = test_source(path, &version) && text_starts(buf_text(&version), "2024.11.01");
    buf_release(&version);
    return newer;
}

static void real_counts_of_other_languages(void)
{
    static const struct {
        const char *lang;
        const struct freedict_language *language;
        const char *pairs[12];
        size_t words, nouns, definitions;
    } all[] = {
        {"de",
         &freedict_german,
         {"deu-bul", "deu-ell", "deu-fin", "deu-fra", "deu-ind", "deu-pol", "deu-spa", "deu-swe"},
         64436,
         48718,
         91384},
        {"nl",
         &freedict_dutch,
         {"nld-bul", "nld-ell", "nld-fin", "nld-ind", "nld-lat", "nld-lit", "nld-pol", "nld-por",
          "nld-spa", "nld-swe"},
         31715,
         22506,
         30479},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct tally t;
        bool here = true;
        tally_init(&t, all[i].lang);
        for (size_t k = 0; k < 12 && all[i].pairs[k] && here; k++)
            here = tally_package(&t, all[i].language, all[i].pairs[k]);
        if (here && is_newer(all[i].pairs[0])) {
            CHECK_NUMBER(t.words.count, all[i].words);
            CHECK_NUMBER(t.in_class[0].count, all[i].nouns);
            CHECK_NUMBER(t.definitions.count, all[i].definitions);
        }
        tally_release(&t);
    }
}

static const struct test tests[] = {
    TEST(russian_nouns),
    TEST(one_sense),
    TEST(several_senses),
    TEST(translations_are_no_glosses),
    TEST(others_are_left_out),
    TEST(bad_indexes_are_refused),
    TEST(entries_are_read_once),
    TEST(german),
    TEST(dutch),
    TEST(french),
    TEST(real_counts),
    TEST(real_counts_of_other_languages),
};
TEST_MAIN(tests)
