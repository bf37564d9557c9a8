// What German words imply: lemmas by endings and by parts, slang by labels; and the steps that
// German and Dutch share.
#include "sources/german/german.h"
#include "sources/fallback.h"
#include "sources/recipes.h"
#include "test.h"

static struct word fold(const struct build_context *b, const char *spelling)
{
    struct word w;
    REQUIRE(alphabet_fold(&b->alphabet, text_of(spelling), &w, NULL));
    return w;
}

static void add(struct build_context *b, const char *spelling, unsigned classes, unsigned tier)
{
    struct word w = fold(b, spelling);
    CHECK(lexicon_builder_add(b->lexicon, &w, classes, tier, b->why));
}

static void form(struct build_context *b, const char *spelling, const char *lemma)
{
    struct word w = fold(b, spelling), l = fold(b, lemma);
    add(b, spelling, 0, 0);
    CHECK(lexicon_builder_lemma(b->lexicon, &w, &l, 0, b->why));
}

// The lemmas of a word, with spaces between them.
static void has_lemmas(const struct build_context *b, const char *spelling, const char *want)
{
    struct word w = fold(b, spelling), lemma[LEMMAS_MAX];
    struct buf got = {0};
    unsigned lemmas = lexicon_builder_lemmas(b->lexicon, &w, lemma);
    for (unsigned i = 0; i < lemmas; i++) {
        if (i)
            buf_add_byte(&got, ' ');
        alphabet_print(&b->alphabet, &lemma[i], &got);
    }
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void lemmas_by_endings_and_parts(void)
{
    static const char *const forms[] = {"schönes",     "schöneren", "schönster",   "gesichertes",
                                        "Zauns",       "Messungen", "Gartenzäune", "weggeguckt",
                                        "Lehrerinnen", "Bader",     "Zaunes"};
    struct build_context b;
    struct reason why = {0};
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("de"), &why));
    add(&b, "schön", CLASS_ADJECTIVE, 0);
    add(&b, "sichern", CLASS_VERB, 0);
    form(&b, "gesichert", "sichern");
    add(&b, "Zaun", CLASS_NOUN, 0);
    form(&b, "Zäune", "Zaun");
    add(&b, "Gartenzaun", CLASS_NOUN, 0);
    add(&b, "Messung", CLASS_NOUN, 0);
    add(&b, "gucken", CLASS_VERB, 0);
    add(&b, "weggucken", CLASS_VERB, 0);
    form(&b, "geguckt", "gucken");
    add(&b, "Lehrerin", CLASS_NOUN, 0);
    add(&b, "Bad", CLASS_NOUN, 0);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        add(&b, forms[i], 0, 0);
    CHECK(german_find_lemmas(&b));
    has_lemmas(&b, "schönes", "SCHÖN");
    has_lemmas(&b, "schöneren", "SCHÖN");
    has_lemmas(&b, "schönster", "SCHÖN");
    has_lemmas(&b, "gesichertes", "GESICHERT SICHERN");
    has_lemmas(&b, "Zauns", "ZAUN");
    has_lemmas(&b, "Zaunes", "ZAUN");
    has_lemmas(&b, "Messungen", "MESSUNG");
    has_lemmas(&b, "Gartenzäune", "GARTENZAUN");
    has_lemmas(&b, "weggeguckt", "WEGGUCKEN");
    has_lemmas(&b, "Lehrerinnen", "LEHRERIN");
    has_lemmas(&b, "Bader", ""); // a man, not several baths
    has_lemmas(&b, "schön", "");
    build_context_close(&b);
}

static void slang_by_labels(void)
{
    CHECK(german_is_slang(TEXT("Jugendsprache: sehr gut")));
    CHECK(german_is_slang(TEXT("Soziologie, Gaunersprache: heimliche Nachricht")));
    CHECK(!german_is_slang(TEXT("umgangssprachlich: sehen")));
    CHECK(!german_is_slang(TEXT("Sprache der Jugend, die Jugendsprache")));
    CHECK(!german_is_slang(TEXT("")));
}

static void tiers_of_forms(void)
{
    struct build_context b;
    struct reason why = {0};
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("de"), &why));
    add(&b, "gucken", CLASS_VERB, 3);
    form(&b, "guckt", "gucken");
    add(&b, "guckt", 0, 8);
    form(&b, "geguckt", "gucken");
    add(&b, "geguckt", 0, 2);
    add(&b, "hüfen", CLASS_VERB, 8);
    form(&b, "hüfend", "hüfen");
    add(&b, "hüfend", 0, 8);
    CHECK(grade_forms(&b));
    struct word w = fold(&b, "guckt");
    CHECK_NUMBER(lexicon_builder_tier(b.lexicon, &w), 4);
    w = fold(&b, "geguckt");
    CHECK_NUMBER(lexicon_builder_tier(b.lexicon, &w), 2);
    w = fold(&b, "hüfend");
    CHECK_NUMBER(lexicon_builder_tier(b.lexicon, &w), 8);
    build_context_close(&b);
}

// 3 of 4 dictionaries, and so on.
static void tiers_by_dictionaries(void)
{
    static const unsigned want[] = {0, 5, 4, 3, 3};
    struct build_context b;
    struct reason why = {0};
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("de"), &why));
    struct wikdict all = {.language = &freedict_german};
    struct word w = fold(&b, "gucken");
    for (int i = 0; i < 4; i++)
        REQUIRE((all.headwords[i] = build_context_set(&b)) != NULL);
    for (int have = 0; have <= 4; have++) {
        CHECK_NUMBER(wikdict_tier(&all, &w), want[have]);
        if (have < 4)
            CHECK(lexicon_builder_add(all.headwords[have], &w, 0, 0, &why));
    }
    wikdict_release(&all);
    build_context_close(&b);
}

static bool say(struct fallback *f, const char *spelling, const char *text, unsigned marks)
{
    struct source_sink sink = fallback_sink(f);
    struct source_entry e = {
        .spelling = text_of(spelling), .definition = text_of(text), .marks = marks};
    return sink.take(sink.context, &e);
}

static void texts_fall_back(void)
{
    struct build_context b;
    struct fallback f;
    struct reason why = {0};
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("de"), &why) && fallback_open(&f, &b));
    add(&b, "Haus", CLASS_NOUN, 0);
    add(&b, "Zaun", CLASS_NOUN, 0);
    add(&b, "Kacke", CLASS_NOUN, 0);
    b.take = TAKE_TEXTS;
    CHECK(say(&f, "Haus", "ein Gebäude", 0) && say(&f, "Haus", "ein Geschlecht", 0));
    CHECK(fallback_next(&f));
    CHECK(say(&f, "Haus", "house", 0) && say(&f, "Zaun", "fence", 0) &&
          say(&f, "Turm", "tower", 0));
    CHECK_NUMBER(lexicon_builder_texts(b.lexicon), 3);
    CHECK(say(&f, "Kacke", "crap", MARK_OFFENSIVE) && say(&f, "Zaun", "x", MARK_OFFENSIVE));
    CHECK(fallback_mark(&f));
    struct word coarse = fold(&b, "Kacke"), clean = fold(&b, "Zaun");
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &coarse), MARK_OFFENSIVE);
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &clean), 0);
    fallback_close(&f);
    build_context_close(&b);
}

static const struct test tests[] = {
    TEST(lemmas_by_endings_and_parts), TEST(slang_by_labels), TEST(tiers_of_forms),
    TEST(tiers_by_dictionaries),       TEST(texts_fall_back),
};
TEST_MAIN(tests)
