// Russian: the nouns of OpenCorpora without those on our stop list; definitions, synonyms, and English
// words that translate them.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/glossary.h"
#include "sources/readers/freedict.h"
#include "sources/readers/frequency.h"
#include "sources/readers/hunspell_list.h"
#include "sources/readers/mythes.h"
#include "sources/readers/wordlist.h"
#include "sources/russian/familiarity.h"
#include "sources/russian/mueller.h"
#include "sources/russian/opencorpora.h"
#include "sources/russian/translation.h"

#include <stdio.h>

static const char *const pairs[RUSSIAN_DICTIONARIES] = {"deu-rus", "ell-rus", "fra-rus", "ita-rus",
                                                        "nld-rus", "pol-rus", "swe-rus"};

// From Debian 13, with Russian definitions.
static const char *const from_russian[] = {"rus-eng", "rus-deu", "rus-fra", "rus-ita",
                                           "rus-pol", "rus-por", "rus-spa"};

static const char thesaurus[] = "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat";

static bool has_freedict(const struct build_context *b, const char *pair)
{
    char package[40];
    snprintf(package, sizeof package, "dict-freedict-%s", pair);
    return build_context_has(b->sources, package);
}

// Sources that show how familiar a word is, each a set of words.
struct familiarity_sources {
    struct lexicon_builder *dictionary[RUSSIAN_DICTIONARIES];
    struct lexicon_builder *spelled, *thesaurus;
    struct frequency frequency;
};

// A list of data/lexicons as a set of words. NULL with the reason if that fails.
static struct lexicon_builder *own_list(struct build_context *b, const char *name)
{
    static const struct wordlist_options options = {.reasons = true};
    struct source_sink sink = build_context_sink(b);
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    struct lexicon_builder *set = b->into = build_context_set(b);
    b->take = TAKE_WORDS;
    bool ok = set && wordlist_read(list, &options, &sink, NULL, NULL, b->why);
    b->into = b->lexicon;
    if (!ok)
        lexicon_builder_free(set);
    return ok ? set : NULL;
}

// What OpenCorpora's forms go through: a plural is a noun if our list says so. `known` gets all.
struct noun_filter {
    struct build_context *b;
    const struct lexicon_builder *plurals;
    struct lexicon_builder *known;
};

static bool take_noun(void *context, const struct source_entry *entry)
{
    const struct noun_filter *f = context;
    struct source_sink sink = build_context_sink(f->b);
    struct source_entry noun = *entry;
    struct word w;
    if (!alphabet_fold(&f->b->alphabet, entry->spelling, &w, NULL))
        return true;
    if (!lexicon_builder_add(f->known, &w, 0, 0, f->b->why))
        return false;
    if (!entry->classes && !lexicon_builder_has(f->plurals, &w))
        return true;
    noun.classes = CLASS_NOUN;
    return sink.take(sink.context, &noun);
}

static bool read_nouns(struct build_context *b, const struct lexicon_builder *plurals,
                       struct lexicon_builder *known)
{
    struct noun_filter filter = {b, plurals, known};
    struct source_sink sink = {take_noun, &filter};
    struct file_map words = {0}, paradigms = {0}, gramtab = {0};
    bool ok = build_context_file(b, "az/package/dicts/words.dawg", &words) &&
              build_context_file(b, "az/package/dicts/paradigms.array", &paradigms) &&
              build_context_file(b, "az/package/dicts/gramtab-opencorpora-int.json", &gramtab);
    struct opencorpora_files files = {words.content, paradigms.content, gramtab.content};
    b->take = TAKE_WORDS | TAKE_CLASSES;
    b->min_length = 2;
    b->unjoined = true;
    ok = ok && opencorpora_read(&files, &sink, b->why);
    b->unjoined = false;
    file_unmap(&words);
    file_unmap(&paradigms);
    file_unmap(&gramtab);
    return ok;
}

// Fills a set of words, or the lexicon's texts, from one file and one reader.
typedef bool reader_fn(struct text, const struct source_sink *, struct reason *);

static bool read_into(struct build_context *b, struct lexicon_builder *into, unsigned take,
                      const char *path, reader_fn *reader)
{
    struct source_sink sink = build_context_sink(b);
    struct file_map file;
    if (!into || !build_context_file(b, path, &file))
        return false;
    b->into = into;
    b->take = take;
    bool ok = reader(file.content, &sink, b->why);
    b->into = b->lexicon;
    file_unmap(&file);
    return ok;
}

// A dictionary of the DICT server: its text, packed, and its index.
typedef bool dictionary_fn(struct text, struct text, const struct source_sink *, struct reason *);

static bool read_dictionary(struct build_context *b, const char *package, const char *name,
                            dictionary_fn *reader, const struct source_sink *sink)
{
    char path[160];
    struct buf dict = {0};
    struct file_map index = {0};
    snprintf(path, sizeof path, "%s/usr/share/dictd/%s.dict.dz", package, name);
    bool ok = build_context_unpack(b, path, &dict);
    snprintf(path, sizeof path, "%s/usr/share/dictd/%s.index", package, name);
    ok = ok && build_context_file(b, path, &index) &&
         reader(buf_text(&dict), index.content, sink, b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

static bool read_freedict(struct build_context *b, const char *pair, dictionary_fn *reader,
                          const struct source_sink *sink)
{
    char package[40], name[40];
    snprintf(package, sizeof package, "dict-freedict-%s", pair);
    snprintf(name, sizeof name, "freedict-%s", pair);
    return read_dictionary(b, package, name, reader, sink);
}

static bool read_translations(struct build_context *b, struct lexicon_builder *into,
                              const char *pair)
{
    struct source_sink sink = build_context_sink(b);
    b->into = into;
    b->take = TAKE_WORDS;
    bool ok = into && read_freedict(b, pair, translation_read, &sink);
    b->into = b->lexicon;
    return ok;
}

// ---------------------------------------------------------------- texts

static bool read_russian(struct text dict, struct text index, const struct source_sink *sink,
                         struct reason *why)
{
    return freedict_read(dict, index, &freedict_russian, sink, why);
}

// WikDict's dictionaries from Russian repeat one another; what one has given is kept once.
static bool read_definitions(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
    bool ok = true;
    b->take = TAKE_TEXTS;
    for (size_t i = 0; i < sizeof from_russian / sizeof *from_russian && ok; i++)
        ok = !has_freedict(b, from_russian[i]) ||
             read_freedict(b, from_russian[i], read_russian, &sink);
    return ok;
}

// What OpenCorpora has as a noun, be it in the plural.
struct nouns {
    const struct alphabet *alphabet;
    const struct lexicon_builder *known;
};

static bool is_noun(void *context, struct text word)
{
    const struct nouns *n = context;
    struct word w;
    return alphabet_fold(n->alphabet, word, &w, NULL) && lexicon_builder_has(n->known, &w);
}

// The thesaurus says no class; what has passed the filter is a noun's.
static bool take_synonyms(void *context, const struct source_entry *entry)
{
    struct source_sink sink = build_context_sink(context);
    struct source_entry noun = *entry;
    noun.classes = CLASS_NOUN;
    return sink.take(sink.context, &noun);
}

static bool read_synonyms(struct build_context *b, const struct lexicon_builder *known)
{
    struct source_sink sink = {take_synonyms, b};
    struct nouns nouns = {&b->alphabet, known};
    struct mythes_filter filter = {is_noun, &nouns};
    struct file_map file;
    if (!build_context_file(b, thesaurus, &file))
        return false;
    b->take = TAKE_TEXTS;
    bool ok = mythes_read_fitting(file.content, &filter, &sink, b->why);
    file_unmap(&file);
    return ok;
}

static bool read_glosses(struct build_context *b)
{
    struct glossary g = {.words = b->lexicon, .alphabet = &b->alphabet};
    struct source_sink sink = {glossary_take, &g};
    bool ok =
        (!has_freedict(b, "rus-eng") || read_freedict(b, "rus-eng", translation_from, &sink)) &&
        (!has_freedict(b, "eng-rus") || read_freedict(b, "eng-rus", translation_read, &sink)) &&
        read_dictionary(b, "mueller7-dict", "mueller7", mueller_read, &sink) &&
        glossary_write(&g, b->lexicon, b->why);
    glossary_release(&g);
    return ok;
}

// ---------------------------------------------------------------- familiarity

static bool read_frequency(struct build_context *b, struct frequency *f)
{
    struct source_sink sink = {frequency_take, f};
    struct file_map model;
    f->alphabet = &b->alphabet;
    if (!build_context_file(b, "onboard-data/usr/share/onboard/models/ru_RU.lm", &model))
        return false;
    bool ok = frequency_read(model.content, false, &sink, b->why);
    frequency_sort(f);
    file_unmap(&model);
    return ok;
}

static bool read_familiarity(struct build_context *b, struct familiarity_sources *w)
{
    bool ok =
        read_into(b, w->spelled = build_context_set(b), TAKE_WORDS,
                  "hunspell-ru/usr/share/hunspell/ru_RU.dic", hunspell_list_read) &&
        read_into(b, w->thesaurus = build_context_set(b), TAKE_WORDS, thesaurus, mythes_read) &&
        read_frequency(b, &w->frequency);
    for (int i = 0; i < RUSSIAN_DICTIONARIES && ok; i++)
        ok = read_translations(b, w->dictionary[i] = build_context_set(b), pairs[i]);
    return ok;
}

static void release_familiarity(struct familiarity_sources *w)
{
    for (int i = 0; i < RUSSIAN_DICTIONARIES; i++)
        lexicon_builder_free(w->dictionary[i]);
    lexicon_builder_free(w->spelled);
    lexicon_builder_free(w->thesaurus);
    frequency_release(&w->frequency);
}

static bool grade(struct build_context *b, const struct familiarity_sources *w)
{
    struct word word;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &word);) {
        unsigned often = frequency_tier(&w->frequency, &word);
        struct russian_evidence e = {
            .frequency_tier = often <= FREQUENCY_LISTED ? often : 0,
            .spelled = lexicon_builder_has(w->spelled, &word),
            .thesaurus = lexicon_builder_has(w->thesaurus, &word),
        };
        for (int d = 0; d < RUSSIAN_DICTIONARIES; d++)
            e.dictionaries += lexicon_builder_has(w->dictionary[d], &word);
        if (!lexicon_builder_add(b->lexicon, &word, 0, russian_tier(&e), b->why))
            return false;
    }
    return true;
}

bool recipe_russian(struct build_context *b)
{
    struct lexicon_builder *left_out = own_list(b, "lexicons/ru-stop.txt");
    struct lexicon_builder *plurals = own_list(b, "lexicons/ru-plural.txt");
    struct lexicon_builder *known = build_context_set(b);
    struct familiarity_sources w = {0};
    b->without = left_out;
    bool ok = left_out && plurals && known && read_nouns(b, plurals, known);
    b->without = NULL;
    b->min_length = 0;
    ok = ok && read_definitions(b) && read_synonyms(b, known) && read_glosses(b) &&
         read_familiarity(b, &w) && grade(b, &w);
    release_familiarity(&w);
    lexicon_builder_free(left_out);
    lexicon_builder_free(plurals);
    lexicon_builder_free(known);
    return ok;
}
