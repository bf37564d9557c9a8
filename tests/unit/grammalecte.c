// Grammalecte's dictionary, on small graphs of our own and on the real one.
#include "sources/french/grammalecte.h"
#include "base/utf8.h"
#include "count.h"
#include "test.h"

struct form {
    const char *form, *code, *tag;
};

// Appends values as JSON strings: the characters of all forms, or their suffix codes, or their
// tags.
static void add_values(struct buf *out, const struct form *f, size_t n, int what)
{
    for (size_t i = 0; i < n; i++) {
        struct text rest = text_of(f[i].form);
        uint32_t c;
        for (struct text at = rest; what == 0 && utf8_next(&rest, &c); at = rest)
            buf_printf(out, ",\"%.*s\"", (int)(at.len - rest.len), at.at);
        if (what > 0)
            buf_printf(out, ",\"%s\"", what == 1 ? f[i].code : f[i].tag);
    }
}

// A graph in which each form has a way of its own, beginning with its own arc of the first node.
static void print_graph(struct buf *out, const struct form *f, size_t n)
{
    enum { LAST = 1 << 22 };
    size_t chars = 0, value = 1, node = n;
    for (size_t i = 0; i < n; i++)
        chars += utf8_length(text_of(f[i].form));
    buf_printf(out, "{\"cStemming\":\"S\",\"nBytesArc\":3,\"nChar\":%zu,\"lArcVal\":[\"\"", chars);
    for (int what = 0; what < 3; what++)
        add_values(out, f, n, what);
    buf_add_string(out, "],\"lByDic\":[");
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, "%s%zu,%zu", i ? "," : "", value | (i + 1 == n ? LAST : 0), 2 * node);
        value += utf8_length(text_of(f[i].form));
        node += utf8_length(text_of(f[i].form)) + 1;
    }
    value = 1, node = n;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = utf8_length(text_of(f[i].form)); value++, k > 1; k--)
            buf_printf(out, ",%zu,%zu", value | LAST, 2 * ++node);
        ++node;
        buf_printf(out, ",%zu,%zu", (chars + 1 + i) | LAST, 2 * node++);
        buf_printf(out, ",%zu,0", (chars + 1 + n + i) | LAST);
    }
    buf_add_string(out, "]}");
}

static bool list(void *context, const struct source_entry *e)
{
    buf_printf(context, "%.*s|%u|%.*s\n", TEXT_ARG(e->spelling), e->classes, TEXT_ARG(e->lemma));
    CHECK_NUMBER(e->definition.len, 0);
    return true;
}

static void gives(const struct form *f, size_t n, const char *words, const char *units)
{
    struct buf json = {0}, got[2] = {0};
    struct reason why = {0};
    print_graph(&json, f, n);
    CHECK(grammalecte_read(buf_text(&json), &(struct source_sink){list, &got[0]},
                           &(struct source_sink){list, &got[1]}, &why));
    CHECK_TEXT(buf_text(&got[0]), words);
    CHECK_TEXT(buf_text(&got[1]), units);
    buf_release(&json);
    buf_release(&got[0]);
    buf_release(&got[1]);
}
#define GIVES(words, units, ...)              \
    gives((const struct form[]){__VA_ARGS__}, \
          sizeof((const struct form[]){__VA_ARGS__}) / sizeof(struct form), words, units)

// R-BALDA-30
static void nouns_in_the_singular(void)
{
    GIVES("cheval|1|\nchevaux|0|cheval\n", "", {"cheval", "0", ":N:m:s/*"},
          {"chevaux", "2l", ":N:m:p/*"});
    GIVES("noix|1|\n", "", {"noix", "0", ":N:f:i/*"});
    // The feminine of a noun is a noun, too; plurals are where there is no singular.
    GIVES("actrice|1|acteur\nactrices|0|acteur\n", "", {"actrice", "4eur", ":N:f:s/*"},
          {"actrices", "5eur", ":N:f:p/*"});
    GIVES("mœurs|1|\n", "", {"mœurs", "0", ":N:f:p/*"});
}

// R-BALDA-30
static void adjectives_and_verbs(void)
{
    GIVES("beau|5|\nbel|5|beau\nbelle|1|beau\nbeaux|0|beau\n", "", {"beau", "0", ":N:A:m:s/*"},
          {"bel", "1au", ":N:A:m:s/*"}, {"belle", "3au", ":N:A:f:s/*"},
          {"beaux", "1", ":N:A:m:p/*"});
    GIVES("utile|4|\nutiles|0|utile\n", "", {"utile", "0", ":A:e:s/*"},
          {"utiles", "1", ":A:e:p/*"});
    GIVES("aimer|2|\naime|0|aimer\naimé|0|aimer\n", "", {"aimer", "0", ":V1_it_q__a:Y/*"},
          {"aime", "0r", ":V1_it_q__a:Ip:Sp:1s:3s/*"}, {"aimé", "1er", ":V1_it_q__a:Q:A:1ŝ:m:s/*"});
    GIVES("ici|8|\nmais|16|\ntrois|16|\npst|16|\n", "", {"ici", "0", ":W/*"},
          {"mais", "0", ":G:Cc/*"}, {"trois", "0", ":B:e:p/*"}, {"pst", "0", ":J;é/*"});
}

// R-BALDA-32, R-BALI-55, R-BALI-63
static void left_out(void)
{
    GIVES("", "", {"Paris", "0", ":MP:m:i#C/*"}, {"luc", "0", ":M1:m:i/*"},
          {"kg", "1", ":N:m:i;S/*"}, {"dpi", "0", ":N:m:i;S/*"}, {"b", "0", ":N:m:i/*"},
          {"arc-en-ciel", "0", ":N:m:s/*"}, {"ln", "0", ":N:m:i/*"}, {"anti", "0", ":Zp/M"},
          {"jusqu", "0", ":G:R:F/*"}, {"mama", "0", ":T:f:s/*"}, {"xiv", "0", ":Br:e:p/*"});
    GIVES("docteur|1|\n", "", {"docteur", "0", ":N:T:m:s/*"});
    GIVES("rem|1|\nrems|0|rem\n", "", {"rem", "0", ":N:m:s;S/*"}, {"rems", "1", ":N:m:p;S/*"});
}

// Sucrè stands only before "je".
static void ghost_spellings(void)
{
    GIVES("sucre|0|sucrer\n", "", {"sucrè", "1er", ":V1_it_q__a:Ip:1ś/R"},
          {"sucre", "0r", ":V1_it_q__a:Ip:Sp:1s:3s/*"},
          {"fussè", "5être", ":V0ei_____a:Sq:1ś;é/R"});
}

static void units_and_parts_of_phrases(void)
{
    GIVES("mètre|1|\n", "kilogramme|1|\nkilogrammes|0|kilogramme\n", {"mètre", "0", ":N:m:s;U/*"},
          {"kilogramme", "9gramme", ":N:m:s;U/*"}, {"kilogrammes", "9gramme", ":N:m:p;é;U/*"});
    GIVES("tapinois|8|\nflorès|16|\netc|8|\n", "", {"tapinois", "0", ":ÉW/*"},
          {"florès", "0", ":ÉV/*"}, {"etc", "0", ":ÉW/*"});
}

static void refuses(const char *json, enum message what)
{
    struct buf got = {0};
    struct reason why = {0};
    CHECK(!grammalecte_read(text_of(json), &(struct source_sink){list, &got}, NULL, &why));
    CHECK_NUMBER(why.what, what);
    buf_release(&got);
}

#define START "{\"cStemming\":\"S\",\"nBytesArc\":3,\"nChar\":1,"

static void malformed(void)
{
    refuses("", MSG_GRAMMALECTE_NOT_JSON);
    refuses("[1]", MSG_GRAMMALECTE_NOT_JSON);
    refuses("{\"cStemming\":\"A\"}", MSG_GRAMMALECTE_PART);
    refuses("{\"cStemming\":\"S\",\"nBytesArc\":0,\"nChar\":1}", MSG_GRAMMALECTE_PART);
    refuses("{\"cStemming\":\"S\",\"nBytesArc\":5,\"nChar\":1}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\"],\"lByDic\":[]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",1],\"lByDic\":[1,0]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[4194305]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[4194306,0]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[4194305,2]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[4194304,0]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[1,0]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\",\"!\"],\"lByDic\":[4194306,0]}", MSG_GRAMMALECTE_PART);
    // A cycle, and one whose ways multiply.
    refuses(START "\"lArcVal\":[\"\",\"a\"],\"lByDic\":[4194305,0]}", MSG_GRAMMALECTE_PART);
    refuses(START "\"lArcVal\":[\"\",\"a\",\"0\",\":N:m:s/*\"],"
                  "\"lByDic\":[1,4,4194306,2,2,0,1,0,4194305,0]}",
            MSG_GRAMMALECTE_PART);
}

// Ways of 40 letters with two arcs each: more than a million million.
static void a_bomb_is_refused(void)
{
    struct buf json = {0};
    buf_add_string(&json, START "\"lArcVal\":[\"\",\"a\",\"0\",\":N:m:s/*\"],\"lByDic\":[");
    for (int i = 0; i < 40; i++)
        buf_printf(&json, "1,%d,4194305,%d,", 4 * i + 4, 4 * i + 4);
    buf_add_string(&json, "4194306,162,4194307,0]}");
    buf_add_byte(&json, 0);
    refuses(json.at, MSG_GRAMMALECTE_TOO_LARGE);
    buf_release(&json);
}

static bool stop(void *context, const struct source_entry *e)
{
    (void)e;
    return ++*(int *)context < 2;
}

static void a_sink_stops_it(void)
{
    const struct form f[] = {{"un", "0", ":W/*"}, {"deux", "0", ":W/*"}, {"trois", "0", ":W/*"}};
    struct buf json = {0};
    struct reason why = {0};
    int taken = 0;
    print_graph(&json, f, 3);
    CHECK(!grammalecte_read(buf_text(&json), &(struct source_sink){stop, &taken}, NULL, &why));
    CHECK_NUMBER(taken, 2);
    buf_release(&json);
}

struct french {
    struct tally folded;
    struct counter exact, lemmas;
    size_t ghosts; // forms that end in è
};

static bool take_french(void *context, const struct source_entry *e)
{
    struct french *f = context;
    const struct word none = {0};
    counter_add(&f->exact, &none, e->spelling);
    counter_add(&f->lemmas, &none, e->lemma.len ? e->lemma : e->spelling);
    f->ghosts += text_ends(e->spelling, "è");
    return tally_take(&f->folded, e);
}

static void french_release(struct french *f)
{
    tally_release(&f->folded);
    counter_release(&f->exact);
    counter_release(&f->lemmas);
}

static void the_real_dictionary(void)
{
    struct buf json = {0};
    struct reason why = {0};
    struct french words = {0}, units = {0};
    if (!test_source("python3-grammalecte/usr/lib/python3/dist-packages/grammalecte/graphspell/"
                     "_dictionaries/fr-allvars.json",
                     &json))
        return;
    tally_init(&words.folded, "fr");
    tally_init(&units.folded, "fr");
    CHECK(grammalecte_read(buf_text(&json), &(struct source_sink){take_french, &words},
                           &(struct source_sink){take_french, &units}, &why));
    CHECK_NUMBER(words.exact.count, 442327);
    CHECK_NUMBER(words.folded.words.count, 419480);
    CHECK_NUMBER(words.lemmas.count, 68410);
    CHECK_NUMBER(words.folded.unfoldable, 0);
    CHECK_NUMBER(words.ghosts, 3); // burkinabè, épistémè, koinè
    CHECK_NUMBER(units.folded.words.count, 1480);
    static const size_t in_class[CLASSES] = {50910, 8184, 16551, 2285, 452};
    for (int i = 0; i < CLASSES; i++)
        CHECK_NUMBER(words.folded.in_class[i].count, in_class[i]);
    french_release(&words);
    french_release(&units);
    buf_release(&json);
}

static const struct test tests[] = {
    TEST(nouns_in_the_singular),
    TEST(adjectives_and_verbs),
    TEST(left_out),
    TEST(ghost_spellings),
    TEST(units_and_parts_of_phrases),
    TEST(malformed),
    TEST(a_bomb_is_refused),
    TEST(a_sink_stops_it),
    TEST(the_real_dictionary),
};
TEST_MAIN(tests)
