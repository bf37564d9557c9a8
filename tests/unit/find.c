// Patterns and letters against the obvious way: look at every word.
#include "lexicon/find.h"
#include "lexicon/lexicon_build.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {"cat", "cot", "coat", "taco", "act",  "cast", "scat", "tacos",
                                    "a",   "at",  "tat",  "eel",  "eels", "else", "sleep"};

static struct buf make(void)
{
    struct alphabet a;
    struct buf bytes = {0};
    REQUIRE(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct word w;
        CHECK(alphabet_fold(&a, text_of(words[i]), &w, NULL));
        REQUIRE(lexicon_builder_add(b, &w, i % 2 ? CLASS_NOUN : CLASS_VERB, 1 + (unsigned)i % TIERS,
                                    NULL));
    }
    REQUIRE(lexicon_builder_write(b, &bytes, NULL));
    lexicon_builder_free(b);
    return bytes;
}

struct seen {
    const struct lexicon *lex;
    struct buf text;
    uint32_t limit;
};

static bool see(void *context, const struct word *w, uint32_t index)
{
    struct seen *s = context;
    struct word same;
    graph_nth(&s->lex->graph, index, &same);
    CHECK(same.len == w->len && memcmp(same.letter, w->letter, w->len) == 0);
    if (s->text.len)
        buf_add_byte(&s->text, ' ');
    alphabet_print(&s->lex->alphabet, w, &s->text);
    return --s->limit > 0;
}

// `pattern`, `letters`: NULL for none.
static void finds(const char *pattern, const char *letters, bool all, const char *want)
{
    struct buf bytes = make();
    struct lexicon lex;
    struct find f = {0};
    struct reason why;
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "sample", &why));
    struct seen s = {.lex = &lex, .limit = UINT32_MAX};
    CHECK(!pattern || find_pattern(&f, &lex.alphabet, text_of(pattern), &why));
    CHECK(!letters || find_letters(&f, &lex.alphabet, text_of(letters), all, &why));
    find_run(&f, &lex, see, &s);
    CHECK_TEXT(buf_text(&s.text), want);
    buf_release(&s.text);
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void patterns(void)
{
    finds("c?t", NULL, false, "CAT COT");
    finds("C*T", NULL, false, "CAST CAT COAT COT");
    finds("*", NULL, false, "A ACT AT CAST CAT COAT COT EEL EELS ELSE SCAT SLEEP TACO TACOS TAT");
    finds("*a", NULL, false, "A");
    finds("**a**t**", NULL, false, "ACT AT CAST CAT COAT SCAT TAT");
    finds("[ae]*", NULL, false, "A ACT AT EEL EELS ELSE");
    finds("[^act]*", NULL, false, "EEL EELS ELSE SCAT SLEEP");
    finds("[a-c]?t", NULL, false, "ACT CAT COT");
    finds("????", NULL, false, "CAST COAT EELS ELSE SCAT TACO");
    finds("*ee*", NULL, false, "EEL EELS SLEEP");
    finds("q*", NULL, false, "");
}

static void letters(void)
{
    finds(NULL, "taco", true, "COAT TACO");
    finds(NULL, "taco", false, "A ACT AT CAT COAT COT TACO");
    finds(NULL, "tac?", true, "CAST COAT SCAT TACO");
    finds(NULL, "??", true, "AT");
    finds(NULL, "at", false, "A AT");
    finds("t*", "taco", false, "TACO");
    finds("*s", "taco?", true, "TACOS");
}

static void filters_and_stopping(void)
{
    struct buf bytes = make();
    struct lexicon lex;
    struct find f = {0};
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "sample", NULL));
    struct seen s = {.lex = &lex, .limit = 2};
    CHECK(find_pattern(&f, &lex.alphabet, TEXT("*"), NULL));
    f.filter = (struct word_filter){.min_length = 4, .classes = CLASS_NOUN};
    find_run(&f, &lex, see, &s);
    CHECK_TEXT(buf_text(&s.text), "CAST ELSE");
    buf_release(&s.text);
    lexicon_close(&lex);
    buf_release(&bytes);
}

static void bad_patterns_are_refused(void)
{
    static const char *const bad[] = {"",    "c[",   "c[]", "[",    "[a",  "[^a-z]", "[z-a]",
                                      "c1t", "[a-]", "кот", "\xFF", "a b", "c]"};
    struct alphabet a;
    REQUIRE(alphabet_load(&a, TEXT("en"), NULL));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct find f = {0};
        if (find_pattern(&f, &a, text_of(bad[i]), NULL))
            test_fail(__FILE__, __LINE__, "“%s” was taken", bad[i]);
        CHECK(!find_letters(&f, &a, text_of(bad[i]), true, NULL));
    }
    char many[FIND_TOKENS + 2];
    struct find f = {0};
    memset(many, '?', sizeof many);
    CHECK(find_pattern(&f, &a, (struct text){many, FIND_TOKENS}, NULL));
    CHECK(!find_pattern(&f, &a, (struct text){many, FIND_TOKENS + 1}, NULL));
    CHECK(!find_letters(&f, &a, (struct text){many, WORD_MAX + 1}, true, NULL));
}

static const struct test tests[] = {
    TEST(patterns),
    TEST(letters),
    TEST(filters_and_stopping),
    TEST(bad_patterns_are_refused),
};
TEST_MAIN(tests)
