// English lists of all forms, for the games that take them: `en-international`, `en-american`,
// `en-common`. Dictionaries add classes and texts to them, and hardly a word.
#include "sources/recipes.h"

#include "sources/english/forms.h"
#include "sources/english/lexicon.h"
#include "sources/english/packages.h"

// Words for a 15 by 15 board.
enum { SHORTEST = 2, LONGEST = 15 };

// All words up to this length were read (en-two.txt, en-three-drop.txt, en-three-british.txt), so they
// need no other source.
enum { REVIEWED = 3 };

// SCOWL's lists up to this size are neither British nor American but for their names. The next one,
// 80, has the words of British crosswords.
enum { SHARED_SIZE = 70, LARGEST_SIZE = 80, RAREST_SIZE = 95 };

struct list {
    struct build_context *b;
    unsigned size;                   // SCOWL's lists up to this
    bool american;                   // American spellings only
    bool skip_marked;                // without the international words of our own lists
    bool plurals;                    // add those that SCOWL lacks
    struct lexicon_builder *dropped; // by our own lists
    struct lexicon_builder *rarest;  // words of all of SCOWL, for plurals
    struct lexicon_builder *american_words;
    struct lexicon_builder *kept, *infinitives; // no forms, whatever they look like
    struct lexicon_builder *nouns, *verbs;      // irregular forms
};

static bool open_sets(struct list *l)
{
    return (l->dropped = build_context_set(l->b)) && (l->rarest = build_context_set(l->b)) &&
           (l->american_words = build_context_set(l->b)) && (l->kept = build_context_set(l->b)) &&
           (l->infinitives = build_context_set(l->b)) && (l->nouns = build_context_set(l->b)) &&
           (l->verbs = build_context_set(l->b));
}

static void close_sets(struct list *l)
{
    lexicon_builder_free(l->dropped);
    lexicon_builder_free(l->rarest);
    lexicon_builder_free(l->american_words);
    lexicon_builder_free(l->kept);
    lexicon_builder_free(l->infinitives);
    lexicon_builder_free(l->nouns);
    lexicon_builder_free(l->verbs);
}

// Moby and WordNet are American.
static bool read_american_words(struct list *l)
{
    struct build_context *b = l->b;
    struct source_sink sink = build_context_sink(b);
    b->take = TAKE_WORDS | TAKE_CLASSES;
    b->into = l->american_words;
    return english_read_wordnet(b, &sink) && english_read_moby(b, &sink);
}

static bool is_american(const struct list *l, const struct word *w)
{
    return lexicon_builder_has(l->american_words, w) || lexicon_builder_has(l->b->lexicon, w);
}

// The word, or one that it is inflected from or made from by -ly or -ness, is in an American source
// or in the smaller lists.
static bool is_confirmed(const struct list *l, const struct word *w, unsigned depth)
{
    static const unsigned classes[] = {CLASS_NOUN, CLASS_VERB, CLASS_ADJECTIVE};
    struct word stem[ENGLISH_STEMS_MAX];
    if (is_american(l, w))
        return true;
    if (depth == 0)
        return false;
    if (english_root(w, stem) && is_confirmed(l, stem, depth - 1))
        return true;
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        unsigned count = english_stems(w, classes[i], stem);
        for (unsigned k = 0; k < count; k++)
            if (is_confirmed(l, &stem[k], depth - 1))
                return true;
    }
    return false;
}

static bool take_american(void *context, const struct source_entry *e)
{
    const struct list *l = context;
    struct source_sink sink = build_context_sink(l->b);
    struct word w;
    if (!alphabet_fold(&l->b->alphabet, e->spelling, &w, NULL))
        return true;
    return (w.len > REVIEWED && !is_confirmed(l, &w, 2)) || sink.take(sink.context, e);
}

static bool read_scowl(struct list *l)
{
    struct source_sink sink = build_context_sink(l->b), checked = {take_american, l};
    struct scowl_choice shared = {
        .max_size = l->american ? SHARED_SIZE : l->size, .words = true, .american = l->american};
    struct scowl_choice rest = {
        .min_size = SHARED_SIZE + 1, .max_size = l->size, .words = true, .american = true};
    return english_read_scowl(l->b, &shared, &sink) &&
           (!l->american || english_read_scowl(l->b, &rest, &checked));
}

static bool read_own_lists(struct list *l)
{
    static const char *const lists[] = {"lexicons/en-two.txt", "lexicons/en-three-add.txt",
                                        "lexicons/en-clipped.txt"};
    struct source_sink sink = build_context_sink(l->b);
    bool ok = true;
    l->b->into = l->dropped;
    l->b->take = TAKE_WORDS;
    ok = english_read_own(l->b, "lexicons/en-three-drop.txt", false, &sink) &&
         (!l->american || english_read_own(l->b, "lexicons/en-three-british.txt", false, &sink));
    l->b->into = l->b->lexicon;
    l->b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && ok; i++)
        ok = english_read_own(l->b, lists[i], l->skip_marked, &sink);
    return ok;
}

// Our own lists stand in for SCOWL's two-letter words and mend its three-letter ones.
static bool read_forms(struct list *l)
{
    struct build_context *b = l->b;
    if (!read_own_lists(l) || (l->american && !read_american_words(l)))
        return false;
    b->into = b->lexicon;
    b->take = TAKE_WORDS | TAKE_TIERS;
    b->min_length = SHORTEST + 1;
    b->max_length = LONGEST;
    b->without = l->dropped;
    bool ok = read_scowl(l);
    b->without = NULL;
    b->min_length = SHORTEST;
    return ok;
}

// SCOWL's lists up to 80 lack the forms in -s of many of their words. Its largest list has most of those that
// are used, among much else.
static bool add_plurals(struct list *l)
{
    struct scowl_choice all = {.max_size = RAREST_SIZE, .words = true, .american = l->american};
    struct build_context *b = l->b;
    struct source_sink sink = build_context_sink(b);
    b->into = l->rarest;
    b->take = TAKE_WORDS;
    bool ok = english_read_scowl(b, &all, &sink);
    b->into = b->lexicon;
    return ok && english_add_plurals(b, l->rarest, LONGEST);
}

// A comparative: "offer off" is no reason to look up OFF for the noun and verb OFFER.
static bool take_comparative(void *context, const struct source_entry *e)
{
    struct build_context *b = context;
    struct source_sink sink = build_context_sink(b);
    struct word w;
    if (!alphabet_fold(&b->alphabet, e->spelling, &w, NULL))
        return true;
    unsigned own = lexicon_builder_classes(b->lexicon, &w);
    return (own && !(own & (CLASS_ADJECTIVE | CLASS_ADVERB))) || sink.take(sink.context, e);
}

static bool read_irregular(struct list *l)
{
    struct build_context *b = l->b;
    struct source_sink sink = build_context_sink(b), comparative = {take_comparative, b};
    b->take = TAKE_WORDS | TAKE_LEMMAS;
    b->into = l->nouns;
    bool ok = english_read_irregular(b, CLASS_NOUN, &sink);
    b->into = l->verbs;
    ok = ok && english_read_irregular(b, CLASS_VERB, &sink);
    b->into = b->lexicon;
    b->take = TAKE_LEMMAS;
    return ok && english_read_irregular(b, CLASS_ADJECTIVE, &comparative) &&
           english_read_irregular(b, CLASS_ADVERB, &comparative);
}

// All forms lead to their lemmas, and only base forms have classes, as in a dictionary.
static bool link_forms(struct list *l)
{
    struct build_context *b = l->b;
    struct source_sink sink = build_context_sink(b);
    const struct english_evidence evidence = {l->nouns, l->verbs, l->infinitives, l->kept};
    b->into = l->kept;
    b->take = TAKE_WORDS;
    bool ok = english_read_own(b, "lexicons/en-keep.txt", false, &sink);
    b->into = b->lexicon;
    return ok && read_irregular(l) && english_link_forms(b, &evidence) &&
           english_base_forms(b, &evidence);
}

static bool make_list(struct list *l)
{
    struct build_context *b = l->b;
    struct source_sink sink = build_context_sink(b);
    // What SCOWL calls an abbreviation (app, psi) may be a word of our own lists, and then it says how
    // familiar that is.
    struct scowl_choice graded = {
        .max_size = l->size, .words = true, .abbreviations = true, .american = l->american};
    if (!read_forms(l))
        return false;
    b->take = TAKE_TIERS;
    if (!english_read_scowl(b, &graded, &sink))
        return false;
    b->take = TAKE_CLASSES | TAKE_TEXTS;
    return english_read_own(b, "lexicons/en-plural.txt", false, &sink) &&
           english_read_wordnet(b, &sink) && english_note_verbs(b, l->infinitives) &&
           english_read_wikdict(b) && english_read_gcide(b, &sink) &&
           (!l->plurals || add_plurals(l)) && link_forms(l);
}

static bool recipe_list(struct list *l)
{
    bool ok = open_sets(l) && make_list(l);
    close_sets(l);
    return ok;
}

bool recipe_english_international(struct build_context *b)
{
    return recipe_list(&(struct list){.b = b, .size = LARGEST_SIZE, .plurals = true});
}

bool recipe_english_american(struct build_context *b)
{
    return recipe_list(&(struct list){
        .b = b, .size = LARGEST_SIZE, .american = true, .skip_marked = true, .plurals = true});
}

bool recipe_english_common(struct build_context *b)
{
    return recipe_list(&(struct list){.b = b, .size = SHARED_SIZE, .skip_marked = true});
}
