#include "sources/english/lexicon.h"

#include "sources/english/forms.h"

#include <string.h>

enum { CANDIDATES = ENGLISH_STEMS_MAX + LEMMAS_MAX };

static bool same_word(const struct word *a, const struct word *b)
{
    return a->len == b->len && memcmp(a->letter, b->letter, a->len) == 0;
}

// -OES is the plural of -OE where that is a word (SHOES), else of -O.
static bool ends_in_oes(const struct word *w)
{
    static const uint8_t oes[] = {'o' - 'a' + 1, 'e' - 'a' + 1, 's' - 'a' + 1};
    return w->len > 3 && memcmp(w->letter + w->len - 3, oes, sizeof oes) == 0;
}

// Its irregular lemmas. A compound is inflected like its last part: OUTSPOKE like SPOKE.
static unsigned find_irregular(const struct lexicon_builder *irregular, const struct word *w,
                               struct word out[LEMMAS_MAX])
{
    static const char *const prefixes[] = {"out", "over", "under", "fore", "mis", "un", "re", "up"};
    unsigned count = lexicon_builder_lemmas(irregular, w, out);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !count; i++) {
        struct word rest;
        if (!english_without_prefix(w, prefixes[i], &rest))
            continue;
        unsigned cut = w->len - rest.len, found = lexicon_builder_lemmas(irregular, &rest, out);
        for (unsigned k = 0; k < found; k++) {
            if (out[k].len + cut > WORD_MAX)
                continue;
            struct word lemma = *w;
            memcpy(lemma.letter + cut, out[k].letter, out[k].len);
            lemma.len = (uint8_t)(cut + out[k].len);
            out[count++] = lemma;
        }
    }
    return count;
}

// The words of the lexicon with this class that `w` is a form of.
static unsigned find_lemmas(const struct lexicon_builder *lexicon,
                            const struct lexicon_builder *irregular, const struct word *w,
                            unsigned word_class, struct word out[CANDIDATES])
{
    struct word candidate[CANDIDATES];
    unsigned found = 0;
    unsigned count = irregular ? find_irregular(irregular, w, candidate) : 0;
    count += english_stems(w, word_class, candidate + count);
    for (unsigned i = 0; i < count && !(found && ends_in_oes(w)); i++)
        if ((lexicon_builder_classes(lexicon, &candidate[i]) & word_class) &&
            !same_word(w, &candidate[i]))
            out[found++] = candidate[i];
    return found;
}

// Links the word with those of the class that it is a form of. Returns false when out of memory.
static bool add_lemmas(struct build_context *b, const struct lexicon_builder *irregular,
                       const struct word *w, unsigned word_class, unsigned *count)
{
    struct word lemma[CANDIDATES];
    *count = find_lemmas(b->lexicon, irregular, w, word_class, lemma);
    for (unsigned i = 0; i < *count; i++)
        if (!lexicon_builder_lemma(b->lexicon, w, &lemma[i], word_class, b->why))
            return false;
    return true;
}

// The parameters of a walk that removes a class from forms.
struct reduction {
    unsigned word_class;
    const struct lexicon_builder *irregular, *exempt, *kept;
};

// Which words are forms is decided before any loses its class, so that the order does not matter: in
// a chain like PAS, PA the first is a form whatever the second is.
static bool reduce(struct build_context *b, const struct reduction *r)
{
    struct word w;
    struct lexicon_builder *lexicon = b->lexicon, *forms = build_context_set(b);
    unsigned count;
    bool ok = forms != NULL;
    for (uint32_t at = 0; ok && lexicon_builder_next(lexicon, &at, &w);) {
        if (!(lexicon_builder_classes(lexicon, &w) & r->word_class) ||
            (r->exempt && lexicon_builder_has(r->exempt, &w)) ||
            (r->kept && lexicon_builder_has(r->kept, &w)))
            continue;
        ok = add_lemmas(b, r->irregular, &w, r->word_class, &count) &&
             (!count || lexicon_builder_add(forms, &w, r->word_class, 0, b->why));
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

// May a word with these classes of its own be a form of a word of that class, too?
static bool may_be_form(const struct english_evidence *e, const struct word *w, unsigned classes,
                        unsigned word_class)
{
    if (!classes)
        return true;
    if (word_class == CLASS_NOUN)
        return !lexicon_builder_has(e->kept, w);
    if (word_class == CLASS_VERB)
        return !lexicon_builder_has(e->infinitives, w);
    return (classes & CLASS_ADJECTIVE) && !(classes & ~(unsigned)(CLASS_ADJECTIVE | CLASS_ADVERB));
}

bool english_link_forms(struct build_context *b, const struct english_evidence *e)
{
    const struct {
        unsigned word_class;
        const struct lexicon_builder *irregular;
    } of[] = {{CLASS_NOUN, e->irregular_nouns},
              {CLASS_VERB, e->irregular_verbs},
              {CLASS_ADJECTIVE, NULL}};
    struct word w;
    unsigned count;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        unsigned own = lexicon_builder_classes(b->lexicon, &w);
        for (unsigned i = 0; i < sizeof of / sizeof *of; i++)
            if (may_be_form(e, &w, own, of[i].word_class) &&
                !add_lemmas(b, of[i].irregular, &w, of[i].word_class, &count))
                return false;
    }
    return true;
}

bool english_note_verbs(struct build_context *b, struct lexicon_builder *out)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);)
        if ((lexicon_builder_classes(b->lexicon, &w) & CLASS_VERB) &&
            !lexicon_builder_add(out, &w, CLASS_VERB, 0, b->why))
            return false;
    return true;
}

bool english_add_plurals(struct build_context *b, const struct lexicon_builder *confirmed,
                         unsigned longest)
{
    struct word w, plural;
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        unsigned classes = lexicon_builder_classes(b->lexicon, &w);
        if (w.len < 3 || (classes && !(classes & (CLASS_NOUN | CLASS_VERB))) ||
            !english_plural(&w, &plural) || plural.len > longest ||
            !lexicon_builder_has(confirmed, &plural))
            continue;
        if (!lexicon_builder_add(b->lexicon, &plural, 0, 0, b->why))
            return false;
    }
    return true;
}
