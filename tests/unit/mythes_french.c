// Synonyms from the French thesaurus.
#include "sources/french/mythes_french.h"
#include "count.h"
#include "test.h"

static bool take_line(void *context, const struct source_entry *entry)
{
    CHECK_NUMBER(entry->kind, TEXT_SYNONYMS);
    return listing_take(context, entry);
}

static void reads(const char *dat, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(mythes_french_read(text_of(dat), &(struct source_sink){take_line, &got}, NULL, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void synonyms(void)
{
    reads("UTF-8\nabaca|1\n(Nom)|chanvre|jute\n", "abaca|1|chanvre, jute\n");
    reads("UTF-8\r\nabattu|2\r\n(Adjectif Verbe)|las\r\n(?)|fatigue\r\n",
          "abattu|6|las\nabattu|0|fatigue\n");
    reads("UTF-8\nbas|1\n(Adverbe Adjectif Nom)| en  bas||bas|\nvide|1\n(Nom)|vide\n",
          "bas|13|en bas\n");
    reads("UTF-8\n", "");
}

static void long_lists_end_in_an_ellipsis(void)
{
    reads("UTF-8\nun|1\n(Nom)|a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q\n",
          "un|1|a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p…\n");
}

// R-BALI-63
static void marked_words(void)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(mythes_french_read(TEXT("UTF-8\nbd|1\n(Abreviation)|fanzine\npognon|1\n"
                                  "(Nom)|fric (argot)|blé|vieux (familier)| (argot)\n"),
                             NULL, &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), "bd|0|\nfric|0|\n");
    buf_release(&got);
}

static void refuses(const char *dat, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!mythes_french_read(text_of(dat), &(struct source_sink){take_line, &got}, NULL, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void malformed_files(void)
{
    refuses("", MSG_MYTHES_ENCODING, 1);
    refuses("ISO8859-1\nabc|0\n", MSG_MYTHES_ENCODING, 1);
    refuses("UTF-8\nabc\n", MSG_MYTHES_HEADWORD, 2);
    refuses("UTF-8\n|0\n", MSG_MYTHES_HEADWORD, 2);
    refuses("UTF-8\nabc|2\n(Nom)|un\n", MSG_MYTHES_CUT_SHORT, 3);
    refuses("UTF-8\nabc|1\nNom|un\n", MSG_MYTHES_KIND, 3);
    refuses("UTF-8\nabc|1\n(\n", MSG_MYTHES_KIND, 3);
    refuses("UTF-8\nab\xFF|1\n", MSG_MYTHES_NOT_TEXT, 2);
}

static void the_real_thesaurus(void)
{
    struct tally t;
    struct reason why = {0};
    struct buf dat = {0};
    if (test_source("mythes-fr/usr/share/mythes/thes_fr.dat", &dat)) {
        tally_init(&t, "fr");
        CHECK(
            mythes_french_read(buf_text(&dat), &(struct source_sink){tally_take, &t}, NULL, &why));
        CHECK_NUMBER(t.entries, 36255);
        CHECK_NUMBER(t.words.count, 34699);
        CHECK_NUMBER(t.unfoldable, 798);
        tally_release(&t);
    }
    buf_release(&dat);
}

static const struct test tests[] = {
    TEST(synonyms),           TEST(long_lists_end_in_an_ellipsis),
    TEST(marked_words),       TEST(malformed_files),
    TEST(the_real_thesaurus),
};
TEST_MAIN(tests)
