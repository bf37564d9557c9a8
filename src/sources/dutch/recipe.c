// Dutch: OpenTaal's list; classes from Frog and WikDict, lemmas from Frog's lemmatizer, texts from
// WikDict and an English dictionary.
#include "sources/recipes.h"

#include "sources/dutch/frog.h"
#include "sources/dutch/mblem.h"
#include "sources/english/scowl.h"
#include "sources/fallback.h"
#include "sources/readers/bilingual.h"
#include "sources/readers/frequency.h"
#include "sources/readers/wordlist.h"

#include <stdio.h>

// The lists are for games in which a word has at least two letters.
enum { SHORTEST = 2, ENGLISH_SIZE = 70 };

#define FROG "frogdata/usr/share/frog/nld/"

struct dutch {
    struct build_context *b;
    struct mblem mblem;
    struct fallback fallback;
    struct wikdict wikdict;
    struct lexicon_builder *dropped, *attested, *english;
    struct frequency frequency, corpus;
    struct buf gloss;
};

static bool read_list(struct build_context *b, const struct source_sink *sink)
{
    static const struct wordlist_options options = {.skip_capitals = true, .skip_joined = true};
    struct file_map list;
    if (!build_context_file(b, "wdutch/usr/share/dict/dutch", &list))
        return false;
    bool ok = wordlist_read(list.content, &options, sink, NULL, NULL, b->why);
    file_unmap(&list);
    return ok;
}

static bool read_words(struct dutch *d)
{
    struct build_context *b = d->b;
    struct source_sink sink = build_context_sink(b);
    b->into = d->dropped;
    b->take = TAKE_WORDS;
    b->min_length = SHORTEST;
    bool ok = read_own(b, "lexicons/nl-drop.txt", &sink);
    b->into = b->lexicon;
    b->without = d->dropped;
    ok = ok && read_list(b, &sink);
    b->without = NULL;
    return ok;
}

// A word that the tagger was trained with: its classes and how often it was there.
static bool take_attested(void *context, const struct source_entry *e)
{
    struct dutch *d = context;
    struct source_sink sink = build_context_sink(d->b);
    struct word w;
    return frequency_take(&d->corpus, e) &&
           (!alphabet_fold(&d->b->alphabet, e->spelling, &w, NULL) ||
            lexicon_builder_add(d->attested, &w, 0, 0, d->b->why)) &&
           sink.take(sink.context, e);
}

static bool read_frog(struct dutch *d)
{
    struct file_map lex;
    d->b->take = TAKE_CLASSES;
    if (!build_context_file(d->b, FROG "Frog.mbt.1.0.lex", &lex))
        return false;
    bool ok = frog_read(lex.content, &(struct source_sink){take_attested, d}, d->b->why);
    file_unmap(&lex);
    return ok;
}

// A reading of a word of the list. Its lemma must be a word, too; its class is a guess that only counts
// where the tagger does not know better.
static bool take_reading(void *context, const struct source_entry *e)
{
    struct dutch *d = context;
    struct build_context *b = d->b;
    struct word w, lemma;
    if (!alphabet_fold(&b->alphabet, e->spelling, &w, NULL) || !lexicon_builder_has(b->lexicon, &w))
        return true;
    if (e->lemma.len)
        return !alphabet_fold(&b->alphabet, e->lemma, &lemma, NULL) ||
               !lexicon_builder_has(b->lexicon, &lemma) ||
               lexicon_builder_lemma(b->lexicon, &w, &lemma, 0, b->why);
    return lexicon_builder_has(d->attested, &w) ||
           lexicon_builder_add(b->lexicon, &w, e->classes, 0, b->why);
}

static bool analyse(void *context, const struct source_entry *e)
{
    struct dutch *d = context;
    return mblem_read(&d->mblem, e->spelling, &(struct source_sink){take_reading, d}, d->b->why);
}

static bool read_lemmas(struct dutch *d)
{
    struct file_map tree;
    if (!build_context_file(d->b, FROG "mblem.tree", &tree))
        return false;
    bool ok = mblem_open(&d->mblem, tree.content, d->b->why) &&
              read_list(d->b, &(struct source_sink){analyse, d});
    mblem_close(&d->mblem);
    file_unmap(&tree);
    return ok;
}

// English words, to tell translations from phrases that have lost their spaces ("takeaction").
static bool read_english(struct dutch *d)
{
    static const unsigned sizes[] = {10, 20, 35, 40, 50, 55, 60, 70};
    static const char *const spellings[] = {"english", "american", "british"};
    struct build_context *b = d->b;
    struct source_sink sink = build_context_sink(b);
    bool ok = true;
    b->into = d->english;
    b->take = TAKE_WORDS;
    for (size_t i = 0; ok && i < sizeof sizes / sizeof *sizes * 3; i++) {
        char path[100];
        struct file_map list;
        snprintf(path, sizeof path, "scowl/usr/share/dict/scowl/%s-words.%u", spellings[i % 3],
                 sizes[i / 3]);
        ok = build_context_file(b, path, &list);
        if (ok) {
            ok = scowl_read(list.content, sizes[i / 3], &sink, b->why);
            file_unmap(&list);
        }
    }
    b->into = b->lexicon;
    return ok;
}

static bool is_english(const struct dutch *d, struct text piece)
{
    struct word w;
    return alphabet_fold(&d->b->alphabet, piece, &w, NULL) && lexicon_builder_has(d->english, &w);
}

static bool take_gloss(void *context, const struct source_entry *e)
{
    struct dutch *d = context;
    struct source_sink sink = fallback_sink(&d->fallback);
    struct source_entry kept = *e;
    struct text rest = e->definition;
    buf_clear(&d->gloss);
    while (rest.len) {
        struct text piece = text_trim(text_cut(&rest, ','));
        if (!is_english(d, piece))
            continue;
        if (d->gloss.len)
            buf_add_string(&d->gloss, ", ");
        buf_add_text(&d->gloss, piece);
    }
    if (!buf_ok(&d->gloss))
        return refuse(d->b->why, MSG_OUT_OF_MEMORY, "%s", "");
    kept.definition = buf_text(&d->gloss);
    return kept.definition.len == 0 || sink.take(sink.context, &kept);
}

static bool read_glosses(struct dutch *d)
{
    struct build_context *b = d->b;
    struct buf dict = {0};
    struct file_map index = {0};
    bool ok = build_context_unpack(
                  b, "dict-freedict-nld-eng/usr/share/dictd/freedict-nld-eng.dict.dz", &dict) &&
              build_context_file(b, "dict-freedict-nld-eng/usr/share/dictd/freedict-nld-eng.index",
                                 &index) &&
              bilingual_read(buf_text(&dict), index.content, &(struct source_sink){take_gloss, d},
                             b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

// Is the word a plural? WikDict calls it a noun like its singular.
static bool is_plural(const struct dutch *d, const struct word *w, struct text spelling)
{
    struct word lemma[LEMMAS_MAX];
    if (lexicon_builder_classes(d->b->lexicon, w) & CLASS_NOUN ||
        !(text_ends(spelling, "en") || text_ends(spelling, "s")))
        return false;
    unsigned lemmas = lexicon_builder_lemmas(d->b->lexicon, w, lemma);
    for (unsigned i = 0; i < lemmas; i++)
        if (lexicon_builder_classes(d->b->lexicon, &lemma[i]) & CLASS_NOUN)
            return true;
    return false;
}

static bool take_headword(void *context, const struct source_entry *e)
{
    struct dutch *d = context;
    struct source_sink sink = fallback_sink(&d->fallback);
    struct source_entry kept = *e;
    struct word w;
    if (alphabet_fold(&d->b->alphabet, e->spelling, &w, NULL) && is_plural(d, &w, e->spelling))
        kept.classes &= ~(unsigned)CLASS_NOUN;
    return sink.take(sink.context, &kept);
}

static bool read_texts(struct dutch *d)
{
    struct source_sink sink = {take_headword, d};
    if (!read_english(d))
        return false;
    d->b->take = TAKE_CLASSES | TAKE_TEXTS;
    return wikdict_read(d->b, &d->wikdict, &sink) && fallback_next(&d->fallback) && read_glosses(d);
}

// By the frequency in Wikipedia and in Frog's corpus.
static bool grade(struct dutch *d)
{
    struct file_map model;
    struct word w;
    if (!build_context_file(d->b, "onboard-data/usr/share/onboard/models/nl_NL.lm", &model))
        return false;
    bool ok = frequency_read(model.content, false,
                             &(struct source_sink){frequency_take, &d->frequency}, d->b->why);
    file_unmap(&model);
    if (ok && !frequency_blend(&d->frequency, &d->corpus))
        ok = refuse(d->b->why, MSG_OUT_OF_MEMORY, "%s", "");
    for (uint32_t at = 0; ok && lexicon_builder_next(d->b->lexicon, &at, &w);)
        ok =
            lexicon_builder_add(d->b->lexicon, &w, 0, frequency_tier(&d->frequency, &w), d->b->why);
    return ok && grade_by_dictionaries(d->b, &d->wikdict) && grade_forms(d->b);
}

bool recipe_dutch(struct build_context *b)
{
    struct dutch d = {.b = b,
                      .frequency = {.alphabet = &b->alphabet},
                      .corpus = {.alphabet = &b->alphabet},
                      .wikdict = {&freedict_dutch,
                                  {"nld-swe", "nld-pol", "nld-fin", "nld-spa", "nld-por", "nld-bul",
                                   "nld-ell", "nld-ind", "nld-lat", "nld-lit"},
                                  {0}}};
    d.dropped = build_context_set(b);
    d.attested = d.dropped ? build_context_set(b) : NULL;
    d.english = d.attested ? build_context_set(b) : NULL;
    bool ok = d.english && fallback_open(&d.fallback, b) && read_words(&d) && read_frog(&d) &&
              read_lemmas(&d) && read_texts(&d) && grade(&d);
    fallback_close(&d.fallback);
    wikdict_release(&d.wikdict);
    lexicon_builder_free(d.dropped);
    lexicon_builder_free(d.attested);
    lexicon_builder_free(d.english);
    frequency_release(&d.frequency);
    frequency_release(&d.corpus);
    buf_release(&d.gloss);
    return ok;
}
