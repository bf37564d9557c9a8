// How familiar Russian nouns are, and the list of nouns that are left out (data/lexicons).
#include "base/data.h"
#include "count.h"
#include "dictd.h"
#include "sources/readers/frequency.h"
#include "sources/readers/hunspell_list.h"
#include "sources/readers/mythes.h"
#include "sources/russian/familiarity.h"
#include "sources/russian/opencorpora.h"
#include "sources/russian/translation.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const pairs[RUSSIAN_DICTIONARIES] = {"deu-rus", "ell-rus", "fra-rus", "ita-rus",
                                                        "nld-rus", "pol-rus", "swe-rus"};

// ---------------------------------------------------------------- tiers

static void points_make_tiers(void)
{
    static const struct {
        struct russian_evidence evidence;
        unsigned tier;
    } all[] = {
        {{.spelled = false}, 8},
        {{.spelled = false, .thesaurus = true}, 7},
        {{.spelled = false, .dictionaries = 7, .frequency_tier = 1, .thesaurus = true}, 7},
        {{.spelled = true}, 6},
        {{.spelled = true, .dictionaries = 1}, 5},
        {{.spelled = true, .thesaurus = true}, 5},
        {{.spelled = true, .frequency_tier = 8}, 6},
        {{.spelled = true, .frequency_tier = 7}, 6},
        {{.spelled = true, .frequency_tier = 6}, 5},
        {{.spelled = true, .frequency_tier = 5}, 5},
        {{.spelled = true, .frequency_tier = 4}, 4},
        {{.spelled = true, .thesaurus = true, .dictionaries = 1}, 4},
        {{.spelled = true, .thesaurus = true, .frequency_tier = 1}, 3},
        {{.spelled = true, .dictionaries = 7}, 2},
        {{.spelled = true, .dictionaries = 9}, 2},
        {{.spelled = true, .dictionaries = 7, .thesaurus = true}, 1},
        {{.spelled = true, .dictionaries = 7, .thesaurus = true, .frequency_tier = 1}, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK_NUMBER(russian_tier(&all[i].evidence), all[i].tier);
}

// ---------------------------------------------------------------- the list

// A set of words; `nouns` also keeps them in order.
struct set {
    struct alphabet alphabet;
    struct counter members;
    struct buf words; // of struct word
    bool no_hyphens;
};

static void set_init(struct set *s)
{
    *s = (struct set){0};
    REQUIRE(alphabet_load(&s->alphabet, TEXT("ru"), NULL));
}

static void set_release(struct set *s)
{
    counter_release(&s->members);
    buf_release(&s->words);
}

static bool set_take(void *context, const struct source_entry *entry)
{
    struct set *s = context;
    struct word w;
    if (s->no_hyphens && text_find(entry->spelling, '-') < entry->spelling.len)
        return true;
    if (alphabet_fold(&s->alphabet, entry->spelling, &w, NULL) &&
        counter_add(&s->members, &w, TEXT("")))
        buf_add(&s->words, &w, sizeof w);
    return true;
}

// Asking adds the word, so each word may be asked about once only.
static bool set_has(struct set *s, const struct word *w)
{
    return !counter_add(&s->members, w, TEXT(""));
}

static size_t set_size(const struct set *s)
{
    return s->words.len / sizeof(struct word);
}

static struct word set_word(const struct set *s, size_t i)
{
    struct word w;
    memcpy(&w, s->words.at + i * sizeof w, sizeof w);
    return w;
}

// The reasons that the head of ru-stop.txt explains.
static bool is_reason(struct text reason)
{
    static const char *const reasons[] = {"diminutive", "augmentative", "pet",     "disparaging",
                                          "vulgar",     "slang",        "dialect", "abbreviation",
                                          "name",       "misprint"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (text_is(reason, reasons[i]))
            return true;
    return false;
}

static bool is_before(const struct word *a, const struct word *b)
{
    int order = memcmp(a->letter, b->letter, a->len < b->len ? a->len : b->len);
    return order < 0 || (order == 0 && a->len < b->len);
}

// A list of data/lexicons: no word twice, in alphabetical order, each with a known reason or none.
static void read_own_list(struct set *s, const char *name, bool reasons)
{
    struct text list, line;
    struct word w, before = {0};
    REQUIRE(data_find(name, &list));
    for (int number = 1; text_next_line(&list, &line); number++) {
        if (line.len == 0 || line.at[0] == '#')
            continue;
        struct text word = text_cut(&line, '\t');
        if (reasons ? !is_reason(line) : line.len > 0)
            test_fail(name, number, "“%.*s” is no reason", TEXT_ARG(line));
        if (!alphabet_fold(&s->alphabet, word, &w, NULL))
            test_fail(name, number, "“%.*s” is no word", TEXT_ARG(word));
        else if (!counter_add(&s->members, &w, TEXT("")))
            test_fail(name, number, "“%.*s” is here twice", TEXT_ARG(word));
        else
            buf_add(&s->words, &w, sizeof w);
        if (is_before(&w, &before))
            test_fail(name, number, "“%.*s” is not in its place", TEXT_ARG(word));
        before = w;
    }
}

static void read_stop_list(struct set *s)
{
    read_own_list(s, "lexicons/ru-stop.txt", true);
}

static void the_lists_are_clean(void)
{
    struct set stop, plurals;
    set_init(&stop);
    set_init(&plurals);
    read_stop_list(&stop);
    read_own_list(&plurals, "lexicons/ru-plural.txt", false);
    CHECK(set_size(&stop) > 2000);
    CHECK(set_size(&plurals) > 40);
    set_release(&stop);
    set_release(&plurals);
}

static void only_known_reasons(void)
{
    CHECK(is_reason(TEXT("slang")) && is_reason(TEXT("pet")));
    CHECK(!is_reason(TEXT("")) && !is_reason(TEXT("slan")) && !is_reason(TEXT("slang ")));
}

// ---------------------------------------------------------------- the real sources

// The forms of OpenCorpora: nouns, and plurals without a class.
struct forms {
    struct set *nouns, *plurals; // or NULL
};

static bool take_form(void *context, const struct source_entry *entry)
{
    struct forms *f = context;
    struct set *s = entry->classes ? f->nouns : f->plurals;
    return !s || set_take(s, entry);
}

static bool read_forms(struct set *nouns, struct set *plurals)
{
    struct forms forms = {nouns, plurals};
    struct reason why = {0};
    struct buf words = {0}, paradigms = {0}, gramtab = {0};
    bool found = test_source("az/package/dicts/words.dawg", &words) &&
                 test_source("az/package/dicts/paradigms.array", &paradigms) &&
                 test_source("az/package/dicts/gramtab-opencorpora-int.json", &gramtab);
    struct opencorpora_files files = {buf_text(&words), buf_text(&paradigms), buf_text(&gramtab)};
    if (found)
        REQUIRE(opencorpora_read(&files, &(struct source_sink){take_form, &forms}, &why));
    buf_release(&words);
    buf_release(&paradigms);
    buf_release(&gramtab);
    return found;
}

typedef bool list_fn(struct text file, const struct source_sink *sink, struct reason *why);

static bool read_list(struct set *s, const char *name, list_fn *read)
{
    struct reason why = {0};
    struct buf file = {0};
    bool found = test_source(name, &file);
    if (found)
        CHECK(read(buf_text(&file), &(struct source_sink){set_take, s}, &why));
    buf_release(&file);
    return found;
}

static bool read_dictionary(struct set *s, const char *pair)
{
    struct reason why = {0};
    struct buf dict = {0}, index = {0};
    bool found = test_freedict(pair, &dict, &index);
    if (found)
        CHECK(translation_read(buf_text(&dict), buf_text(&index),
                               &(struct source_sink){set_take, s}, &why));
    buf_release(&dict);
    buf_release(&index);
    return found;
}

// Every word of the list is in the set; without the list, the source would give it.
static void check_listed(struct set *list, struct set *source, const char *name)
{
    for (size_t i = 0; i < set_size(list); i++) {
        struct word w = set_word(list, i);
        struct buf printed = {0};
        alphabet_print(&list->alphabet, &w, &printed);
        if (!set_has(source, &w))
            test_fail(name, 0, "%.*s is not in the dictionary", TEXT_ARG(buf_text(&printed)));
        buf_release(&printed);
    }
}

// R-BUKVA-4, R-BUKVA-5
static void the_lists_name_real_nouns(void)
{
    struct set nouns, plurals, stop, only_plural;
    set_init(&nouns);
    set_init(&plurals);
    set_init(&stop);
    set_init(&only_plural);
    read_stop_list(&stop);
    read_own_list(&only_plural, "lexicons/ru-plural.txt", false);
    if (read_forms(&nouns, &plurals)) {
        check_listed(&stop, &nouns, "ru-stop.txt");
        check_listed(&only_plural, &plurals, "ru-plural.txt");
        for (size_t i = 0; i < set_size(&only_plural); i++) {
            struct word w = set_word(&only_plural, i);
            CHECK(!set_has(&nouns, &w));
        }
    }
    set_release(&nouns);
    set_release(&plurals);
    set_release(&stop);
    set_release(&only_plural);
}

struct sources {
    struct set nouns, stop, only_plural, spelled, thesaurus, dictionary[RUSSIAN_DICTIONARIES];
    struct frequency frequency;
};

static bool read_frequency(struct sources *s)
{
    struct reason why = {0};
    struct buf model = {0};
    bool found = test_source("onboard-data/usr/share/onboard/models/ru_RU.lm", &model);
    s->frequency.alphabet = &s->nouns.alphabet;
    if (found)
        CHECK(frequency_read(buf_text(&model), false,
                             &(struct source_sink){frequency_take, &s->frequency}, &why));
    frequency_sort(&s->frequency);
    buf_release(&model);
    return found;
}

static bool read_sources(struct sources *s)
{
    set_init(&s->nouns);
    set_init(&s->stop);
    set_init(&s->only_plural);
    set_init(&s->spelled);
    set_init(&s->thesaurus);
    s->nouns.no_hyphens = true;
    read_stop_list(&s->stop);
    read_own_list(&s->only_plural, "lexicons/ru-plural.txt", false);
    bool found =
        read_forms(&s->nouns, NULL) &&
        read_list(&s->spelled, "hunspell-ru/usr/share/hunspell/ru_RU.dic", hunspell_list_read) &&
        read_list(&s->thesaurus, "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat", mythes_read) &&
        read_frequency(s);
    for (int i = 0; i < RUSSIAN_DICTIONARIES; i++) {
        set_init(&s->dictionary[i]);
        found = found && read_dictionary(&s->dictionary[i], pairs[i]);
    }
    return found;
}

static void release_sources(struct sources *s)
{
    set_release(&s->nouns);
    set_release(&s->stop);
    set_release(&s->only_plural);
    set_release(&s->spelled);
    set_release(&s->thesaurus);
    frequency_release(&s->frequency);
    for (int i = 0; i < RUSSIAN_DICTIONARIES; i++)
        set_release(&s->dictionary[i]);
}

struct grades {
    size_t all, five, five_spelled;
    size_t tier[TIERS + 1], five_tier[TIERS + 1];
};

static void grade(struct sources *s, const struct word *w, struct grades *g)
{
    struct russian_evidence e = {.spelled = set_has(&s->spelled, w),
                                 .thesaurus = set_has(&s->thesaurus, w),
                                 .frequency_tier = frequency_tier(&s->frequency, w)};
    for (int i = 0; i < RUSSIAN_DICTIONARIES; i++)
        e.dictionaries += set_has(&s->dictionary[i], w);
    unsigned tier = russian_tier(&e);
    g->all++;
    g->tier[tier]++;
    if (w->len == 5) {
        g->five++;
        g->five_spelled += e.spelled;
        g->five_tier[tier]++;
    }
}

static void the_real_nouns_have_tiers(void)
{
    static const size_t want[TIERS + 1] = {0, 1767, 1763, 2516, 3927, 8173, 18961, 2232, 19492};
    static const size_t want_five[TIERS + 1] = {0, 326, 270, 300, 429, 572, 767, 206, 982};
    struct sources s = {0};
    struct grades g = {0};
    if (read_sources(&s)) {
        for (size_t i = 0; i < set_size(&s.nouns); i++) {
            struct word w = set_word(&s.nouns, i);
            if (!set_has(&s.stop, &w))
                grade(&s, &w, &g);
        }
        for (size_t i = 0; i < set_size(&s.only_plural); i++) {
            struct word w = set_word(&s.only_plural, i);
            grade(&s, &w, &g);
        }
        CHECK_NUMBER(g.all, 58831);
        CHECK_NUMBER(g.five, 3852);
        CHECK_NUMBER(g.five_spelled, 2664);
        for (int i = 1; i <= TIERS; i++) {
            CHECK_NUMBER(g.tier[i], want[i]);
            CHECK_NUMBER(g.five_tier[i], want_five[i]);
        }
    }
    release_sources(&s);
}

static const struct test tests[] = {
    TEST(points_make_tiers),         TEST(only_known_reasons),        TEST(the_lists_are_clean),
    TEST(the_lists_name_real_nouns), TEST(the_real_nouns_have_tiers),
};
TEST_MAIN(tests)
