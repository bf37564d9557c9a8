// Russian: the nouns of OpenCorpora without those on our stop list, synonyms for definitions.
#include "sources/recipes.h"

#include "base/data.h"
#include "sources/frequency.h"
#include "sources/hunspell_list.h"
#include "sources/mythes.h"
#include "sources/opencorpora.h"
#include "sources/russian.h"
#include "sources/translation.h"
#include "sources/wordlist.h"

#include <stdio.h>

static const char *const pairs[RUSSIAN_DICTIONARIES] = {"deu-rus", "ell-rus", "fra-rus", "ita-rus",
                                                        "nld-rus", "pol-rus", "swe-rus"};

// What is known of familiarity, each a set of words.
struct witnesses {
    struct lexicon_builder *dictionary[RUSSIAN_DICTIONARIES];
    struct lexicon_builder *spelled, *thesaurus;
    struct frequency frequency;
};

static bool read_nouns(struct kitchen *k)
{
    struct source_sink sink = kitchen_sink(k);
    struct file_map words = {0}, paradigms = {0}, gramtab = {0};
    bool ok = kitchen_file(k, "az/package/dicts/words.dawg", &words) &&
              kitchen_file(k, "az/package/dicts/paradigms.array", &paradigms) &&
              kitchen_file(k, "az/package/dicts/gramtab-opencorpora-int.json", &gramtab);
    struct opencorpora_files files = {words.content, paradigms.content, gramtab.content};
    k->take = TAKE_WORDS | TAKE_CLASSES;
    k->min_length = 2;
    k->unjoined = true;
    ok = ok && opencorpora_read(&files, &sink, k->why);
    k->unjoined = false;
    file_unmap(&words);
    file_unmap(&paradigms);
    file_unmap(&gramtab);
    return ok;
}

// Fills a set of words, or the lexicon's texts, from one file and one reader.
typedef bool reader_fn(struct text, const struct source_sink *, struct reason *);

static bool read_into(struct kitchen *k, struct lexicon_builder *into, unsigned take,
                      const char *path, reader_fn *reader)
{
    struct source_sink sink = kitchen_sink(k);
    struct file_map file;
    if (!into || !kitchen_file(k, path, &file))
        return false;
    k->into = into;
    k->take = take;
    bool ok = reader(file.content, &sink, k->why);
    k->into = k->lexicon;
    file_unmap(&file);
    return ok;
}

static bool read_translations(struct kitchen *k, struct lexicon_builder *into, const char *pair)
{
    char path[160];
    struct source_sink sink = kitchen_sink(k);
    struct buf dict = {0};
    struct file_map index = {0};
    if (!into)
        return false;
    k->into = into;
    k->take = TAKE_WORDS;
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.dict.dz", pair, pair);
    bool ok = kitchen_unpack(k, path, &dict);
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.index", pair, pair);
    ok = ok && kitchen_file(k, path, &index) &&
         translation_read(buf_text(&dict), index.content, &sink, k->why);
    k->into = k->lexicon;
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

static bool read_frequency(struct kitchen *k, struct frequency *f)
{
    struct source_sink sink = {frequency_take, f};
    struct file_map model;
    f->alphabet = &k->alphabet;
    if (!kitchen_file(k, "onboard-data/usr/share/onboard/models/ru_RU.lm", &model))
        return false;
    bool ok = frequency_read(model.content, false, &sink, k->why);
    frequency_sort(f);
    file_unmap(&model);
    return ok;
}

static bool hear_witnesses(struct kitchen *k, struct witnesses *w)
{
    bool ok = read_into(k, w->spelled = kitchen_set(k), TAKE_WORDS,
                        "hunspell-ru/usr/share/hunspell/ru_RU.dic", hunspell_list_read) &&
              read_into(k, w->thesaurus = kitchen_set(k), TAKE_WORDS,
                        "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat", mythes_read) &&
              read_frequency(k, &w->frequency);
    for (int i = 0; i < RUSSIAN_DICTIONARIES && ok; i++)
        ok = read_translations(k, w->dictionary[i] = kitchen_set(k), pairs[i]);
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

static bool grade(struct kitchen *k, const struct witnesses *w)
{
    struct word word;
    for (uint32_t i = 0; lexicon_builder_nth(k->lexicon, i, &word); i++) {
        unsigned often = frequency_tier(&w->frequency, &word);
        struct russian_evidence e = {
            .frequency_tier = often <= FREQUENCY_LISTED ? often : 0,
            .spelled = lexicon_builder_has(w->spelled, &word),
            .thesaurus = lexicon_builder_has(w->thesaurus, &word),
        };
        for (int d = 0; d < RUSSIAN_DICTIONARIES; d++)
            e.dictionaries += lexicon_builder_has(w->dictionary[d], &word);
        if (!lexicon_builder_add(k->lexicon, &word, 0, russian_tier(&e), k->why))
            return false;
    }
    return true;
}

bool cook_russian(struct kitchen *k)
{
    struct text stop;
    struct source_sink sink = kitchen_sink(k);
    struct lexicon_builder *left_out = k->into = kitchen_set(k);
    if (!left_out || !data_find("lexicons/ru-stop.txt", &stop))
        return false;
    k->take = TAKE_WORDS;
    bool ok = wordlist_read(stop, NULL, &sink, NULL, NULL, k->why);
    k->into = k->lexicon;
    k->without = left_out;
    ok = ok && read_nouns(k) &&
         read_into(k, k->lexicon, TAKE_TEXTS, "mythes-ru/usr/share/mythes/th_ru_RU_v2.dat",
                   mythes_read);
    k->without = NULL;
    k->min_length = 0;
    struct witnesses w = {0};
    ok = ok && hear_witnesses(k, &w) && grade(k, &w);
    dismiss_witnesses(&w);
    lexicon_builder_free(left_out);
    return ok;
}
