// Folding, exactly as docs/rules/records.md, "Letters", says.
#include "lexicon/alphabet.h"
#include "test.h"

static void folds(const char *lang, const char *text, const char *want)
{
    struct alphabet a;
    struct word w;
    struct reason why;
    struct buf got = {0};
    REQUIRE(alphabet_load(&a, text_of(lang), &why));
    if (!alphabet_fold(&a, text_of(text), &w, &why)) {
        reason_word(&why, LANGUAGE_EN, &got);
        test_fail(__FILE__, __LINE__, "%s: %.*s", text, TEXT_ARG(buf_text(&got)));
    } else {
        alphabet_print(&a, &w, &got);
        CHECK_TEXT(buf_text(&got), want);
    }
    buf_release(&got);
}

static void refuses(const char *lang, const char *text, enum message what, const char *args)
{
    struct alphabet a;
    struct word w;
    struct reason why = {0};
    REQUIRE(alphabet_load(&a, text_of(lang), &why));
    CHECK(!alphabet_fold(&a, text_of(text), &w, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_TEXT(text_of(why.args), args);
}

// R-REC-1
static void sizes(void)
{
    static const struct {
        const char *lang;
        unsigned size;
    } all[] = {{"en", 26}, {"fr", 26}, {"nl", 26}, {"de", 29}, {"ru", 32}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct alphabet a;
        REQUIRE(alphabet_load(&a, text_of(all[i].lang), NULL));
        CHECK_NUMBER(a.size, all[i].size);
    }
    struct alphabet a;
    struct reason why;
    CHECK(!alphabet_load(&a, TEXT("xx"), &why));
    CHECK_NUMBER(why.what, MSG_ALPHABET_UNKNOWN);
    CHECK(!alphabet_load(&a, TEXT("../en"), &why));
}

// R-REC-2, R-REC-3
static void accents_drop_off(void)
{
    folds("fr", "élève", "ELEVE");
    folds("fr", "garçon", "GARCON");
    folds("en", "Naïve", "NAIVE");
    folds("nl", "geïnd", "GEIND");
    folds("fr", "cœur", "COEUR");
    folds("fr", "æquo", "AEQUO");
    folds("en", "Ångström", "ANGSTROM");
    folds("de", "façade", "FACADE");
}

// R-REC-7
static void normal_forms_agree(void)
{
    folds("fr", "e\xCC\x81le\xCC\x80ve", "ELEVE");
    folds("de", "A\xCC\x88pfel", "ÄPFEL");
    folds("de", "a\xCC\x81", "A");
    folds("ru", "и\xCC\x86од", "ЙОД");
    folds("ru", "е\xCC\x88лка", "ЕЛКА");
}

// R-REC-3, R-REC-4
static void german_keeps_its_umlauts(void)
{
    folds("de", "Übermäßig", "ÜBERMÄSSIG");
    folds("de", "STRAẞE", "STRASSE");
    folds("en", "Übermäßig", "UBERMASSIG");
}

// R-REC-2, R-REC-3
static void russian(void)
{
    folds("ru", "ёлка", "ЕЛКА");
    folds("ru", "Йод", "ЙОД");
    folds("ru", "за́мок", "ЗАМОК");
    folds("ru", "из-за", "ИЗЗА");
    folds("ru", "подъезд", "ПОДЪЕЗД");
}

// R-REC-5
static void joiners_are_left_out(void)
{
    folds("en", "e-mail", "EMAIL");
    folds("fr", "aujourd’hui", "AUJOURDHUI");
    folds("nl", "foto's", "FOTOS");
    refuses("en", "-mail", MSG_WORD_NOT_A_LETTER, "-");
    refuses("en", "mail-", MSG_WORD_NOT_A_LETTER, "-");
    refuses("en", "'", MSG_WORD_NOT_A_LETTER, "'");
}

// R-REC-6
static void others_are_refused_by_name(void)
{
    refuses("en", "R2D2", MSG_WORD_NOT_A_LETTER, "2");
    refuses("en", "слово", MSG_WORD_NOT_A_LETTER, "с");
    refuses("ru", "wоrd", MSG_WORD_NOT_A_LETTER, "w");
    refuses("en", "a b", MSG_WORD_NOT_A_LETTER, " ");
    refuses("en", "a\tb", MSG_WORD_NOT_A_LETTER, "U+0009");
    refuses("en", "\xCC\x81", MSG_WORD_NOT_A_LETTER, "\xCC\x81");
    refuses("en", "ab\xFF", MSG_WORD_NOT_UTF8, "3");
    refuses("en", "\xC0\x80", MSG_WORD_NOT_UTF8, "1");
    refuses("en", "", MSG_WORD_EMPTY, "");
    refuses("en", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            MSG_WORD_TOO_LONG, "63");
}

static const struct test tests[] = {
    TEST(sizes),
    TEST(accents_drop_off),
    TEST(normal_forms_agree),
    TEST(russian),
    TEST(german_keeps_its_umlauts),
    TEST(joiners_are_left_out),
    TEST(others_are_refused_by_name),
};
TEST_MAIN(tests)
