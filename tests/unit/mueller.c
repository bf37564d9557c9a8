// Mueller's English-Russian dictionary, turned round, and the glosses that are made of it.
#include "sources/russian/mueller.h"
#include "count.h"
#include "dictd.h"
#include "lexicon/lexicon.h"
#include "sources/glossary.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bool take_pair(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_printf(out, "%.*s=%.*s ", TEXT_ARG(entry->spelling), TEXT_ARG(entry->definition));
    CHECK_NUMBER(entry->classes, CLASS_NOUN);
    CHECK_NUMBER(entry->kind, TEXT_GLOSS);
    return true;
}

// Reads one entry, with an index that leads to all of it.
static bool read_one(struct text dict, const struct source_sink *sink, struct reason *why)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char index[32];
    snprintf(index, sizeof index, "word\tA\t%c%c\n", digits[dict.len / 64], digits[dict.len % 64]);
    return mueller_read(dict, text_of(index), sink, why);
}

static void reads(const char *entry, const char *want)
{
    struct buf got = {0};
    CHECK(read_one(text_of(entry), &(struct source_sink){take_pair, &got}, NULL));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void words_between_commas(void)
{
    reads("adviser\n   [ɜd↗vaɪzɜ] _n. советник; консультант,\n   юрист\n",
          "советник=adviser консультант=adviser юрист=adviser ");
    reads("aeon\n   [↗i:ɜn] _n.\n   1) вечность\n   2) _геол. эра\n", "вечность=aeon эра=aeon ");
    reads("glass eye\n _n. (_pl. eyes) глаз (из стекла)\n", "глаз=glass eye ");
}

static void only_nouns(void)
{
    reads("adz\n   1. _n. _тех. тесло; струг\n   2. _v. тесать, строгать\n",
          "тесло=adz струг=adz ");
    reads("age\n _I _n. век\n _II дом\n _III _v. стареть\n", "век=age ");
    reads("glad\n _a. рад\n", "");
    reads("no class\n слово\n", "");
}

static void no_phrases_and_no_examples(void)
{
    reads("advance\n _n. движение вперёд, успех; in advance раньше, заранее; рост\n",
          "успех=advance рост=advance ");
    reads("x\n _n. знак: крест, Крест, нож1\n", "");
    reads("x\n _n. и т.п., кто-либо, ёж-рыба\n", "кто-либо=x ёж-рыба=x ");
    reads("knife\n _n.\n 1) нож; the knife\n  а) скальпель;\n  б) операция врача\n",
          "нож=knife скальпель=knife ");
}

static void malformed(void)
{
    struct reason why = {0};
    struct buf got = {0};
    struct source_sink sink = {take_pair, &got};
    reads("x\n _n. ((дом; дуб\n", "");
    reads("x\n _n. дом) дуб], лес [сад\n", "дуб=x лес=x ");
    reads("x", "");
    reads("x\ty\n _n. дом\n", "");
    CHECK(!read_one(TEXT("x\n _n. дом\xFF\n"), &sink, &why));
    CHECK_NUMBER(why.what, MSG_TRANSLATION_NOT_UTF8);
    buf_release(&got);
}

static void the_sink_can_stop_it(void)
{
    int calls = 0;
    CHECK(!read_one(TEXT("x\n _n. дом; дуб; лес\n"), &(struct source_sink){stopping_take, &calls},
                    NULL));
    CHECK_NUMBER(calls, 1);
}

// ---------------------------------------------------------------- glossary

static bool take_text(void *context, const struct definition *d)
{
    struct buf *out = context;
    CHECK_NUMBER(d->kind, TEXT_GLOSS);
    CHECK_NUMBER(d->classes, CLASS_NOUN);
    buf_printf(out, "%.*s|", TEXT_ARG(d->text));
    return true;
}

// The gloss of the word дом, made of pairs "word=foreign word".
static void glosses(const char *const *pairs, const char *want)
{
    struct alphabet alphabet;
    struct reason why = {0};
    struct buf bytes = {0}, got = {0};
    struct lexicon lex;
    struct word w;
    uint32_t index;
    REQUIRE(alphabet_load(&alphabet, TEXT("ru"), &why));
    struct lexicon_builder *b = lexicon_builder_new(&alphabet);
    REQUIRE(b && alphabet_fold(&alphabet, TEXT("дом"), &w, &why));
    REQUIRE(lexicon_builder_add(b, &w, CLASS_NOUN, 1, &why));
    struct glossary g = {.words = b, .alphabet = &alphabet};
    for (; *pairs; pairs++) {
        struct text foreign = text_of(*pairs), word = text_cut(&foreign, '=');
        struct source_entry entry = {.spelling = word, .definition = foreign};
        entry.classes = text_ends(foreign, "!") ? CLASS_VERB : CLASS_NOUN;
        CHECK(glossary_take(&g, &entry));
    }
    lexicon_builder_meta(b, "name", TEXT("test"));
    CHECK(glossary_write(&g, b, &why) && lexicon_builder_write(b, &bytes, &why));
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "test", &why) && lexicon_find(&lex, &w, &index));
    CHECK(lexicon_define(&lex, index, take_text, &got, &why));
    CHECK_TEXT(buf_text(&got), want);
    lexicon_close(&lex);
    glossary_release(&g);
    lexicon_builder_free(b);
    buf_release(&bytes);
    buf_release(&got);
}

static void the_most_named_come_first(void)
{
    glosses((const char *const[]){"дом=block", "дом=house", "дом=home", "дом=house", NULL},
            "house, block, home|");
    glosses((const char *const[]){"ДО́М=a", "дом=b", "дом=c", "дом=d", "дом=e", "дом=f", "дом=g",
                                  "дом=g", NULL},
            "g, a, b, c, d, e|");
}

static void other_words_are_passed_over(void)
{
    glosses((const char *const[]){"кот=cat", "дом=", "house=дом", "дом=to house!", NULL}, "");
    glosses((const char *const[]){NULL}, "");
}

// ---------------------------------------------------------------- the real one

static void the_real_dictionary(void)
{
    struct tally t;
    struct reason why = {0};
    struct buf dict = {0}, index = {0};
    if (test_dictd("mueller7-dict", "mueller7", &dict, &index)) {
        tally_init(&t, "ru");
        CHECK(mueller_read(buf_text(&dict), buf_text(&index), &(struct source_sink){tally_take, &t},
                           &why));
        CHECK_NUMBER(t.words.count, 21404);
        CHECK_NUMBER(t.entries, 55455);
        CHECK_NUMBER(t.unfoldable, 0);
        tally_release(&t);
    }
    buf_release(&dict);
    buf_release(&index);
}

static const struct test tests[] = {
    TEST(words_between_commas),        TEST(only_nouns),
    TEST(no_phrases_and_no_examples),  TEST(malformed),
    TEST(the_sink_can_stop_it),        TEST(the_most_named_come_first),
    TEST(other_words_are_passed_over), TEST(the_real_dictionary),
};
TEST_MAIN(tests)
