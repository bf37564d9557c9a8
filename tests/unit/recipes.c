// The lexicons that come with the program, as they have been built: as many words and definitions
// as they should have; every word that the readers give from the real packages is found, and
// nothing else. Only one lexicon of each language is gathered again for that: those of English
// share their readers, and all are checked for their origin, their counts and their graph.
#include "base/data.h"
#include "lexicon/search_path.h"
#include "lexicon/verify.h"
#include "sources/recipe.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One of the five dictionaries of English that only the newer Debian has.
#define NEWER_ENGLISH "dict-freedict-eng-spa"

// Measured on the packages; docs/lexicons.md says how they come about.
static const struct {
    const char *name;
    uint32_t words, definitions;
    // A package of Debian 13: without it, or with an older one, the numbers are others.
    const char *newer;
    bool made_again; // its words are gathered again and compared: one lexicon of each language
} expected[] = {
    {"en", 82310, 278681, NEWER_ENGLISH, true},
    {"en-large", 132329, 430437, NEWER_ENGLISH, false},
    {"en-huge", 159622, 430437, NEWER_ENGLISH, false},
    {"en-international", 255193, 381285, NEWER_ENGLISH, false},
    {"en-american", 185495, 364119, NEWER_ENGLISH, false},
    {"en-common", 117098, 343104, NEWER_ENGLISH, false},
    {"ru", 58828, 10563, "dict-freedict-rus-eng", true},
    {"fr", 418543, 135842, "dict-freedict-fra-ita", true},
    {"de", 675509, 83390, "dict-freedict-deu-swe", true},
    {"nl", 348344, 29000, "dict-freedict-nld-swe", true},
};

// Is the package missing, or from Debian 12?
static bool is_older(const char *package)
{
    char path[80];
    struct buf version = {0};
    if (!build_context_has(test_sources(), package))
        return true;
    snprintf(path, sizeof path, "%s/VERSION", package);
    bool older = !test_source(path, &version) || text_starts(buf_text(&version), "2022.");
    buf_release(&version);
    return older;
}

// The lexicon is what its recipe makes of the packages that are here.
static void check_origin(const struct recipe *r, const struct lexicon *lex)
{
    struct buf origin = {0};
    struct reason why = {0};
    struct text value;
    CHECK(recipe_origin(r, test_sources(), &origin, &why));
    CHECK(lexicon_meta(lex, "origin", 0, &value) && text_equal(value, buf_text(&origin)));
    buf_release(&origin);
}

// Cooks the recipe and compares its words, as they were gathered, with the lexicon.
static void compare(const struct recipe *r, const char *sources, const struct lexicon *lex)
{
    struct build_context k;
    struct reason why = {0};
    struct word w;
    uint32_t index, missing = 0, count = 0;
    REQUIRE(build_context_open(&k, sources, text_of(r->lang), &why) && r->make(&k));
    for (uint32_t at = 0; lexicon_builder_next(k.lexicon, &at, &w); count++)
        missing += !lexicon_find(lex, &w, &index);
    CHECK_NUMBER(missing, 0);
    CHECK_NUMBER(count, lex->graph.words);
    build_context_close(&k);
}

static void check_lexicon(size_t number)
{
    const char *name = expected[number].name, *newer = expected[number].newer;
    uint32_t words = expected[number].words, definitions = expected[number].definitions;
    const struct recipe *r = recipe_find(name);
    bool other = is_older(newer);
    struct search_path search_path;
    struct lexicon lex;
    struct verify_result all = {0};
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    if (!r || !search_path_open(&search_path, name, &lex, &why)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", name);
        return;
    }
    CHECK(lexicon_verify(&lex, &all, &why));
    uint32_t found = all.counts.texts[TEXT_DEFINITION];
    CHECK_NUMBER(all.words, other ? all.words : words);
    CHECK_NUMBER(found, other ? found : definitions);
    check_origin(r, &lex);
    if (expected[number].made_again)
        compare(r, test_sources(), &lex);
    lexicon_close(&lex);
}

static bool is_listed(struct text rest, struct text wanted)
{
    struct text line;
    while (text_next_line(&rest, &line)) {
        struct text name = text_cut(&line, '\t');
        if (text_equal(text_cut(&name, '@'), wanted))
            return true;
    }
    return false;
}

static void packages_are_listed_once(void)
{
    struct text rest, line;
    unsigned packages = 0;
    CHECK(data_find("lexicons/packages.txt", &rest));
    while (text_next_line(&rest, &line)) {
        struct text field = text_cut(&line, '\t'), name = text_cut(&field, '@');
        if (!name.len || name.at[0] == '#')
            continue;
        packages++;
        if (is_listed(rest, name))
            test_fail(__FILE__, __LINE__, "%.*s is listed twice", TEXT_ARG(name));
    }
    CHECK(packages > 50);
}

static void lexicons_are_whole(void)
{
    if (!test_sources() || !test_lexicons())
        return;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        check_lexicon(i);
}

// The same packages give the same bytes.
static void lexicons_made_again_are_the_same(void)
{
    struct search_path search_path;
    struct lexicon lex;
    struct buf bytes = {0};
    struct reason why = {0};
    if (!test_sources() || !test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, "ru", &lex, &why));
    CHECK(recipe_make(recipe_find("ru"), test_sources(), &bytes, &why));
    CHECK(text_equal(buf_text(&bytes), lex.file.content));
    lexicon_close(&lex);
    buf_release(&bytes);
}

// R-BUKVA-4, R-BUKVA-5, R-BUKVA-24
static void check_words(const struct lexicon *lex, const char *const *words, bool in_play)
{
    struct word w;
    for (; *words; words++)
        if (!alphabet_fold(&lex->alphabet, text_of(*words), &w, NULL) ||
            graph_has(&lex->graph, &w) != in_play)
            test_fail(__FILE__, __LINE__, "%s is %sin play", *words, in_play ? "not " : "");
}

static void the_words_of_the_rules(void)
{
    static const char *const out[] = {
        "банька",  "дочурка", "ножик",     "домина",      "зверюга",    "ножища",   "ножище",
        "вуз",     "загс",    "жэк",       "нэп",         "дот",        "дзот",     "ссср",
        "вич",     "тусовка", "прикол",    "отстой",      "шмакодявка", "бакс",     "мент",
        "бабло",   "чувак",   "маникенша", "сандрильона", "паренек",    "старичок", "дедка",
        "уродина", "столы",   "ножки",     "лыжи",        "москва",     NULL};
    static const char *const in[] = {"щипцы",  "чары",   "ножницы", "брюки",     "сутки",
                                     "ножны",  "деньги", "котик",   "звездочка", "росток",
                                     "летчик", "колхоз", "завуч",   "нож",       NULL};
    struct search_path search_path;
    struct lexicon lex;
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    if (!test_lexicons())
        return;
    REQUIRE(search_path_open(&search_path, "ru", &lex, &why));
    check_words(&lex, out, false);
    check_words(&lex, in, true);
    lexicon_close(&lex);
}

// Words with something to read in a lexicon, in its tiers up to one.
static uint32_t count_readable(const struct lexicon *lex, unsigned max_tier)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < lex->graph.words; i++) {
        struct word_info info = lexicon_info(lex, i);
        count += info.defined && info.tier <= max_tier;
    }
    return count;
}

static void most_russian_words_can_be_read_about(void)
{
    bool newer = test_sources() && build_context_has(test_sources(), "dict-freedict-rus-eng");
    struct search_path search_path;
    struct lexicon lex;
    struct text_counts counts = {0};
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    if (!test_sources() || !test_lexicons())
        return;
    REQUIRE(search_path_open(&search_path, "ru", &lex, &why));
    REQUIRE(lexicon_check_definitions(&lex, &counts, &why));
    CHECK_NUMBER(count_readable(&lex, TIERS), newer ? 29948 : 19129);
    CHECK_NUMBER(count_readable(&lex, 5), newer ? 17051 : 13439);
    CHECK_NUMBER(counts.texts[TEXT_DEFINITION], newer ? 10563 : 0);
    CHECK_NUMBER(counts.texts[TEXT_SYNONYMS], 4133);
    CHECK_NUMBER(counts.texts[TEXT_GLOSS], newer ? 29461 : 18350);
    lexicon_close(&lex);
}

static struct word_info info_of(const struct lexicon *lex, const char *spelling, bool *here)
{
    struct word w;
    uint32_t index;
    *here =
        alphabet_fold(&lex->alphabet, text_of(spelling), &w, NULL) && lexicon_find(lex, &w, &index);
    return *here ? lexicon_info(lex, index) : (struct word_info){0};
}

static const char *const english[] = {"en",          "en-large",  "en-huge", "en-international",
                                      "en-american", "en-common", NULL};

// Is it one of the lexicons made from dictionaries? The lists have all words that a game may use, and
// among them ED and MM.
static bool is_dictionary(const char *name)
{
    return name == english[0] || name == english[1] || name == english[2];
}

// The rules of Balda about English words, on the real lexicons.
// R-BALDA-30, R-BALDA-32, R-BALDA-41, R-BALDA-42
static void check_balda(const char *name, const struct lexicon *lex)
{
    static const struct {
        const char *word;
        unsigned is, is_not;
        bool dictionaries; // only for these
    } rows[] = {
        {"shoe", CLASS_NOUN, 0, false},
        {"shoes", 0, CLASS_NOUN, false},
        {"years", 0, CLASS_NOUN, false},
        {"men", 0, CLASS_NOUN, false},
        {"teeth", 0, CLASS_NOUN, false},
        {"feet", 0, CLASS_NOUN, false},
        {"geese", 0, CLASS_NOUN, false},
        {"mice", 0, CLASS_NOUN, false},
        {"oxen", 0, CLASS_NOUN, false},
        {"children", 0, CLASS_NOUN, false},
        {"bacteria", 0, CLASS_NOUN, false},
        {"algae", 0, CLASS_NOUN, false},
        {"scissors", CLASS_NOUN, 0, false},
        {"trousers", CLASS_NOUN, 0, false},
        {"measles", CLASS_NOUN, 0, false},
        {"genus", CLASS_NOUN, 0, false},
        {"physics", CLASS_NOUN, 0, false},
        {"news", CLASS_NOUN, 0, false},
        {"lain", 0, CLASS_VERB, false},
        {"dressed", CLASS_ADJECTIVE, CLASS_VERB, false},
        {"should", 0, CLASS_VERB, false},
        {"smoldering", 0, CLASS_VERB, false},
        {"dejected", CLASS_ADJECTIVE, CLASS_VERB, false},
        {"crossdressing", 0, CLASS_VERB, false},
        {"annoying", CLASS_ADJECTIVE, CLASS_VERB, false},
        {"found", CLASS_VERB, 0, false},
        {"mm", 0, CLASS_ALL, true},
        {"min", 0, CLASS_ALL, true},
        {"ed", 0, CLASS_ALL, true},
        {"dec", 0, CLASS_ALL, true},
        {"bonyness", 0, CLASS_ALL, true},
        {"mo", CLASS_NOUN, 0, false},
    };
    bool here;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].dictionaries && !is_dictionary(name))
            continue;
        unsigned classes = info_of(lex, rows[i].word, &here).classes;
        if ((classes & rows[i].is) != rows[i].is || (classes & rows[i].is_not))
            test_fail(__FILE__, __LINE__, "%s: %s has classes %u", name, rows[i].word, classes);
    }
}

static void english_words_of_balda(void)
{
    struct search_path search_path;
    struct lexicon lex;
    if (!test_sources() || !test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    for (const char *const *name = english; *name; name++) {
        REQUIRE(search_path_open(&search_path, *name, &lex, NULL));
        check_balda(*name, &lex);
        lexicon_close(&lex);
    }
}

static void obsolete_words_are_marked(void)
{
    struct search_path search_path;
    struct lexicon lex;
    bool here;
    if (!test_sources() || !test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, "en-large", &lex, NULL));
    CHECK(info_of(&lex, "nawl", &here).marks & MARK_OBSOLETE);
    CHECK(!(info_of(&lex, "nave", &here).marks & MARK_OBSOLETE));
    CHECK(info_of(&lex, "technicology", &here).marks & MARK_OBSOLETE); // [R.], and in no list
    CHECK(!(info_of(&lex, "dailiness", &here).marks & MARK_OBSOLETE)); // [R.], and in one
    CHECK(!(info_of(&lex, "creatrix", &here).marks & MARK_OBSOLETE));
    CHECK(!(info_of(&lex, "novercal", &here).marks & MARK_OBSOLETE));
    lexicon_close(&lex);
}

// Which words must be in a lexicon and which must not.
static void words_in_and_out(void)
{
    static const struct {
        const char *name, *in[14], *out[24];
    } rows[] = {
        {"en-large",
         {"oboval", "harle", "novercal", "alectryomachy", "dispersonate"},
         {"lethe", "haitian", "varuna", "vaticanist", "jewsears", "peruvian", "merovingian",
          "visigoth", "woden", "toltec", "talmudic", "nordic"}},
        {"en-huge",
         {"nonvenomous", "unladylike", "overbid", "gonadotrope"},
         {"peruvian", "nonspaciously", "pseudoapprehensively", "overcoyness", "unmentholated",
          "msalliance", "forbborne", "glyc", "crystalling"}},
        {"en-american",
         {"koi", "zen", "gif", "dep", "sev", "color", "happinesses"},
         {"ary", "bez", "boh", "cly", "dso", "gju", "gup", "jud", "kon", "exo", "colour"}},
        {"en-international",
         {"exo", "dep", "sev", "gju", "jocundnesses", "quotablenesses", "outwrests"},
         {"foo", "xed"}},
        {"fr",
         {"cambrioleur", "addiction", "gang"},
         {"imbitable", "imbitables", "murgeriez", "murger"}},
        {"de", {"durchsuchten"}, {"stockholm", "algier"}},
        {"ru", {"цыганка"}, {"манхеттен", "циганка"}},
    };
    struct search_path search_path;
    struct lexicon lex;
    if (!test_sources() || !test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        REQUIRE(search_path_open(&search_path, rows[i].name, &lex, NULL));
        check_words(&lex, rows[i].in, true);
        check_words(&lex, rows[i].out, false);
        lexicon_close(&lex);
    }
}

static bool take_first(void *context, const struct definition *d)
{
    buf_printf(context, "%.*s:%.*s", TEXT_ARG(d->lemma), TEXT_ARG(d->text));
    return false;
}

static void check_first_text(const struct lexicon *lex, const char *spelling, const char *want)
{
    struct word w;
    struct buf got = {0};
    uint32_t index;
    REQUIRE(alphabet_fold(&lex->alphabet, text_of(spelling), &w, NULL) &&
            lexicon_find(lex, &w, &index));
    lexicon_define(lex, index, take_first, &got, NULL);
    if (!text_starts(buf_text(&got), want))
        test_fail(__FILE__, __LINE__, "%s: %.*s", spelling, TEXT_ARG(buf_text(&got)));
    buf_release(&got);
}

// The most frequent sense comes first, and a form shows the sense of its class.
static void what_there_is_to_read_first(void)
{
    struct search_path search_path;
    struct lexicon lex;
    if (!test_sources() || !test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, "en-international", &lex, NULL));
    check_first_text(&lex, "shoe", ":footwear");
    check_first_text(&lex, "walked", "WALK:use one's feet");
    check_first_text(&lex, "slept", "SLEEP:be asleep");
    lexicon_close(&lex);
}

static void missing_sources_are_named(void)
{
    struct buf bytes = {0};
    for (const struct recipe *r = recipes; r->name; r++) {
        struct reason why = {0};
        CHECK(!recipe_make(r, "/nonexistent", &bytes, &why));
        CHECK_NUMBER(why.what, MSG_FILE_CANNOT_READ);
    }
    CHECK(recipe_find("klingon") == NULL);
    buf_release(&bytes);
}

// Packages of the newer Debian are used where they are and named only then; without them, the
// lexicon has another origin, so it is rebuilt when they come.
static bool make_nothing(struct build_context *b)
{
    struct word w;
    return alphabet_fold(&b->alphabet, TEXT("кот"), &w, b->why) &&
           lexicon_builder_add(b->lexicon, &w, CLASS_NOUN, 1, b->why);
}

static const char *const newer[] = {"dict-freedict-rus-eng", NULL};
static const char *const older[] = {"dict-freedict-rus-eng", "mythes-ru", NULL};
static const struct recipe with_newer = {"newer", "ru", newer, make_nothing};
static const struct recipe with_older = {"older", "ru", older, make_nothing};

static void packages_of_the_newer_debian_may_be_missing(void)
{
    struct buf bytes = {0};
    struct lexicon lex;
    struct reason why = {0};
    struct text value;
    REQUIRE(recipe_make(&with_newer, "/nonexistent", &bytes, &why));
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "newer", &why));
    CHECK_NUMBER(lex.graph.words, 1);
    CHECK(!lexicon_meta(&lex, "source", 0, &value));
    CHECK(lexicon_meta(&lex, "origin", 0, &value));
    CHECK_NUMBER(text_find_string(value, "freedict"), value.len);
    lexicon_close(&lex);
    buf_clear(&bytes);
    CHECK(!recipe_make(&with_older, "/nonexistent", &bytes, &why));
    CHECK_NUMBER(why.what, MSG_FILE_CANNOT_READ);
    buf_release(&bytes);
}

static void packages_of_the_newer_debian_are_named(void)
{
    struct buf with = {0}, without = {0};
    struct reason why = {0};
    if (!test_sources())
        return;
    REQUIRE(recipe_origin(&with_newer, "/nonexistent", &without, &why));
    REQUIRE(recipe_origin(&with_newer, test_sources(), &with, &why));
    CHECK(text_equal(buf_text(&with), buf_text(&without)) !=
          build_context_has(test_sources(), "dict-freedict-rus-eng"));
    buf_release(&with);
    buf_release(&without);
}

static bool same(const struct build_context *b, const struct word *w, const char *spelling)
{
    struct word other;
    REQUIRE(alphabet_fold(&b->alphabet, text_of(spelling), &other, NULL));
    return w->len == other.len && memcmp(w->letter, other.letter, w->len) == 0;
}

// Lemmas and marks reach the lexicon only if they are asked for, and only for words that are in it.
static void the_sink_takes_what_is_wanted(void)
{
    static const struct source_entry form = {.spelling = {"houses", 6},
                                             .lemma = {"house", 5},
                                             .definition = {"more than one", 13},
                                             .kind = TEXT_GLOSS,
                                             .marks = MARK_OBSOLETE};
    struct build_context b;
    struct reason why = {0};
    struct word w, lemma[LEMMAS_MAX];
    REQUIRE(build_context_open(&b, "/nonexistent", TEXT("en"), &why));
    struct source_sink sink = build_context_sink(&b);
    REQUIRE(alphabet_fold(&b.alphabet, form.spelling, &w, NULL));
    b.take = TAKE_LEMMAS | TAKE_MARKS | TAKE_TEXTS; // of a word that is not there
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 0);
    b.take = TAKE_WORDS;
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 1);
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 0);
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &w), 0);
    b.take = TAKE_LEMMAS | TAKE_MARKS;
    CHECK(sink.take(sink.context, &form) && lexicon_builder_words(b.lexicon) == 1);
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 1);
    CHECK(same(&b, &lemma[0], "house"));
    CHECK_NUMBER(lexicon_builder_marks(b.lexicon, &w), MARK_OBSOLETE);
    struct source_entry odd = {.spelling = form.spelling, .lemma = TEXT("дом")};
    CHECK(sink.take(sink.context, &odd)); // a lemma that the alphabet cannot write is none
    odd.lemma = odd.spelling;
    CHECK(sink.take(sink.context, &odd));
    CHECK_NUMBER(lexicon_builder_lemmas(b.lexicon, &w, lemma), 1);
    build_context_close(&b);
}

// A lexicon's data for readers, and for games about nouns.
struct promise {
    const char *name;
    uint32_t nouns, defined_words; // at least
    unsigned readable;             // percent of words with something to read, at least
    uint32_t got_nouns, got_defined, got_readable;
};

// Counts words that have a definition of their own.
struct defined {
    uint32_t words, last; // the number after that of the last word that was counted
};

static bool count_defined(void *context, uint32_t word, const struct definition *d)
{
    struct defined *c = context;
    if (!d->spelling && d->kind == TEXT_DEFINITION && word >= c->last) {
        c->words++;
        c->last = word + 1;
    }
    return true;
}

static void keep(struct promise *p)
{
    struct search_path search_path;
    struct lexicon lex;
    struct defined defined = {0};
    struct reason why = {0};
    search_path_init(&search_path, NULL);
    REQUIRE(search_path_open(&search_path, p->name, &lex, &why));
    for (uint32_t i = 0; i < lex.graph.words; i++) {
        struct word_info info = lexicon_info(&lex, i);
        p->got_nouns += (info.classes & CLASS_NOUN) != 0;
        p->got_readable += info.defined;
    }
    CHECK(lexicon_own_texts(&lex, count_defined, &defined, &why));
    p->got_defined = defined.words;
    CHECK(p->got_nouns >= p->nouns);
    CHECK(p->got_defined >= p->defined_words);
    CHECK(100ULL * p->got_readable >= (uint64_t)p->readable * lex.graph.words);
    lexicon_close(&lex);
}

static void german_and_dutch_have_nouns_and_texts(void)
{
    struct promise all[] = {{.name = "de", .nouns = 72000, .defined_words = 54000, .readable = 40},
                            {.name = "nl", .nouns = 47000, .defined_words = 15900, .readable = 20}};
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        keep(&all[i]);
        printf("# %s: %u nouns, %u defined, %u readable\n", all[i].name, (unsigned)all[i].got_nouns,
               (unsigned)all[i].got_defined, (unsigned)all[i].got_readable);
    }
}

// Words, their classes and the tiers between which they lie; class and tier 0 for words that are
// left out.
static void known_words_of_german_and_dutch(void)
{
    static const struct {
        const char *lexicon, *word;
        unsigned noun;
        unsigned from, to;
    } all[] = {
        {"de", "Haus", 1, 1, 2},        {"de", "Häuser", 0, 1, 3},
        {"de", "guckt", 0, 2, 5},       {"de", "Leute", 1, 1, 4},
        {"de", "Infamste", 0, 1, 8},    {"de", "Bettücher", 0, 0, 0},
        {"de", "Aküspra", 0, 0, 0},     {"de", "Machatschkala", 0, 0, 0},
        {"de", "Deutschland", 0, 0, 0}, {"de", "Löwen", 0, 1, 8},
        {"de", "allen", 0, 1, 8},       {"nl", "huis", 1, 1, 1},
        {"nl", "huizen", 0, 1, 2},      {"nl", "cirri", 0, 2, 8},
        {"nl", "cirrus", 1, 2, 8},      {"nl", "oren", 0, 1, 3},
        {"nl", "meisje", 1, 1, 2},      {"nl", "fietspomp", 1, 3, 7},
    };
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct search_path search_path;
        struct lexicon lex;
        struct reason why = {0};
        struct word w;
        uint32_t index;
        search_path_init(&search_path, NULL);
        REQUIRE(search_path_open(&search_path, all[i].lexicon, &lex, &why));
        REQUIRE(alphabet_fold(&lex.alphabet, text_of(all[i].word), &w, NULL));
        bool there = lexicon_find(&lex, &w, &index);
        struct word_info info = there ? lexicon_info(&lex, index) : (struct word_info){0};
        if (there != (all[i].to > 0) || !!(info.classes & CLASS_NOUN) != all[i].noun ||
            info.tier < all[i].from || info.tier > all[i].to)
            test_fail(__FILE__, __LINE__, "%s is in tier %u with classes %u", all[i].word,
                      info.tier, info.classes);
        lexicon_close(&lex);
    }
}

// The texts shown for a word: its own, and those of one lemma.
struct shown {
    struct text lemma;
    bool own, of_lemma, of_others;
};

static bool note_text(void *context, const struct definition *d)
{
    struct shown *s = context;
    if (d->spelling)
        return true;
    s->own |= d->lemma.len == 0;
    s->of_lemma |= d->lemma.len && text_equal(d->lemma, s->lemma);
    s->of_others |= d->lemma.len && !text_equal(d->lemma, s->lemma);
    return true;
}

// An inflected form with an entry of its own shows that and its lemma's. A word that only looks
// like a form shows no other's.
static void forms_show_both_entries(void)
{
    static const struct {
        const char *lexicon, *word, *lemma; // NULL: it is no form
    } rows[] = {
        {"en-international", "shoes", "SHOE"},
        {"en-international", "building", "BUILD"},
        {"en-american", "glasses", "GLASS"},
        {"en-common", "older", "OLD"},
        {"en-common", "better", "GOOD"},
        {"en-international", "layer", NULL},
        {"en-international", "forest", NULL},
        {"en-international", "seed", NULL},
        {"en-international", "genus", NULL},
        {"en-american", "offer", NULL},
        {"en", "shoes", "SHOE"},
        {"en", "genus", NULL},
        {"fr", "bus", "BOIRE"},
        {"nl", "boeken", "BOEK"},
        {"de", "Reisen", "REISE"},
    };
    struct search_path search_path;
    if (!test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lexicon lex;
        struct word w;
        uint32_t index = 0;
        struct shown shown = {.lemma = text_of(rows[i].lemma ? rows[i].lemma : "")};
        REQUIRE(search_path_open(&search_path, rows[i].lexicon, &lex, NULL));
        REQUIRE(alphabet_fold(&lex.alphabet, text_of(rows[i].word), &w, NULL));
        CHECK(lexicon_find(&lex, &w, &index) &&
              lexicon_define(&lex, index, note_text, &shown, NULL));
        if (!shown.own || shown.of_lemma != (rows[i].lemma != NULL) ||
            (!rows[i].lemma && shown.of_others))
            test_fail(__FILE__, __LINE__, "%s of %s", rows[i].word, rows[i].lexicon);
        lexicon_close(&lex);
    }
}

static const struct test tests[] = {
    TEST(packages_of_the_newer_debian_may_be_missing),
    TEST(packages_of_the_newer_debian_are_named),
    TEST(the_sink_takes_what_is_wanted),
    TEST(english_words_of_balda),
    TEST(obsolete_words_are_marked),
    TEST(words_in_and_out),
    TEST(what_there_is_to_read_first),
    TEST(missing_sources_are_named),
    TEST(the_words_of_the_rules),
    TEST(most_russian_words_can_be_read_about),
    TEST(packages_are_listed_once),
    TEST(lexicons_are_whole),
    TEST(lexicons_made_again_are_the_same),
    TEST(forms_show_both_entries),
    TEST(german_and_dutch_have_nouns_and_texts),
    TEST(known_words_of_german_and_dutch),
};
TEST_MAIN(tests)
