// GCIDE: words told from names, and definitions without markup.
#include "sources/english/gcide.h"
#include "count.h"
#include "dictd.h"
#include "sources/casing.h"
#include "sources/english/gcide_text.h"
#include "sources/gloss.h"
#include "test.h"

#include <stdio.h>

static void add_number(struct buf *out, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    buf_printf(out, "\t%c%c%c", digits[n >> 12 & 63], digits[n >> 6 & 63], digits[n & 63]);
}

// An index of a text whose entries begin at the left margin, after an empty line.
static struct buf index_of(struct text dict)
{
    struct buf index = {0};
    size_t start = 0;
    for (size_t i = 0; i <= dict.len; i++) {
        bool next = i + 2 < dict.len && dict.at[i] == '\n' && dict.at[i + 1] == '\n' &&
                    dict.at[i + 2] != ' ';
        if (!next && i < dict.len)
            continue;
        size_t end = next ? i + 2 : dict.len;
        buf_add_string(&index, "entry");
        add_number(&index, start);
        add_number(&index, end - start);
        buf_add_byte(&index, '\n');
        start = end;
        i = next ? i + 1 : i;
    }
    return index;
}

static void the_sample(void)
{
    struct buf dict = test_sample("gcide/entries.txt"), index = index_of(buf_text(&dict)),
               got = {0};
    struct reason why = {0};
    CHECK(gcide_read(buf_text(&dict), buf_text(&index), &(struct source_sink){listing_take, &got},
                     &why));
    CHECK_TEXT(
        buf_text(&got),
        "bodkin|1|A blunt needle for drawing tape through a hem; as, a bodkin of bone. See "
        "Needle.\n"
        "bodkin|1|(Print.) A pointed tool: (a) for lifting type; (b) for holes. [Obs.]\n"
        "plate|1|A small coin, worth a bodle, from the ruthenian hills; the people of "
        "Boravia use a moggle, and the Boravia fleet a bodkin.\n"
        "bodle|1|A small copper coin, in fær and café; 10° hot. [R.] \"Not worth a bodle.\"\n"
        "boddle|1|A small copper coin, in fær and café; 10° hot. [R.] \"Not worth a bodle.\"\n"
        "moggle|2|To mend a small thing.\n");
    buf_release(&dict);
    buf_release(&index);
    buf_release(&got);
}

static bool list_marks(void *context, const struct source_entry *e)
{
    buf_printf(context, "%.*s|%u|%u\n", TEXT_ARG(e->spelling), e->classes, e->marks);
    return true;
}

static void delivers(const char *entry, const char *want)
{
    struct text dict = text_of(entry);
    struct buf index = index_of(dict), got = {0};
    struct reason why = {0};
    CHECK(gcide_read(dict, buf_text(&index), &(struct source_sink){list_marks, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&index);
    buf_release(&got);
}

// The headword has an apostrophe for every accent; the syllables tell which one it is, if any.
static void accents_of_headwords(void)
{
    delivers("caf'e \\ca`f['e]\"\\, n.\n   A house where coffee is sold.\n", "café|1|0\n");
    delivers("cort'ege \\cor`t[`e]ge\"\\, n.\n   A train of people.\n", "cortège|1|0\n");
    delivers("r'esum'e \\r['e]`su`m['e]\"\\, n.\n   A summing up.\n", "résumé|1|0\n");
    delivers("sou'easter \\sou`east\"er\\, n.\n   A wind from there.\n", "sou'easter|1|0\n");
}

static void stress_is_not_spelt(void)
{
    delivers("alectryom'achy \\a*lec`try*om'a*chy\\, n.\n   Cockfighting.\n",
             "alectryomachy|1|0\n");
    delivers("disperson'ate \\dis*per\"son'*ate\\, v. t.\n   To depersonalize.\n",
             "dispersonate|2|0\n");
    delivers("four-o'clock \\four\"-o'clock`\\, n.\n   A plant.\n", "four-o'clock|1|0\n");
    delivers("ma'am \\ma'am\\, n.\n   Madam.\n", "ma'am|1|0\n");
}

// Text between the head and the senses is no part of them.
static void heads_with_two_genders(void)
{
    struct buf got = {0};
    struct text dict =
        TEXT("prot'eg'e \\pro`t['e]`g['e]\"\\, n. m. prot'eg'ee\n"
             "\\pro`t['e]`g['e]e\"\\, n. f.[F., p. p.]\n   One under care.\n\n"
             "angor \\an\"gor\\, n. [L. See {anger}.] >\n   1. (Med.) Great fear.\n");
    struct buf index = index_of(dict);
    CHECK(gcide_read(dict, buf_text(&index), &(struct source_sink){listing_take, &got}, NULL));
    CHECK_TEXT(buf_text(&got), "protégé|1|One under care.\nprotégée|1|One under care.\n"
                               "angor|1|(Med.) Great fear.\n");
    buf_release(&index);
    buf_release(&got);
}

static void obsolete_senses_and_misprinted_classes(void)
{
    delivers("nawl \\nawl\\, n.\n   An awl. [Obs.]\n", "nawl|1|2\n");
    delivers("nawl \\nawl\\, n.\n   An awl. [Obs. or Prov. Eng.]\n", "nawl|1|2\n");
    delivers("nide \\nide\\, n.\n   A nest. [R.]\n", "nide|1|0\n");
    delivers("malonate \\mal\"o*nate\\, a.\n   A salt of an acid.\n", "malonate|1|0\n");
    delivers("diedral \\di*e\"dral\\, a.\n   The same as {dihedral}.\n", "diedral|4|0\n");
    delivers("ramp \\ramp\\, v. i.\n   A way to climb.\n", "ramp|2|0\n");
}

// The same etymology and text under the next headword is a misprint; the same text alone is none.
static void repeated_entries(void)
{
#define NINE "\\, a. [L. novennis of nine years; novem nine.]\n   Recurring every ninth year.\n"
    delivers("novennial \\no*ven\"ni*al" NINE "\nnovercal \\no*ver\"cal" NINE, "novennial|4|0\n");
    delivers("hen \\hen\\, n. [AS. henn.]\n   A bird.\n\nowl \\owl\\, n. [AS. ule.]\n   A bird.\n",
             "hen|1|0\nowl|1|0\n");
#undef NINE
}

static void rare_senses(void)
{
    CHECK(gcide_is_rare(TEXT("A nest. [R.]")) && gcide_is_rare(TEXT("A brier. [Archaic.] Keats.")));
    CHECK(!gcide_is_rare(TEXT("A nest. [Prov. Eng.]")) && !gcide_is_rare(TEXT("A nest. [Obs.]")));
    CHECK(!gcide_is_rare(TEXT("A rare nest. R.")) && !gcide_is_rare(TEXT("")));
}

static void cleans(const char *raw, const char *want)
{
    struct buf got = {0};
    gcide_text_clean(&got, text_of(raw), (struct gcide_text_options){0});
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void cleaning(void)
{
    cleans("  one\n   {two}  three ", "one two three");
    cleans("[`a] [^o] [~n] [,c] [\"u] [=e] [e^] [OE]dipus", "à ô ñ ç ü e e Œdipus");
    cleans("a word [Obs. or\n Prov. Eng.] [Gr. ???.] [4]", "a word [Obs. or Prov. Eng.]");
    cleans("said. --Gen. xi. 34. So it was.", "said. So it was.");
    cleans("said. --Beau. & Fl.", "said.");
    cleans("x; -- called also y.", "x; -- called also y.");
    cleans("said --", "said --");
    cleans("A nest. [R.] --velyn.\n", "A nest. [R.]"); // a name without its first letter
    cleans("bicyclo--octane.\n", "bicyclo--octane.");
    cleans("x --not so. y", "x --not so. y");
    cleans("open [bracket", "open bracket");
    cleans("shut] bracket [", "shut bracket");
    cleans("the market\x92s \xC3\xA9nd", "the markets énd");
    cleans("[[[[[", "");
    cleans("", "");
}

static void cutting(void)
{
    struct buf b = {0};
    buf_add_string(&b, "One two. Three four five. Six");
    gloss_cut(&b, 29);
    CHECK_TEXT(buf_text(&b), "One two. Three four five. Six");
    gloss_cut(&b, 28);
    CHECK_TEXT(buf_text(&b), "One two. Three four five. …");
    buf_clear(&b);
    buf_add_string(&b, "One two. Three four five six");
    gloss_cut(&b, 24);
    CHECK_TEXT(buf_text(&b), "One two. Three four…");
    buf_release(&b);
}

static void casing_counts(void)
{
    struct casing c = {0};
    CHECK_NUMBER(casing_of(&c, TEXT("turkey")).small, 0);
    casing_scan(&c, TEXT("a turkey"));
    CHECK(casing_add(&c, TEXT("Turkey")));
    CHECK(casing_add(&c, TEXT("turkey")));
    CHECK_NUMBER(c.used, 1);
    casing_scan(&c, TEXT("Turkey is in Turkey, a turkey in\nTurkey. Turkey, TURKEY turkeys"));
    CHECK_NUMBER(casing_of(&c, TEXT("TURKEY")).small, 1);
    CHECK_NUMBER(casing_of(&c, TEXT("turkey")).capital, 1);
    CHECK_NUMBER(casing_of(&c, TEXT("turkeys")).small, 0);
    casing_release(&c);
}

static void bad_input(void)
{
    struct reason why = {0};
    struct buf got = {0};
    struct source_sink sink = {listing_take, &got};
    CHECK(!gcide_read(TEXT("Bog \\Bog\\, n.\n   A marsh.\n"), TEXT("Bog\tA\t*\n"), &sink, &why));
    CHECK_NUMBER(why.what, MSG_DICTD_INDEX);
    CHECK(!gcide_read(TEXT("Bog"), TEXT("Bog\tA\tE\n"), &sink, &why));
    CHECK_NUMBER(why.what, MSG_DICTD_OUTSIDE);
    CHECK(gcide_read(TEXT(""), TEXT(""), &sink, &why));
    CHECK(gcide_read(TEXT("Bog"), TEXT("Bog\tA\tD\n"), &sink, &why));
    CHECK(gcide_read(TEXT("\\\\\\\\"), TEXT("Bog\tA\tE\n"), &sink, &why));
    CHECK_TEXT(buf_text(&got), "");
    buf_release(&got);
}

static bool read_gcide(struct tally *t)
{
    struct buf dict = {0}, index = {0};
    struct reason why = {0};
    bool here = test_dictd("dict-gcide", "gcide", &dict, &index);
    if (here)
        CHECK(gcide_read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, t},
                         &why));
    buf_release(&dict);
    buf_release(&index);
    return here;
}

static void real_counts(void)
{
    struct tally t;
    tally_init(&t, "en");
    if (read_gcide(&t)) {
        CHECK_NUMBER(t.unfoldable, 0);
        CHECK_NUMBER(t.words.count, 93160);
        CHECK_NUMBER(t.definitions.count, 153512);
        CHECK_NUMBER(t.in_class[0].count, 57485);
        CHECK_NUMBER(t.in_class[1].count, 12863);
        CHECK_NUMBER(t.in_class[2].count, 28222);
        CHECK_NUMBER(t.in_class[3].count, 4073);
    }
    tally_release(&t);
}

static const struct test tests[] = {
    TEST(the_sample),
    TEST(accents_of_headwords),
    TEST(stress_is_not_spelt),
    TEST(heads_with_two_genders),
    TEST(obsolete_senses_and_misprinted_classes),
    TEST(rare_senses),
    TEST(repeated_entries),
    TEST(cleaning),
    TEST(cutting),
    TEST(casing_counts),
    TEST(bad_input),
    TEST(real_counts),
};
TEST_MAIN(tests)
