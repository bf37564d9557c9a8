// Russian: the nouns of OpenCorpora without those on our stop list, synonyms for definitions.
#include "sources/recipes.h"

#include "base/data.h"
#include "sources/readers/frequency.h"
#include "sources/readers/hunspell_list.h"
#include "sources/readers/mythes.h"
#include "sources/readers/opencorpora.h"
#include "sources/readers/translation.h"
#include "sources/readers/wordlist.h"
#include "sources/russian.h"

#include <stdio.h>

static const char *const pairs[RUSSIAN_DICTIONARIES] = {"deu-rus", "ell-rus", "fra-rus", "ita-rus",
                                                        "nld-rus", "pol-rus", "swe-rus"};

// What is known of familiarity, each a set of words.
struct witnesses {
    struct lexicon_builder *dictionary[RUSSIAN_DICTIONARIES];
    struct lexicon_builder *spelled, *thesaurus;
    struct frequency frequency;
};

static bool read_nouns(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
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

static bool read_translations(struct build_context *b, struct lexicon_builder *into,
                              const char *pair)
{
    char path[160];
    struct source_sink sink = build_context_sink(b);
    struct buf dict = {0};
    struct file_map index = {0};
    if (!into)
        return false;
    b->into = into;
    b->take = TAKE_WORDS;
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.dict.dz", pair, pair);
    bool ok = build_context_unpack(b, path, &dict);
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.index", pair, pair);
    ok = ok && build_context_file(b, path, &index) &&
         translation_read(buf_text(&dict), index.content, &sink, b->why);
    b->into = b->lexicon;
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

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

static bool hear_witnesses(struct build_context *b, struct witnesses *w)
{
    bool ok = read_into(b, w->spelled = build_context_set(b), TAKE_WORDS,
                        "hunspell-ru/usr/share/hunspell/ru_RU.dic", hunspell_list_read) &&
              read_into(b, w->thesaurus = build_context_set(b), TAKE_WORDS,
                        "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat", mythes_read) &&
              read_frequency(b, &w->frequency);
    for (int i = 0; i < RUSSIAN_DICTIONARIES && ok; i++)
        ok = read_translations(b, w->dictionary[i] = build_context_set(b), pairs[i]);
    return ok;
}

static void dismiss_witnesses(struct witnesses *w)
{
    for (int i = 0; i < RUSSIAN_DICTIONARIES; i++)
        lexicon_builder_free(w->dictionary[i]);
    lexicon_builder_free(w->spelled);
    lexicon_builder_free(w->thesaurus);
    frequency_release(&w->frequency);
}

static bool grade(struct build_context *b, const struct witnesses *w)
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
    struct text stop;
    struct source_sink sink = build_context_sink(b);
    struct lexicon_builder *left_out = b->into = build_context_set(b);
    if (!left_out || !data_find("lexicons/ru-stop.txt", &stop))
        return false;
    b->take = TAKE_WORDS;
    bool ok = wordlist_read(stop, NULL, &sink, NULL, NULL, b->why);
    b->into = b->lexicon;
    b->without = left_out;
    ok = ok && read_nouns(b) &&
         read_into(b, b->lexicon, TAKE_TEXTS, "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat",
                   mythes_read);
    b->without = NULL;
    b->min_length = 0;
    struct witnesses w = {0};
    ok = ok && hear_witnesses(b, &w) && grade(b, &w);
    dismiss_witnesses(&w);
    lexicon_builder_free(left_out);
    return ok;
}
