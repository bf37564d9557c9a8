// Hunspell dictionaries with their suffixes, on a small grammar of our own, and on the French one.
#include "sources/readers/hunspell.h"
#include "count.h"
#include "test.h"

#include <stdio.h>

// Two-character flags, as in the French files.
static const char affixes[] = "SET UTF-8\n"
                              "FLAG long\n"
                              "FULLSTRIP\n"
                              "NEEDAFFIX ()\n"
                              "FORBIDDENWORD {}\n"
                              "ONLYINCOMPOUND <>\n"
                              "CIRCUMFIX **\n"
                              "KEEPCASE ||\n"
                              "REP 1\n"
                              "REP f ph\n"
                              "# plurals\n"
                              "SFX S. Y 2\n"
                              "SFX S. 0 0 [^sxz] is:sg\n"
                              "SFX S. 0 s [^sxz] is:pl\n"
                              "PFX L' Y 1\n"
                              "PFX L' 0 l' [aeiou]\n"
                              "SFX W. Y 4\n"
                              "SFX W. 0 0 al is:mas is:sg\n"
                              "SFX W. l ux al is:mas is:pl\n"
                              "SFX W. l le/L' al is:fem is:sg\n"
                              "SFX W. l les al is:fem is:pl\n"
                              "SFX E. Y 1\n"
                              "SFX E. ê éà [tb]. is:sg\n"
                              "SFX V. Y 3\n"
                              "SFX V. er er er po:infi\n"
                              "SFX V. er able/S. [^é]er is:sg\n"
                              "SFX V. er é/()S. er\n";

static void expands(const char *dic, const char *want)
{
    struct reason why = {0};
    struct buf got = {0}, text = {0};
    if (!hunspell_expand(text_of(affixes), text_of(dic), &(struct source_sink){listing_take, &got},
                         &why)) {
        reason_word(&why, LANGUAGE_EN, &text);
        test_fail(__FILE__, __LINE__, "%s: %.*s", dic, TEXT_ARG(buf_text(&text)));
    }
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
    buf_release(&text);
}

static void suffixes(void)
{
    expands("1\nchat/S.() po:nom is:mas\n", "chat|1|\nchats|0|\n");
    expands("1\nnoix/S. po:nom is:fem is:inv\n", "noix|1|\n");
    expands("1\nroyal/W.() po:adj\n", "royal|4|\nroyaux|0|\nroyale|0|\nroyales|0|\n");
    expands("\xEF\xBB\xBF"
            "1\r\nmai\tpo:nom\tis:mas\r\n",
            "mai|1|\n");
}

// R-BALDA-30
static void classes(void)
{
    // The feminine of a noun is a noun too.
    expands("1\namical/W.() po:nom po:adj\n", "amical|5|\namicaux|0|\namicale|1|\namicales|0|\n");
    expands("1\nici po:adv\n", "ici|8|\n");
    expands("1\nmais po:mg po:cjco\n", "mais|16|\n");
    expands("1\nrire/V.() po:v3_i____zz\ngant/S.() po:nom\n", "gant|1|\ngants|0|\n");
    // Plurals are nouns where the dictionary knows no singular for them.
    expands("2\nmœurs po:nom is:fem is:pl\nvaux po:nom is:mas is:pl st:val\n",
            "mœurs|1|\nvaux|0|\n");
}

// R-BALDA-30, R-BALI-54
static void suffixes_on_suffixes(void)
{
    expands("1\naimer/V.() po:v1__t_q_zz\n",
            "aimer|2|\naimable|0|\naimable|0|\naimables|0|\naimé|0|\naimés|0|\n");
    // Conditions and strips work on characters, not on bytes.
    expands("1\ncréer/V.() po:v1__t_q_zz\n", "créer|2|\ncréé|0|\ncréés|0|\n");
    expands("1\nbê/E.() po:nom\nête/E.() po:nom\n", "béà|1|\n");
}

// R-BALDA-32, R-BALI-55
static void left_out(void)
{
    expands("9\nParis po:npr\nluc po:prn\ndupont po:patr\nkg/|| po:nom\nkW po:nom\nb po:nom\n"
            "arc-en-ciel po:nom\n1er po:adj\nln po:nom\n",
            "");
    expands("7\nbrrr po:interj\nquelqu po:mg po:err\nhttp/S. po:pfx\nmilady po:nom po:titr\n"
            "faute/{}S. po:nom\nsemi/<> po:nom\nrond/** po:adj\n",
            "brrr|16|\nmilady|1|\n");
    expands("2\n\n/S. po:nom\n", "");
}

static void refuses(const char *aff, const char *dic, enum message what, uint32_t line)
{
    struct reason why = {0};
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(!hunspell_expand(text_of(aff), text_of(dic), &sink, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_NUMBER(why.line, line);
    buf_release(&got);
}

static void malformed_affixes(void)
{
    refuses("SET ISO8859-1\n", "0\n", MSG_HUNSPELL_ENCODING, 1);
    refuses("FLAG num\n", "0\n", MSG_HUNSPELL_UNSUPPORTED, 1);
    refuses("SET UTF-8\nAF 2\n", "0\n", MSG_HUNSPELL_UNSUPPORTED, 2);
    refuses("NEEDAFFIX ab\n", "0\n", MSG_HUNSPELL_FLAG, 1);
    refuses("SFX\n", "0\n", MSG_HUNSPELL_FLAG, 1);
    refuses("SFX A Y\n", "0\n", MSG_HUNSPELL_RULE, 1);
    refuses("SFX A Y x\n", "0\n", MSG_HUNSPELL_RULE, 1);
    refuses("SFX A Y 1\nSFX B 0 s .\n", "0\n", MSG_HUNSPELL_RULE, 2);
    refuses("SFX A Y 1\nSFX A 0\n", "0\n", MSG_HUNSPELL_RULE, 2);
    refuses("SFX A Y 1\nSFX A 0 \xFF .\n", "0\n", MSG_HUNSPELL_RULE, 2);
    refuses("SFX A Y 1\nSFX A 0 s [ab\n", "0\n", MSG_HUNSPELL_CONDITION, 2);
    refuses("SFX A Y 1\nSFX A 0 s []a\n", "0\n", MSG_HUNSPELL_CONDITION, 2);
    refuses("SFX A Y 1\nSFX A 0 s [^]a\n", "0\n", MSG_HUNSPELL_CONDITION, 2);
    refuses("SFX A Y 1\nSFX A 0 s a]\n", "0\n", MSG_HUNSPELL_CONDITION, 2);
}

static void malformed_words(void)
{
    char line[400];
    refuses("", "", MSG_HUNSPELL_COUNT, 1);
    refuses("", "chat\n", MSG_HUNSPELL_COUNT, 1);
    refuses("", "1\nch\xFFt\n", MSG_HUNSPELL_ENCODING, 2);
    snprintf(line, sizeof line, "1\n%0300d", 0);
    refuses("", line, MSG_HUNSPELL_LONG, 2);
}

// Rules that feed each other, and entries that repeat their flag: bounded by the files' size.
static void a_bomb_is_refused(void)
{
    struct buf aff = {0}, dic = {0};
    buf_add_string(&aff, "SFX A Y 2000\n");
    for (int i = 0; i < 2000; i++)
        buf_printf(&aff, "SFX A 0 %ca/AAAAAAAA .\n", 'a' + i % 26);
    buf_add_string(&dic, "1000\n");
    for (int i = 0; i < 1000; i++)
        buf_add_string(&dic, "ab/AAAAAAAAAAAAAAAA\n");
    buf_add_byte(&aff, 0);
    buf_add_byte(&dic, 0);
    refuses(aff.at, dic.at, MSG_HUNSPELL_TOO_LARGE, 2);
    buf_release(&aff);
    buf_release(&dic);
}

struct french {
    struct tally folded;
    struct counter exact;
};

// Counts spellings too, accents and all.
static bool take_french(void *context, const struct source_entry *entry)
{
    struct french *f = context;
    const struct word none = {0};
    counter_add(&f->exact, &none, entry->spelling);
    return tally_take(&f->folded, entry);
}

static void the_real_french(void)
{
    struct buf aff = {0}, dic = {0};
    struct reason why = {0};
    struct french f = {0};
    if (!test_source("hunspell-fr-comprehensive/usr/share/hunspell/fr.aff", &aff) ||
        !test_source("hunspell-fr-comprehensive/usr/share/hunspell/fr.dic", &dic))
        return;
    tally_init(&f.folded, "fr");
    CHECK(hunspell_expand(buf_text(&aff), buf_text(&dic), &(struct source_sink){take_french, &f},
                          &why));
    CHECK_NUMBER(f.exact.count, 449119);
    CHECK_NUMBER(f.folded.words.count, 418982);
    CHECK_NUMBER(f.folded.unfoldable, 0);
    static const size_t in_class[CLASSES] = {50773, 8177, 16587, 2185, 521};
    for (int i = 0; i < CLASSES; i++)
        CHECK_NUMBER(f.folded.in_class[i].count, in_class[i]);
    tally_release(&f.folded);
    counter_release(&f.exact);
    buf_release(&aff);
    buf_release(&dic);
}

static const struct test tests[] = {
    TEST(suffixes),          TEST(classes),           TEST(suffixes_on_suffixes),
    TEST(left_out),          TEST(malformed_affixes), TEST(malformed_words),
    TEST(a_bomb_is_refused), TEST(the_real_french),
};
TEST_MAIN(tests)
