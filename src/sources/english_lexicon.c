#include "sources/english_lexicon.h"

#include "sources/english_forms.h"

#include <string.h>

enum { CANDIDATES = ENGLISH_STEMS_MAX + LEMMAS_MAX };

static bool same_word(const struct word *a, const struct word *b)
{
    return a->len == b->len && memcmp(a->letter, b->letter, a->len) == 0;
}

// The words of the lexicon with this class that `w` is a form of.
static unsigned find_lemmas(const struct lexicon_builder *lexicon,
                            const struct lexicon_builder *irregular, const struct word *w,
                            unsigned word_class, struct word out[CANDIDATES])
{
    struct word candidate[CANDIDATES];
    unsigned found = 0;
    unsigned count = irregular ? lexicon_builder_lemmas(irregular, w, candidate) : 0;
    count += english_stems(w, word_class, candidate + count);
    for (unsigned i = 0; i < count; i++)
        if ((lexicon_builder_classes(lexicon, &candidate[i]) & word_class) &&
            !same_word(w, &candidate[i]))
            out[found++] = candidate[i];
    return found;
}

static bool add_lemmas(struct lexicon_builder *lexicon, const struct word *w,
                       const struct word *lemma, unsigned count, struct reason *why)
{
    for (unsigned i = 0; i < count; i++)
        if (!lexicon_builder_lemma(lexicon, w, &lemma[i], why))
            return false;
    return true;
}

// What one walk over a dictionary takes away.
struct reduction {
    unsigned word_class;
    const struct lexicon_builder *irregular, *exempt, *kept;
};

// Which words are forms is decided before any loses its class, so that the order does not matter: in
// a chain like PAS, PA the first is a form whatever the second is.
static bool reduce(struct build_context *b, const struct reduction *r)
{
    struct word w, lemma[CANDIDATES];
    struct lexicon_builder *lexicon = b->lexicon, *forms = build_context_set(b);
    bool ok = forms != NULL;
    for (uint32_t at = 0; ok && lexicon_builder_next(lexicon, &at, &w);) {
        if (!(lexicon_builder_classes(lexicon, &w) & r->word_class) ||
            (r->exempt && lexicon_builder_has(r->exempt, &w)) ||
            (r->kept && lexicon_builder_has(r->kept, &w)))
            continue;
        unsigned count = find_lemmas(lexicon, r->irregular, &w, r->word_class, lemma);
        if (count)
            ok = lexicon_builder_add(forms, &w, r->word_class, 0, b->why) &&
                 add_lemmas(lexicon, &w, lemma, count, b->why);
    }
    for (uint32_t at = 0; ok && lexicon_builder_next(forms, &at, &w);)
        ok = lexicon_builder_remove_classes(lexicon, &w, r->word_class, b->why);
    lexicon_builder_free(forms);
    return ok;
}

bool english_base_forms(struct build_context *b, const struct english_evidence *e)
{
    const struct reduction nouns = {CLASS_NOUN, e->irregular_nouns, NULL, e->kept};
    const struct reduction verbs = {CLASS_VERB, e->irregular_verbs, e->infinitives, NULL};
    return reduce(b, &nouns) && reduce(b, &verbs);
}

bool english_link_forms(struct build_context *b)
{
    static const unsigned classes[] = {CLASS_NOUN, CLASS_VERB, CLASS_ADJECTIVE};
    struct word w, lemma[CANDIDATES];
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        if (lexicon_builder_classes(b->lexicon, &w))
            continue;
        for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
            unsigned count = find_lemmas(b->lexicon, NULL, &w, classes[i], lemma);
            if (!add_lemmas(b->lexicon, &w, lemma, count, b->why))
                return false;
        }
    }
    return true;
}

// Nouns with an irregular plural that the lexicon has, and those plurals.
static bool add_irregular(const struct lexicon_builder *lexicon,
                          const struct lexicon_builder *irregular, struct lexicon_builder *out,
                          struct reason *why)
{
    struct word w, lemma[LEMMAS_MAX + 1];
    for (uint32_t at = 0; lexicon_builder_next(irregular, &at, &w);) {
        if (!lexicon_builder_has(lexicon, &w))
            continue;
        unsigned count = lexicon_builder_lemmas(irregular, &w, lemma);
        lemma[count] = w;
        for (unsigned i = 0; i <= count; i++)
            if (!lexicon_builder_add(out, &lemma[i], 0, 0, why))
                return false;
    }
    return true;
}

// A participle or a comparative takes none, even where a dictionary calls it a noun.
static bool takes_plural(const struct lexicon_builder *lexicon, const struct word *w)
{
    struct word stem[CANDIDATES];
    unsigned classes = lexicon_builder_classes(lexicon, w);
    if (classes != CLASS_NOUN && (classes || !english_is_surely_noun(w)))
        return false;
    return !find_lemmas(lexicon, NULL, w, CLASS_VERB, stem) &&
           !find_lemmas(lexicon, NULL, w, CLASS_ADJECTIVE, stem);
}

// MONARCHS and HALOS are regular, too, for some.
static bool has_plural(const struct lexicon_builder *lexicon, const struct word *noun)
{
    static const char *const endings[] = {"s", "es"};
    struct word plural = *noun;
    for (unsigned i = 0; i < 2; i++) {
        plural.len = noun->len;
        for (const char *c = endings[i]; *c && plural.len < WORD_MAX; c++)
            plural.letter[plural.len++] = (uint8_t)(*c - 'a' + 1);
        if (lexicon_builder_has(lexicon, &plural))
            return true;
    }
    return false;
}

static bool add_plurals(struct lexicon_builder *lexicon, const struct lexicon_builder *served,
                        unsigned longest, struct reason *why)
{
    struct word w, plural;
    for (uint32_t at = 0; lexicon_builder_next(lexicon, &at, &w);) {
        if (w.len < 3 || !takes_plural(lexicon, &w) || !english_plural(&w, &plural) ||
            plural.len > longest || lexicon_builder_has(served, &w) ||
            lexicon_builder_has(lexicon, &plural) || has_plural(lexicon, &w))
            continue;
        if (!lexicon_builder_add(lexicon, &plural, 0, 0, why))
            return false;
    }
    return true;
}

bool english_add_plurals(struct build_context *b, const struct lexicon_builder *irregular_nouns,
                         unsigned longest)
{
    struct lexicon_builder *served = build_context_set(b);
    bool ok = served && add_irregular(b->lexicon, irregular_nouns, served, b->why) &&
              add_plurals(b->lexicon, served, longest, b->why);
    lexicon_builder_free(served);
    return ok;
}
