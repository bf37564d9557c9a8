// Synonyms from the thesaurus.
#include "sources/readers/mythes.h"
#include "count.h"
#include "test.h"

static bool take_line(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_printf(out, "%.*s=%.*s\n", TEXT_ARG(entry->spelling), TEXT_ARG(entry->definition));
    CHECK_NUMBER(entry->classes, 0);
    CHECK_NUMBER(entry->kind, TEXT_SYNONYMS);
    CHECK_NUMBER(entry->tier, 0);
    return true;
}

static void reads(struct text dat, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(mythes_read(dat, &(struct source_sink){take_line, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void refuses(struct text dat, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!mythes_read(dat, &(struct source_sink){take_line, &got}, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void synonyms(void)
{
    reads(TEXT("\xEF\xBB\xBFUTF-8\nабзац|1\n(синоним)|отступ\n"), "абзац=синоним: отступ\n");
    reads(TEXT("UTF-8\r\nкот|2\r\n(синоним)|кошак|котяра\r\n(синоним)|мурлыка\r\n"),
          "кот=синонимы: кошак, котяра; мурлыка\n");
    reads(TEXT("UTF-8\n"), "");
}

static bool is_long(void *context, struct text word)
{
    (void)context;
    return word.len > 8;
}

// Meanings without a word that fits are left out; words beside one that fits are kept.
static void meanings_that_do_not_fit(void)
{
    struct mythes_filter filter = {is_long, NULL};
    struct buf got = {0};
    CHECK(mythes_read_fitting(TEXT("UTF-8\nпасть|3\n(синоним)|пал\n(синоним)|рот|челюсть\n"
                                   "(антоним)|шаг\nмол|1\n(синоним)|де\n"),
                              &filter, &(struct source_sink){take_line, &got}, NULL));
    CHECK_TEXT(buf_text(&got), "пасть=синонимы: рот, челюсть\nмол=\n");
    buf_release(&got);
}

static void other_kinds(void)
{
    reads(TEXT("UTF-8\nрай|4\n(антоним)|ад\n(сходный термин)|сад\n(синоним)|эдем\n"
               "(связанный термин)|небо|покой\n"),
          "рай=синоним: эдем — ср.: сад; небо, покой — антоним: ад\n");
}

static void words_are_said_once(void)
{
    reads(TEXT("UTF-8\nкот|2\n(синоним)|мурлыка||мурлыка|кот\n(сходный термин)|мурлыка\n"),
          "кот=синоним: мурлыка\n");
    reads(TEXT("UTF-8\nкот|1\n(синоним)|\nрысь|0\n"), "кот=\nрысь=\n");
}

static void long_lists_end_in_an_ellipsis(void)
{
    reads(TEXT("UTF-8\nя|1\n(синоним)|а|б|в|г|д|е|ж|з|и|й|к|л|м|н|о|п|р|с\n"),
          "я=синонимы: а, б, в, г, д, е, ж, з, и, й, к, л, м, н, о, п…\n");
}

static void a_damaged_kind_is_understood(void)
{
    reads(TEXT("UTF-8\nвечно|1\n(синоним)гда|завсегда\n"), "вечно=синоним: завсегда\n");
}

static void malformed_files(void)
{
    refuses(TEXT(""), MSG_MYTHES_ENCODING, 1);
    refuses(TEXT("KOI8-R\nкот|0\n"), MSG_MYTHES_ENCODING, 1);
    refuses(TEXT("UTF-8\nкот\n"), MSG_MYTHES_HEADWORD, 2);
    refuses(TEXT("UTF-8\n|0\n"), MSG_MYTHES_HEADWORD, 2);
    refuses(TEXT("UTF-8\nкот|x\n"), MSG_MYTHES_HEADWORD, 2);
    refuses(TEXT("UTF-8\nкот|2\n(синоним)|кошак\n"), MSG_MYTHES_CUT_SHORT, 3);
    refuses(TEXT("UTF-8\nкот|1\nкошак|1\n"), MSG_MYTHES_KIND, 3);
    refuses(TEXT("UTF-8\nкот|4294967295\n"), MSG_MYTHES_CUT_SHORT, 2);
    refuses(TEXT("UTF-8\nк\xFF|1\n"), MSG_MYTHES_NOT_TEXT, 2);
    refuses(TEXT("UTF-8\nкот|1\n(синоним)|ко\tшак\n"), MSG_MYTHES_NOT_TEXT, 3);
}

static void the_real_thesaurus(void)
{
    struct tally t;
    struct reason why = {0};
    struct buf dat = {0};
    if (test_source("mythes-ru/usr/share/mythes/th_ru_RU_v2.dat", &dat)) {
        tally_init(&t, "ru");
        CHECK(mythes_read(buf_text(&dat), &(struct source_sink){tally_take, &t}, &why));
        CHECK_NUMBER(t.entries, 11383); // one headword is there twice
        CHECK_NUMBER(t.words.count, 11317);
        CHECK_NUMBER(t.unfoldable, 39); // of several words, or parts of words
        tally_release(&t);
    }
    buf_release(&dat);
}

static const struct test tests[] = {
    TEST(synonyms),
    TEST(meanings_that_do_not_fit),
    TEST(other_kinds),
    TEST(words_are_said_once),
    TEST(long_lists_end_in_an_ellipsis),
    TEST(a_damaged_kind_is_understood),
    TEST(malformed_files),
    TEST(the_real_thesaurus),
};
TEST_MAIN(tests)
