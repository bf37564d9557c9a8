// French: all forms of Grammalecte's dictionary, without what its sources mark as abbreviation, slang
// or foreign; definitions from Littré and WikDict, or else synonyms or English words.
#include "sources/recipes.h"

#include "sources/french/grammalecte.h"
#include "sources/french/labels.h"
#include "sources/french/littre.h"
#include "sources/french/mythes_french.h"
#include "sources/readers/bilingual.h"
#include "sources/readers/freedict.h"

#include <stdio.h>

#define DICTIONARIES "python3-grammalecte/usr/lib/python3/dist-packages/grammalecte/graphspell/"
#define FREQUENCIES "onboard-data/usr/share/onboard/models/fr_FR.lm"
#define ENGLISH "dict-freedict-fra-eng/usr/share/dictd/freedict-fra-eng"
#define LITTRE "stardict-xmlittre/usr/share/stardict/dic/XMLittre"

enum { SHORTEST = 2 };

// Sets of words that steer the recipe.
struct french {
    struct build_context *b;
    struct source_sink sink;           // of the build context
    struct lexicon_builder *listed;    // headwords of Littré and of our list
    struct lexicon_builder *units;     // with a prefix, of our list
    struct lexicon_builder *marked;    // slang and the like, by a label or the thesaurus
    struct lexicon_builder *unmarked;  // has a sense without such a label
    struct lexicon_builder *dropped;   // no words: their forms are left out, too
    struct lexicon_builder *described; // has a definition
    struct lexicon_builder *likened;   // has synonyms
};

static bool fold(const struct french *f, struct text spelling, struct word *w)
{
    return alphabet_fold(&f->b->alphabet, spelling, w, NULL);
}

static bool add(const struct french *f, struct lexicon_builder *set, struct text spelling)
{
    struct word w;
    return !fold(f, spelling, &w) || lexicon_builder_add(set, &w, 0, 0, f->b->why);
}

static bool take_listed(void *context, const struct source_entry *e)
{
    struct french *f = context;
    return add(f, f->listed, e->spelling);
}

static bool take_marked(void *context, const struct source_entry *e)
{
    struct french *f = context;
    return add(f, f->marked, e->spelling);
}

static bool take_dropped(void *context, const struct source_entry *e)
{
    struct french *f = context;
    return add(f, f->dropped, e->spelling);
}

static bool take_unit_name(void *context, const struct source_entry *e)
{
    struct french *f = context;
    return add(f, f->units, e->spelling);
}

// What WikDict's labels say of a word.
static bool take_labels(void *context, const struct source_entry *e)
{
    struct french *f = context;
    bool marked = french_is_marked(e->definition);
    return e->definition.len == 0 || add(f, marked ? f->marked : f->unmarked, e->spelling);
}

static bool is_never(struct text gloss)
{
    (void)gloss;
    return false;
}

static bool read_wikdict(struct french *f, const struct freedict_language *language,
                         const struct source_sink *sink)
{
    static const char *const targets[] = {"deu", "spa", "ita", "por", "swe", "pol",
                                          "bul", "fin", "jpn", "ell", "lat", "lit"};
    char path[160];
    bool ok = true;
    for (size_t i = 0; i < sizeof targets / sizeof *targets && ok; i++) {
        struct buf dict = {0};
        struct file_map index = {0};
        int n = snprintf(path, sizeof path, "dict-freedict-fra-%s/usr/share/dictd/freedict-fra-%s",
                         targets[i], targets[i]);
        snprintf(path + n, sizeof path - (size_t)n, ".dict.dz");
        ok = build_context_unpack(f->b, path, &dict);
        snprintf(path + n, sizeof path - (size_t)n, ".index");
        ok = ok && build_context_file(f->b, path, &index) &&
             freedict_read(buf_text(&dict), index.content, language, sink, f->b->why);
        buf_release(&dict);
        file_unmap(&index);
    }
    return ok;
}

static bool read_littre(struct french *f, bool texts, const struct source_sink *sink)
{
    struct file_map index;
    struct buf dict = {0};
    if (!build_context_file(f->b, LITTRE ".idx", &index))
        return false;
    bool ok = (!texts || build_context_unpack(f->b, LITTRE ".dict.dz", &dict)) &&
              littre_read(index.content, buf_text(&dict), sink, f->b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

static bool read_thesaurus(struct french *f, const struct source_sink *sink,
                           const struct source_sink *marked)
{
    struct file_map file;
    if (!build_context_file(f->b, "mythes-fr/usr/share/mythes/thes_fr.dat", &file))
        return false;
    bool ok = mythes_french_read(file.content, sink, marked, f->b->why);
    file_unmap(&file);
    return ok;
}

// A word is dropped by its labels if it has no other sense, neither in WikDict nor in Littré.
static bool drop_marked(struct french *f)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(f->marked, &at, &w);)
        if (!lexicon_builder_has(f->unmarked, &w) && !lexicon_builder_has(f->listed, &w) &&
            !lexicon_builder_add(f->dropped, &w, 0, 0, f->b->why))
            return false;
    return true;
}

static bool read_headwords(struct french *f)
{
    struct freedict_language language = freedict_french;
    const struct source_sink listed = {take_listed, f}, labels = {take_labels, f};
    const struct source_sink marked = {take_marked, f}, dropped = {take_dropped, f};
    const struct source_sink units = {take_unit_name, f};
    language.is_unwanted = is_never; // abbreviations are what we look for
    return read_littre(f, false, &listed) && read_own(f->b, "lexicons/fr-keep.txt", &listed) &&
           read_wikdict(f, &language, &labels) && read_thesaurus(f, NULL, &marked) &&
           drop_marked(f) && read_own(f->b, "lexicons/fr-drop.txt", &dropped) &&
           read_own(f->b, "lexicons/fr-units.txt", &units);
}

static bool is_dropped(const struct french *f, const struct source_entry *e, struct word *lemma)
{
    return !fold(f, e->lemma.len ? e->lemma : e->spelling, lemma) ||
           lexicon_builder_has(f->dropped, lemma);
}

static bool take_word(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    struct word lemma;
    return is_dropped(f, e, &lemma) || f->sink.take(f->sink.context, e);
}

// Grammalecte makes units up (yottaohm). Our list has those that are words.
static bool take_unit(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    struct word lemma;
    return is_dropped(f, e, &lemma) || !lexicon_builder_has(f->units, &lemma) ||
           f->sink.take(f->sink.context, e);
}

// The list has the singular in the place of a definition: yeux, œil.
static bool take_plural(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    struct lexicon_builder *lexicon = f->b->lexicon;
    struct word plural, singular;
    if (!fold(f, e->spelling, &plural) || !fold(f, e->definition, &singular) ||
        !lexicon_builder_has(lexicon, &plural))
        return true;
    return lexicon_builder_remove_classes(lexicon, &plural, CLASS_NOUN, f->b->why) &&
           lexicon_builder_lemma(lexicon, &plural, &singular, CLASS_NOUN, f->b->why);
}

static bool read_words(struct french *f)
{
    const struct source_sink words = {take_word, f}, units = {take_unit, f};
    const struct source_sink plurals = {take_plural, f};
    struct file_map json;
    f->b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_LEMMAS;
    f->b->min_length = SHORTEST;
    if (!build_context_file(f->b, DICTIONARIES "_dictionaries/fr-allvars.json", &json))
        return false;
    bool ok = grammalecte_read(json.content, &words, &units, f->b->why);
    file_unmap(&json);
    return ok && read_own(f->b, "lexicons/fr-plurals.txt", &plurals);
}

static bool take_text(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    if (e->definition.len)
        return add(f, f->described, e->spelling) && f->sink.take(f->sink.context, e);
    return e->lemma.len == 0 || f->sink.take(f->sink.context, e);
}

// Is there nothing to read yet about a word that dictionaries list, nor about its lemma?
static bool is_silent(const struct french *f, const struct word *w)
{
    struct word lemma[LEMMAS_MAX];
    bool silent = !lexicon_builder_has(f->described, w) && !lexicon_builder_has(f->likened, w) &&
                  lexicon_builder_classes(f->b->lexicon, w);
    for (unsigned i = lexicon_builder_lemmas(f->b->lexicon, w, lemma); i-- > 0;)
        silent &= !lexicon_builder_has(f->described, &lemma[i]);
    return silent;
}

static bool take_synonyms(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    struct word w;
    if (!fold(f, e->spelling, &w) || lexicon_builder_has(f->described, &w))
        return true;
    // A word may have synonyms in several meanings.
    if (!is_silent(f, &w) && !lexicon_builder_has(f->likened, &w))
        return true;
    return lexicon_builder_add(f->likened, &w, 0, 0, f->b->why) && f->sink.take(f->sink.context, e);
}

static bool take_gloss(void *context, const struct source_entry *e)
{
    const struct french *f = context;
    struct word w;
    struct source_entry gloss = *e;
    gloss.kind = TEXT_GLOSS;
    return !fold(f, e->spelling, &w) || !is_silent(f, &w) || f->sink.take(f->sink.context, &gloss);
}

static bool read_glosses(struct french *f)
{
    const struct source_sink sink = {take_gloss, f};
    struct buf dict = {0};
    struct file_map index = {0};
    bool ok = build_context_unpack(f->b, ENGLISH ".dict.dz", &dict) &&
              build_context_file(f->b, ENGLISH ".index", &index) &&
              bilingual_read(buf_text(&dict), index.content, &sink, f->b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

static bool read_texts(struct french *f)
{
    const struct source_sink texts = {take_text, f}, synonyms = {take_synonyms, f};
    f->b->take = TAKE_TEXTS | TAKE_LEMMAS;
    return read_littre(f, true, &texts) && read_wikdict(f, &freedict_french, &texts) &&
           read_thesaurus(f, &synonyms, NULL) && read_glosses(f);
}

bool recipe_french(struct build_context *b)
{
    struct french f = {.b = b, .sink = build_context_sink(b)};
    struct lexicon_builder **const sets[] = {&f.listed,  &f.units,     &f.marked, &f.unmarked,
                                             &f.dropped, &f.described, &f.likened};
    bool ok = true;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        ok = ok && (*sets[i] = build_context_set(b));
    ok = ok && read_headwords(&f) && read_words(&f) && read_texts(&f) &&
         grade_by_frequency(b, FREQUENCIES, false) && grade_forms(b);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        lexicon_builder_free(*sets[i]);
    return ok;
}
