// FreeDict's dictionaries from WikDict: only the English glosses.
#include "sources/readers/freedict.h"
#include "count.h"
#include "sources/readers/gunzip.h"
#include "test.h"

#include <stdio.h>

// Reads one entry, with an index that leads to all of it.
static void reads(const char *entry, const char *want)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text dict = text_of(entry);
    struct buf got = {0};
    struct reason why = {0};
    char index[32];
    snprintf(index, sizeof index, "word\tA\t%c%c\n", digits[dict.len / 64], digits[dict.len % 64]);
    CHECK(freedict_read(dict, text_of(index), &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
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
                             &(struct source_sink){listing_take, &got}, &why));
        CHECK_NUMBER(why.what, bad[i].what);
        CHECK_NUMBER(why.line, 1);
        buf_release(&got);
    }
    struct reason why = {0};
    CHECK(!freedict_read(TEXT("cat\xFF"), TEXT("cat\tA\tE\n"), NULL, &why));
    CHECK_NUMBER(why.what, MSG_FREEDICT_NOT_UTF8);
}

static void entries_are_read_once(void)
{
    struct buf got = {0};
    struct text dict = TEXT("cat <n>\nkissa\nanimal\nowl <n>\npöllö\nbird\n");
    struct text index = TEXT("00databaseshort\tA\tP\nowl\tV\tU\nowls\tV\tU\ncat\tA\tV\nat\tB\tU\n");
    CHECK(freedict_read(dict, index, &(struct source_sink){listing_take, &got}, NULL));
    CHECK_TEXT(buf_text(&got), "cat|1|animal\nowl|1|bird\n");
    buf_release(&got);
}

static bool tally_package(struct tally *t, const char *lang)
{
    char path[100];
    struct buf packed = {0}, dict = {0}, index = {0};
    struct reason why = {0};
    snprintf(path, sizeof path, "dict-freedict-eng-%s/usr/share/dictd/freedict-eng-%s.dict.dz",
             lang, lang);
    bool here = test_source(path, &packed);
    snprintf(path, sizeof path, "dict-freedict-eng-%s/usr/share/dictd/freedict-eng-%s.index", lang,
             lang);
    here = here && test_source(path, &index);
    if (here) {
        CHECK(gunzip(buf_text(&packed), 1 << 28, &dict, &why));
        CHECK(freedict_read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, t},
                            &why));
    }
    buf_release(&packed);
    buf_release(&dict);
    buf_release(&index);
    return here;
}

static void real_counts(void)
{
    static const struct {
        const char *lang;
        size_t words, definitions;
    } packages[] = {// with the ones before
                    {"fin", 35916, 72833},
                    {"bul", 40175, 81177},
                    {"jpn", 41831, 83402},
                    {"ind", 42012, 83682},
                    {"nor", 42203, 84011}};
    struct tally all;
    tally_init(&all, "en");
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        if (!tally_package(&all, packages[i].lang))
            break;
        CHECK_NUMBER(all.words.count, packages[i].words);
        CHECK_NUMBER(all.definitions.count, packages[i].definitions);
    }
    CHECK_NUMBER(all.unfoldable, 0);
    tally_release(&all);
}

static const struct test tests[] = {
    TEST(one_sense),           TEST(several_senses),          TEST(translations_are_no_glosses),
    TEST(others_are_left_out), TEST(bad_indexes_are_refused), TEST(entries_are_read_once),
    TEST(real_counts),
};
TEST_MAIN(tests)
