// Steps that several recipes take.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/readers/frequency.h"
#include "sources/readers/wordlist.h"

bool read_own(struct build_context *b, const char *name, const struct source_sink *sink)
{
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, NULL, sink, NULL, NULL, b->why);
}

static bool grade_words(struct build_context *b, const struct frequency *f)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);)
        if (!lexicon_builder_add(b->lexicon, &w, 0, frequency_tier(f, &w), b->why))
            return false;
    return true;
}

bool grade_by_frequency(struct build_context *b, const char *model, bool capitals)
{
    struct frequency f = {.alphabet = &b->alphabet};
    struct source_sink sink = {frequency_take, &f};
    struct file_map file;
    if (!build_context_file(b, model, &file))
        return false;
    bool ok = frequency_read(file.content, capitals, &sink, b->why);
    if (ok) {
        frequency_sort(&f);
        ok = grade_words(b, &f);
    }
    frequency_release(&f);
    file_unmap(&file);
    return ok;
}

bool grade_by_dictionaries(struct build_context *b, const struct wikdict *dictionaries)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        unsigned tier = wikdict_tier(dictionaries, &w);
        if (tier && !lexicon_builder_add(b->lexicon, &w, 0, tier, b->why))
            return false;
    }
    return true;
}

bool grade_forms(struct build_context *b)
{
    struct word w, lemma[LEMMAS_MAX];
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        unsigned lemmas = lexicon_builder_lemmas(b->lexicon, &w, lemma);
        for (unsigned i = 0; i < lemmas; i++) {
            unsigned tier = lexicon_builder_tier(b->lexicon, &lemma[i]);
            if (tier && tier < TIERS && !lexicon_builder_add(b->lexicon, &w, 0, tier + 1, b->why))
                return false;
        }
    }
    return true;
}
