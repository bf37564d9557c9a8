// Littré's dictionary: its index, its articles, and the real one.
#include "sources/french/littre.h"
#include "count.h"
#include "sources/french/littre_article.h"
#include "sources/readers/gunzip.h"
#include "test.h"

struct dictionary {
    struct buf index, dict;
};

static void add_index(struct dictionary *d, const char *head, size_t start, size_t len)
{
    buf_add_string(&d->index, head);
    buf_add_byte(&d->index, 0);
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_add_byte(&d->index, (char)(start >> shift));
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_add_byte(&d->index, (char)(len >> shift));
}

// An article with one headword.
static void add(struct dictionary *d, const char *head, const char *article)
{
    add_index(d, head, d->dict.len, text_of(article).len);
    buf_add_string(&d->dict, article);
}

static void gives(struct dictionary *d, const char *want)
{
    struct buf got = {0};
    struct reason why = {0};
    CHECK(littre_read(buf_text(&d->index), buf_text(&d->dict),
                      &(struct source_sink){listing_take, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
    buf_release(&d->index);
    buf_release(&d->dict);
}

static void reads(const char *head, const char *article, const char *want)
{
    struct dictionary d = {0};
    add(&d, head, article);
    gives(&d, want);
}

static bool take_lemma(void *context, const struct source_entry *e)
{
    CHECK_NUMBER(e->definition.len, 0);
    buf_add_text(context, e->lemma);
    return true;
}

static void refers(const char *head, const char *article, const char *lemma)
{
    struct dictionary d = {0};
    struct buf got = {0};
    struct reason why = {0};
    add(&d, head, article);
    CHECK(littre_read(buf_text(&d.index), buf_text(&d.dict),
                      &(struct source_sink){take_lemma, &got}, &why));
    CHECK_TEXT(buf_text(&got), lemma);
    buf_release(&got);
    buf_release(&d.index);
    buf_release(&d.dict);
}

static void senses(void)
{
    reads("CHAT",
          "<i><small>(cha ; dites : (cha-t) échaudé) s. m.</small></i>\n\n"
          "<b>1°</b> Animal  domestique. \n"
          "<span foreground=\"#0000CD\">Le chat est</span>, <span>BUFFON</span>.\n"
          "    Chat sauvage, celui des forêts.\n\n"
          "<b>2°</b> Nom de <i>poisson</i>. <span>Il nage</span>\n\n"
          "<b><big>HISTORIQUE</big></b>\n\n    XIIe s.\n<b>3°</b> Jamais lu.\n",
          "chat|1|Animal domestique.\nchat|1|Nom de poisson.\n");
    reads("ABAISSE", "<i><small>(a-bê-s') s. f.</small></i>\n    Pâte mince.\n    Autre phrase.\n",
          "abaisse|1|Pâte mince.\n");
    reads("À-PEU-PRÈS", "<i><small>(a) adj. et s. m.</small></i>\n    Peu exact.",
          "à-peu-près|5|Peu exact.\n");
}

static void classes(void)
{
    reads("AIMER", "<i><small>(è-mé) v. a.</small></i>\n    Chérir.", "aimer|2|Chérir.\n");
    reads("VITE", "<i><small>(vi-t') adv.</small></i>\n    Tôt.", "vite|8|Tôt.\n");
    reads("OH", "<i><small> interj.</small></i>\n    Cri.", "oh|16|Cri.\n");
    reads("AIMÉ, ÉE", "<i><small>(è-mé, mée) part. passé.</small></i>\n    Chéri.",
          "aimé|0|Chéri.\n");
    reads("ŒIL", "    Organe.", "œil|0|Organe.\n");
}

static void labels_and_references(void)
{
    reads("ANCRE",
          "<i><small>(an) s. f.</small></i>\n\n<b>1°</b> Terme de marine.\n    Masse de fer.\n"
          "    Phrase.\n\n<b>2°</b> Fig.\n<span>Une citation</span>\n\n<b>3°</b> Terme de blason. "
          "Meuble.\n",
          "ancre|1|Terme de marine. Masse de fer.\nancre|1|Terme de blason. Meuble.\n");
    refers("SCAROLE", "<i><small>(ska) s. f.</small></i>\n    Voy. ESCAROLE.\n", "escarole");
    refers("ÉBÈNE", "    Voy. CHÊNE-LIÈGE, au Supplément.\n", "chêne-liège");
    reads("SOUSCRIT",
          "<i><small>(sou) part. passé</small></i>\n\n<b>1°</b>  \n<span foreground=\"x\">Son nom "
          "souscrit</span>, <span>CORN.</span>\n",
          "souscrit|0|Son nom souscrit\n");
    reads("AU", "<b>1°</b> Par caprice.\n<b>2°</b> Familièrement, sottise.\n",
          "au|0|Par caprice.\nau|0|Familièrement, sottise.\n");
    // Another article in the same place.
    refers("A",
           "<i><small>(a) v.</small></i>\n    Voy. AVOIR.<i><small>(a) prép.</small></i>\n    À.",
           "avoir");
    // A section before all senses.
    reads("À",
          "<i><small>(a) prép.</small></i>\n\n<b><big>REMARQUE</big></b>\n\n    Une note.\n\n"
          "<b>1°</b> Entre deux noms.\n",
          "à|16|Entre deux noms.\n");
}

static void long_senses_are_cut(void)
{
    struct dictionary d = {0};
    struct buf got = {0};
    struct reason why = {0};
    struct buf article = {0};
    buf_add_string(&article, "    Une phrase.");
    for (int i = 0; i < 100; i++)
        buf_add_string(&article, " Encore une phrase.");
    buf_add_byte(&article, 0);
    add(&d, "LONG", article.at);
    CHECK(littre_read(buf_text(&d.index), buf_text(&d.dict),
                      &(struct source_sink){listing_take, &got}, &why));
    CHECK(got.len <= LITTRE_DEFINITION_MAX + sizeof "long|0|");
    CHECK(text_ends(buf_text(&got), "Encore une phrase. …\n"));
    buf_release(&got);
    buf_release(&article);
    buf_release(&d.index);
    buf_release(&d.dict);
}

static void headwords(void)
{
    struct dictionary d = {0};
    add(&d, "ACRE.1", "    Mesure.");
    add_index(&d, "ACRE", 0, d.dict.len);
    add_index(&d, "ÂCRE", 0, d.dict.len);
    add(&d, "ACRE.2", "    Piquant.");
    add(&d, "AD HOC", "    Latin.");
    add(&d, "ADJOINT, TE", "    Aide.");
    add(&d, "AGENOUILLER (S')", "    Se mettre à genoux.");
    add(&d, "AH !", "    Cri.");
    gives(&d, "âcre|0|Mesure.\nacre|0|Piquant.\nadjoint|0|Aide.\n"
              "agenouiller|0|Se mettre à genoux.\nah|0|Cri.\n");
}

// ACRE leads to the article of ÉDITEUR.
static void misled_headwords_are_left_out(void)
{
    struct dictionary d = {0};
    add(&d, "ABBÉ", "    Un.");
    add(&d, "DÉ", "    Deux.");
    add(&d, "DEMI", "    Demi.");
    add_index(&d, "ACRE", d.dict.len, sizeof "    Trois." - 1);
    add(&d, "ÉDITEUR", "    Trois.");
    add_index(&d, "ÉDITRICE", d.dict.len, sizeof "    Quatre." - 1);
    add(&d, "ÉDITION", "    Quatre.");
    add(&d, "ÉDITIONNER", "    Cinq.");
    gives(&d, "abbé|0|Un.\ndé|0|Deux.\ndemi|0|Demi.\néditeur|0|Trois.\n"
              "édition|0|Quatre.\néditrice|0|Quatre.\néditionner|0|Cinq.\n");
}

static void without_a_text(void)
{
    struct dictionary d = {0};
    add_index(&d, "ABBÉ", 5, 9);
    add_index(&d, "DÉ", 9, 3);
    gives(&d, "abbé|0|\ndé|0|\n");
}

static void refuses(struct dictionary *d, enum message what)
{
    struct buf got = {0};
    struct reason why = {0};
    CHECK(!littre_read(buf_text(&d->index), buf_text(&d->dict),
                       &(struct source_sink){listing_take, &got}, &why));
    CHECK_NUMBER(why.what, what);
    buf_release(&got);
    buf_release(&d->index);
    buf_release(&d->dict);
}

static void malformed(void)
{
    struct dictionary d = {0};
    add(&d, "A", "    Un.");
    d.index.len--;
    refuses(&d, MSG_LITTRE_INDEX);
    add(&d, "A\xFF", "    Un.");
    refuses(&d, MSG_LITTRE_INDEX);
    add(&d, "A", "    Un.");
    add_index(&d, "B", 5, 99);
    refuses(&d, MSG_DICTD_OUTSIDE);
    add(&d, "A", "    Un\xFF.");
    refuses(&d, MSG_FREEDICT_NOT_UTF8);
}

static void the_real_dictionary(void)
{
    struct buf index = {0}, packed = {0}, dict = {0};
    struct reason why = {0};
    struct tally t, heads;
    if (!test_source("stardict-xmlittre/usr/share/stardict/dic/XMLittre.idx", &index) ||
        !test_source("stardict-xmlittre/usr/share/stardict/dic/XMLittre.dict.dz", &packed))
        return;
    CHECK(gunzip(buf_text(&packed), 1u << 27, &dict, &why));
    buf_release(&packed);
    tally_init(&t, "fr");
    CHECK(littre_read(buf_text(&index), buf_text(&dict), &(struct source_sink){tally_take, &t},
                      &why));
    CHECK_NUMBER(t.entries, 139196);
    CHECK_NUMBER(t.words.count, 73513);
    CHECK_NUMBER(t.definitions.count, 136778);
    tally_release(&t);
    tally_init(&heads, "fr");
    CHECK(littre_read(buf_text(&index), (struct text){0}, &(struct source_sink){tally_take, &heads},
                      &why));
    CHECK_NUMBER(heads.words.count, 73738);
    tally_release(&heads);
    buf_release(&index);
    buf_release(&dict);
}

static const struct test tests[] = {
    TEST(senses),
    TEST(classes),
    TEST(labels_and_references),
    TEST(long_senses_are_cut),
    TEST(headwords),
    TEST(misled_headwords_are_left_out),
    TEST(without_a_text),
    TEST(malformed),
    TEST(the_real_dictionary),
};
TEST_MAIN(tests)
