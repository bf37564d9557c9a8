// Steps that several recipes take.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/readers/wordlist.h"

bool read_own(struct build_context *b, const char *name, const struct source_sink *sink)
{
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, NULL, sink, NULL, NULL, b->why);
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
