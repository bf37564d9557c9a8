// French: the labels of its glosses, and the lexicon as it has been built.
#include "base/data.h"
#include "count.h"
#include "lexicon/search_path.h"
#include "sources/french/labels.h"
#include "sources/french/littre.h"
#include "sources/readers/gunzip.h"
#include "sources/readers/wordlist.h"
#include "test.h"

// R-BALI-63
static void labels(void)
{
    CHECK(french_is_marked(TEXT("(Argot) Comprendre")));
    CHECK(french_is_marked(TEXT("(France) (Argot scolaire) Notule")));
    CHECK(french_is_marked(TEXT("(Anglicisme informatique) Identifiant")));
    CHECK(french_is_marked(TEXT("Abréviation de bande dessinée")));
    CHECK(!french_is_marked(TEXT("(Familier) Cigarette")));
    CHECK(!french_is_marked(TEXT("(Populaire) (Vulgaire) Injure")));
    CHECK(!french_is_marked(TEXT("Sigle qui se lit comme un mot")));
    CHECK(!french_is_marked(TEXT("Langue verte (Argot)")));
    CHECK(!french_is_marked(TEXT("(")));
    CHECK(!french_is_marked(TEXT("")));
}

static bool open_french(struct lexicon *lex)
{
    struct search_path search_path;
    struct reason why = {0};
    if (!test_lexicons())
        return false;
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, "fr", lex, &why));
    return true;
}

static bool find(const struct lexicon *lex, struct text spelling, uint32_t *index)
{
    struct word w;
    return alphabet_fold(&lex->alphabet, spelling, &w, NULL) && lexicon_find(lex, &w, index);
}

static void check_words(const struct lexicon *lex, const char *words, bool there)
{
    uint32_t index;
    for (struct text rest = text_of(words); rest.len;) {
        struct text word = text_cut(&rest, ' ');
        if (find(lex, word, &index) != there)
            test_fail(__FILE__, __LINE__, "%.*s is%s in fr", TEXT_ARG(word), there ? " not" : "");
    }
}

// R-BALI-63
static void what_does_not_count(void)
{
    struct lexicon lex;
    if (!open_french(&lex))
        return;
    check_words(&lex, "etc janv avr juil oct nov déc ibid env hab dpi réf fig kg www", false);
    check_words(&lex, "shit speech business manager managers petto libitum login logins", false);
    check_words(&lex, "meuf keuf keufs fric flic clope mec nana nanas", false);
    // Familiar, or with another meaning; and forms of other words that are spelled alike.
    check_words(&lex, "boulot bagnole gosse poulet blé capter atout gaver causa", true);
    check_words(&lex, "docteur madame papa parce tapinois reculons kilogramme kilowatts", true);
    check_words(&lex, "yottaohm zeptofarads jusqu", false);
    lexicon_close(&lex);
}

static void check_classes(const struct lexicon *lex, const char *word, unsigned classes)
{
    uint32_t index;
    if (!find(lex, text_of(word), &index))
        test_fail(__FILE__, __LINE__, "%s is not in fr", word);
    else if (lexicon_info(lex, index).classes != classes)
        test_fail(__FILE__, __LINE__, "%s has the classes %u, want %u", word,
                  lexicon_info(lex, index).classes, classes);
}

// R-BALDA-30
static void base_forms_have_classes(void)
{
    struct lexicon lex;
    if (!open_french(&lex))
        return;
    check_classes(&lex, "cheval", CLASS_NOUN);
    check_classes(&lex, "chevaux", 0);
    check_classes(&lex, "yeux", 0);
    check_classes(&lex, "mœurs", CLASS_NOUN);
    check_classes(&lex, "actrice", CLASS_NOUN);
    check_classes(&lex, "aimait", 0);
    check_classes(&lex, "heureuses", 0);
    check_classes(&lex, "rapidement", CLASS_ADVERB);
    lexicon_close(&lex);
}

struct reading {
    const char *lemma;
    bool found;
};

static bool find_lemma(void *context, const struct definition *d)
{
    struct reading *r = context;
    r->found |= d->kind == TEXT_DEFINITION && !d->spelling && text_is(d->lemma, r->lemma);
    return true;
}

static void forms_lead_to_their_lemma(void)
{
    static const char *const pairs[][2] = {{"chevaux", "CHEVAL"}, {"aimassiez", "AIMER"},
                                           {"yeux", "OEIL"},      {"belles", "BEAU"},
                                           {"cieux", "CIEL"},     {"cheval", ""}};
    struct lexicon lex;
    struct reason why = {0};
    uint32_t index;
    if (!open_french(&lex))
        return;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct reading r = {.lemma = pairs[i][1]};
        REQUIRE(find(&lex, text_of(pairs[i][0]), &index));
        CHECK(lexicon_define(&lex, index, find_lemma, &r, &why));
        if (!r.found)
            test_fail(__FILE__, __LINE__, "%s does not lead to %s", pairs[i][0], pairs[i][1]);
    }
    lexicon_close(&lex);
}

// The spellings of sucrè-je and the like are none of their own.
static bool count_ghosts(void *context, uint32_t word, const struct definition *d)
{
    (void)word;
    *(size_t *)context += d->spelling && text_ends(d->text, "è");
    return true;
}

static void no_ghost_spellings(void)
{
    struct lexicon lex;
    struct reason why = {0};
    size_t ghosts = 0;
    if (!open_french(&lex))
        return;
    CHECK(lexicon_own_texts(&lex, count_ghosts, &ghosts, &why));
    CHECK_NUMBER(ghosts, 3); // burkinabè, épistémè, koinè
    lexicon_close(&lex);
}

struct listing {
    const struct lexicon *lex;
    struct counter words;
};

static bool count_words(void *context, const struct source_entry *e)
{
    struct listing *l = context;
    struct word w;
    uint32_t index;
    if ((e->definition.len || e->lemma.len) &&
        alphabet_fold(&l->lex->alphabet, e->spelling, &w, NULL) &&
        lexicon_find(l->lex, &w, &index) && lexicon_info(l->lex, index).defined)
        counter_add(&l->words, &w, (struct text){0});
    return true;
}

static void enough_to_read(void)
{
    struct lexicon lex;
    struct buf index = {0}, packed = {0}, dict = {0};
    struct reason why = {0};
    struct text_counts counts;
    struct listing l = {.lex = &lex};
    if (!test_sources() || !open_french(&lex))
        return;
    CHECK(lexicon_check_definitions(&lex, &counts, &why));
    CHECK(counts.defined > lex.graph.words / 100 * 66);
    CHECK(counts.texts[TEXT_SYNONYMS] > 4000);
    if (test_source("stardict-xmlittre/usr/share/stardict/dic/XMLittre.idx", &index) &&
        test_source("stardict-xmlittre/usr/share/stardict/dic/XMLittre.dict.dz", &packed)) {
        CHECK(gunzip(buf_text(&packed), 1u << 27, &dict, &why));
        CHECK(littre_read(buf_text(&index), buf_text(&dict), &(struct source_sink){count_words, &l},
                          &why));
        CHECK(l.words.count >= 41986); // one more with the newer WikDict
    }
    counter_release(&l.words);
    buf_release(&index);
    buf_release(&packed);
    buf_release(&dict);
    lexicon_close(&lex);
}

// A dropped word may still be a form of another (causa of causer), but not listed itself.
static bool check_dropped(void *context, const struct source_entry *e)
{
    const struct lexicon *lex = context;
    uint32_t index;
    if (find(lex, e->spelling, &index) && lexicon_info(lex, index).classes)
        test_fail(__FILE__, __LINE__, "%.*s is in fr", TEXT_ARG(e->spelling));
    CHECK(e->definition.len > 0); // the reason
    return true;
}

static bool check_plural(void *context, const struct source_entry *e)
{
    const struct lexicon *lex = context;
    uint32_t index;
    if (!find(lex, e->spelling, &index) || !find(lex, e->definition, &index))
        test_fail(__FILE__, __LINE__, "fr lacks %.*s or its singular", TEXT_ARG(e->spelling));
    return true;
}

static void own_lists(void)
{
    struct lexicon lex;
    struct text list;
    struct reason why = {0};
    if (!open_french(&lex))
        return;
    REQUIRE(data_find("lexicons/fr-drop.txt", &list));
    CHECK(wordlist_read(list, NULL, &(struct source_sink){check_dropped, &lex}, NULL, NULL, &why));
    REQUIRE(data_find("lexicons/fr-plurals.txt", &list));
    CHECK(wordlist_read(list, NULL, &(struct source_sink){check_plural, &lex}, NULL, NULL, &why));
    lexicon_close(&lex);
}

static const struct test tests[] = {
    TEST(labels),
    TEST(what_does_not_count),
    TEST(base_forms_have_classes),
    TEST(forms_lead_to_their_lemma),
    TEST(no_ghost_spellings),
    TEST(enough_to_read),
    TEST(own_lists),
};
TEST_MAIN(tests)
