// The words of Frog's tagger, and its tags.
#include "sources/dutch/frog.h"
#include "count.h"
#include "sources/dutch/cgn.h"
#include "test.h"

static void tags(void)
{
    static const struct {
        const char *tag;
        unsigned class;
    } all[] = {
        {"N(soort,ev,basis,zijd,stan)", CLASS_NOUN},
        {"N(soort,ev,dim,onz,stan)", 0},
        {"N(soort,mv,basis)", 0},
        {"N(eigen,ev,basis,zijd,stan)", 0},
        {"WW(inf,vrij,zonder)", CLASS_VERB},
        {"WW(inf,nom,met-e,zonder-n)", 0},
        {"WW(pv,tgw,met-t)", 0},
        {"WW(vd,vrij,zonder)", 0},
        {"ADJ(vrij,basis,zonder)", CLASS_ADJECTIVE},
        {"ADJ(prenom,basis,met-e,stan)", 0},
        {"ADJ(vrij,comp,zonder)", 0},
        {"BW()", CLASS_ADVERB},
        {"VZ(init)", CLASS_OTHER},
        {"VNW(pers,pron,dial)", 0},
        {"SPEC(vreemd)", 0},
        {"LET()", 0},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK_NUMBER(cgn_class(text_of(all[i].tag)), all[i].class);
}

static bool take_counted(void *buf, const struct source_entry *e)
{
    buf_printf(buf, "%.*s|%u|%u\n", TEXT_ARG(e->spelling), e->classes, e->count);
    return true;
}

static void counts_and_classes(void)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(frog_read(TEXT("189 was N(soort,ev,basis,zijd,stan):40 WW(pv,verl,ev):149 \n"
                         "900 dan BW():880 N(soort,ev,basis,zijd,stan):20\n"
                         "7 De LID(bep,stan,rest):7\n5 , LET():5\n3 eerst-komend BW():3\n"
                         "2 lopen WW(inf,vrij,zonder):1 WW(pv,tgw,mv):1\n"),
                    &(struct source_sink){take_counted, &got}, &why));
    CHECK_TEXT(buf_text(&got), "was|1|189\ndan|8|900\nlopen|2|2\n");
    buf_release(&got);
}

static void malformed(void)
{
    static const char *const all[] = {"x was BW():1\n",  "7\n", "7 was BW()\n", "7 was BW():x\n",
                                      "7 \xFF BW():7\n", "\n"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct reason why = {0};
        struct buf got = {0};
        CHECK(!frog_read(text_of(all[i]), &(struct source_sink){take_counted, &got}, &why));
        CHECK_NUMBER(why.what, MSG_FROG_LINE);
        CHECK_NUMBER(why.line, 1);
        buf_release(&got);
    }
}

static void a_sink_stops_it(void)
{
    int calls = 0;
    CHECK(!frog_read(TEXT("1 a BW():1\n1 b BW():1\n"), &(struct source_sink){stopping_take, &calls},
                     NULL));
    CHECK_NUMBER(calls, 1);
}

static void real_words(void)
{
    struct buf lex = {0};
    struct reason why = {0};
    struct tally t;
    if (!test_source("frogdata/usr/share/frog/nld/Frog.mbt.1.0.lex", &lex))
        return;
    tally_init(&t, "nl");
    CHECK(frog_read(buf_text(&lex), &(struct source_sink){tally_take, &t}, &why));
    CHECK_NUMBER(t.words.count, 137234);
    CHECK_NUMBER(t.in_class[0].count, 55931);
    CHECK_NUMBER(t.in_class[1].count, 6911);
    tally_release(&t);
    buf_release(&lex);
}

static const struct test tests[] = {
    TEST(tags), TEST(counts_and_classes), TEST(malformed), TEST(a_sink_stops_it), TEST(real_words),
};
TEST_MAIN(tests)
