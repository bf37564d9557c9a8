// Frog's lemmatizer: the decision tree, and what its classes make of a word.
#include "sources/dutch/mblem.h"
#include "count.h"
#include "sources/readers/wordlist.h"
#include "test.h"

#define HEAD                                                                              \
    "# Status: pruned\nClasses\n1\tN(soort,ev,basis,zijd,stan)\n"                         \
    "2\tN(soort,mv,basis)+Den\n3\tWW(vd,vrij,zonder)+Pge+Dd+Ien|ADJ(vrij,basis,zonder)\n" \
    "4\tBW()\nFeatures\n1\t=\n2\tn\n3\te\n4\td\n5\tp\n\n"
#define TREE "(1{ 1 33, 2 1 }[2(1[3(2)\n]\n)\n,4(3[3(4[1(4)\n]\n)\n]\n)\n]\n)\n"

static void reads(const char *word, const char *want)
{
    struct mblem m;
    struct reason why = {0};
    struct buf got = {0};
    REQUIRE(mblem_open(&m, TEXT(HEAD TREE), &why));
    CHECK(mblem_read(&m, text_of(word), &(struct source_sink){listing_take_form, &got}, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
    mblem_close(&m);
}

static void the_longest_known_ending_decides(void)
{
    reads("pomp", "pomp|1|\n");
    reads("pompen", "pompen|0|pomp\n");
    reads("pn", "pn|1|\n"); // gets stuck after its last letter
    reads("ed", "ed|8|\n"); // to the beginning of the word
    reads("", "");
}

static void parts_are_taken_out_and_put_on(void)
{
    reads("gebeld", "gebeld|0|belen\ngebeld|4|\n");
    reads("gewerkd", "gewerkd|0|werken\ngewerkd|4|\n");
    // "ge" is there twice: both are given, and one of them is no word.
    reads("tegengehoud", "tegengehoud|0|tengehouen\ntegengehoud|0|tegenhouen\ntegengehoud|4|\n");
    reads("houd", "houd|4|\n"); // has no "ge"
}

static void malformed(void)
{
    static const char *const all[] = {
        "",
        "Classes\n",
        "Classes\n1\tBW()\n",
        "Classes\n2\tBW()\nFeatures\n",
        "Classes\nx\tBW()\nFeatures\n1\t=\n\n(0)\n",
        "Classes\n1\tBW()\nFeatures\n0\t=\n\n(1)\n",
        HEAD,
        HEAD "(9)",
        HEAD "1",
        HEAD "(1",
        HEAD "(1[",
        HEAD "(1[2",
        HEAD "(1[2(1)",
        HEAD "(1[2(1)]",
        HEAD "(1[2(1)]]",
        HEAD "(1[70000(1)])",
        HEAD "(1{ 1 33",
        HEAD "(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1"
             "[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1[1(1",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct mblem m;
        struct reason why = {0};
        CHECK(!mblem_open(&m, text_of(all[i]), &why));
        CHECK_NUMBER(why.what, MSG_MBLEM_TREE);
    }
}

// Words of our own, and what every Dutch reader knows of them.
static void real_tree(void)
{
    static const struct {
        const char *word, *want;
    } all[] = {
        {"fietspompen", "fietspompen|0|fietspomp\n"},
        {"liep", "liep|0|lopen\n"},
        {"cirri", "cirri|0|cirrus\n"},
        {"huisje", "huisje|0|huis\n"},
        {"bloemkool", "bloemkool|1|\n"},
        {"zwemt", "zwemt|0|zwemmen\n"},
        {"opgebeld", "opgebeld|0|opbellen\nopgebeld|0|opbellen\n"},
    };
    struct buf tree = {0};
    struct mblem m;
    struct reason why = {0};
    if (!test_source("frogdata/usr/share/frog/nld/mblem.tree", &tree))
        return;
    REQUIRE(mblem_open(&m, buf_text(&tree), &why));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct buf got = {0};
        CHECK(mblem_read(&m, text_of(all[i].word), &(struct source_sink){listing_take_form, &got},
                         &why));
        CHECK_TEXT(buf_text(&got), all[i].want);
        buf_release(&got);
    }
    mblem_close(&m);
    buf_release(&tree);
}

static const struct test tests[] = {
    TEST(the_longest_known_ending_decides),
    TEST(parts_are_taken_out_and_put_on),
    TEST(malformed),
    TEST(real_tree),
};
TEST_MAIN(tests)
