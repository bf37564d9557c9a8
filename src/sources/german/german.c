#include "sources/german/german.h"

#include <string.h>

enum { STEM_MIN = 3, PART_MIN = 3, LABEL_MAX = 60 };

// An ending, and the classes of stems that take it. Participles count as adjectives.
struct ending {
    const char *letters;
    unsigned class;
    const char *after; // the stem must end so; NULL: as it likes
};

static const struct ending endings[] = {
    {"e", CLASS_ADJECTIVE, NULL},     {"em", CLASS_ADJECTIVE, NULL},
    {"en", CLASS_ADJECTIVE, NULL},    {"er", CLASS_ADJECTIVE, NULL},
    {"es", CLASS_ADJECTIVE, NULL},    {"ere", CLASS_ADJECTIVE, NULL},
    {"erem", CLASS_ADJECTIVE, NULL},  {"eren", CLASS_ADJECTIVE, NULL},
    {"erer", CLASS_ADJECTIVE, NULL},  {"eres", CLASS_ADJECTIVE, NULL},
    {"ste", CLASS_ADJECTIVE, NULL},   {"stem", CLASS_ADJECTIVE, NULL},
    {"sten", CLASS_ADJECTIVE, NULL},  {"ster", CLASS_ADJECTIVE, NULL},
    {"stes", CLASS_ADJECTIVE, NULL},  {"este", CLASS_ADJECTIVE, NULL},
    {"estem", CLASS_ADJECTIVE, NULL}, {"esten", CLASS_ADJECTIVE, NULL},
    {"ester", CLASS_ADJECTIVE, NULL}, {"estes", CLASS_ADJECTIVE, NULL},
    {"s", CLASS_NOUN, NULL},          {"es", CLASS_NOUN, NULL},
    {"n", CLASS_NOUN, "e"},           {"n", CLASS_NOUN, "el"},
    {"n", CLASS_NOUN, "er"},          {"en", CLASS_NOUN, "ung"},
    {"en", CLASS_NOUN, "heit"},       {"en", CLASS_NOUN, "keit"},
    {"en", CLASS_NOUN, "schaft"},     {"en", CLASS_NOUN, "ion"},
    {"en", CLASS_NOUN, "tät"},        {"nen", CLASS_NOUN, "in"},
    {"e", CLASS_NOUN, "ling"},
};

static bool ends_with(const struct build_context *b, const struct word *w, const char *letters)
{
    struct word end;
    return alphabet_fold(&b->alphabet, text_of(letters), &end, NULL) && end.len < w->len &&
           memcmp(w->letter + w->len - end.len, end.letter, end.len) == 0;
}

// Is the word of the class? Participles, which are forms of verbs and end in -d, -t or -n, decline like
// adjectives.
static bool is_of(const struct build_context *b, const struct word *w, unsigned class)
{
    struct word lemma[LEMMAS_MAX];
    if (lexicon_builder_classes(b->lexicon, w) & class)
        return true;
    if (class != CLASS_ADJECTIVE ||
        !(ends_with(b, w, "d") || ends_with(b, w, "t") || ends_with(b, w, "n")))
        return false;
    unsigned lemmas = lexicon_builder_lemmas(b->lexicon, w, lemma);
    for (unsigned i = 0; i < lemmas; i++)
        if (lexicon_builder_classes(b->lexicon, &lemma[i]) & CLASS_VERB)
            return true;
    return false;
}

// The stem itself is the lemma; of a participle, its verb as well.
static bool add_stem(struct build_context *b, const struct word *w, const struct word *stem)
{
    struct word lemma[LEMMAS_MAX];
    if (!lexicon_builder_lemma(b->lexicon, w, stem, 0, b->why))
        return false;
    unsigned lemmas = lexicon_builder_lemmas(b->lexicon, stem, lemma);
    for (unsigned i = 0; i < lemmas; i++)
        if (!lexicon_builder_lemma(b->lexicon, w, &lemma[i], 0, b->why))
            return false;
    return true;
}

static bool try_endings(struct build_context *b, const struct word *w, bool *found)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const struct ending *e = &endings[i];
        struct word stem = *w;
        size_t cut = strlen(e->letters); // ASCII, so one letter each
        if (w->len < STEM_MIN + cut || !ends_with(b, w, e->letters))
            continue;
        stem.len = (uint8_t)(w->len - cut);
        if (e->after && !ends_with(b, &stem, e->after))
            continue;
        if (is_of(b, &stem, e->class)) {
            *found = true;
            if (!add_stem(b, w, &stem))
                return false;
        }
    }
    return true;
}

// The first part of a word and a lemma of its second part, if that is a word.
static bool try_part(struct build_context *b, const struct word *w, size_t cut, bool *found)
{
    struct word tail = {.len = (uint8_t)(w->len - cut)}, lemma[LEMMAS_MAX];
    memcpy(tail.letter, w->letter + cut, tail.len);
    unsigned lemmas = lexicon_builder_lemmas(b->lexicon, &tail, lemma);
    for (unsigned i = 0; i < lemmas; i++) {
        struct word whole = *w;
        if (cut + lemma[i].len > WORD_MAX)
            continue;
        memcpy(whole.letter + cut, lemma[i].letter, lemma[i].len);
        whole.len = (uint8_t)(cut + lemma[i].len);
        if (!lexicon_builder_has(b->lexicon, &whole))
            continue;
        *found = true;
        if (!lexicon_builder_lemma(b->lexicon, w, &whole, 0, b->why))
            return false;
    }
    return true;
}

static bool try_parts(struct build_context *b, const struct word *w, bool *found)
{
    for (size_t cut = 2; cut + PART_MIN <= w->len && !*found; cut++)
        if (!try_part(b, w, cut, found))
            return false;
    return true;
}

bool german_find_lemmas(struct build_context *b)
{
    struct word w, lemma[LEMMAS_MAX];
    for (uint32_t at = 0; lexicon_builder_next(b->lexicon, &at, &w);) {
        bool found = lexicon_builder_classes(b->lexicon, &w) ||
                     lexicon_builder_lemmas(b->lexicon, &w, lemma);
        if (!found && !try_endings(b, &w, &found))
            return false;
        if (!found && !try_parts(b, &w, &found))
            return false;
    }
    return true;
}

bool german_is_slang(struct text gloss)
{
    static const char *const labels[] = {"Jugendsprache", "jugendsprachlich", "Gaunersprache",
                                         "Rotwelsch",     "Soldatensprache",  "Netzjargon"};
    size_t colon = text_find(text_head(gloss, LABEL_MAX), ':');
    struct text label = text_head(gloss, colon);
    if (colon == text_head(gloss, LABEL_MAX).len)
        return false;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (text_find_string(label, labels[i]) < label.len)
            return true;
    return false;
}
