// English dictionaries, with classes and definitions, for Balda: `en`, `en-large`, `en-huge`. The lists
// of all forms are in recipes_lists.c.
#include "sources/recipes.h"

#include "sources/english/forms.h"
#include "sources/english/gcide.h"
#include "sources/english/lexicon.h"
#include "sources/english/packages.h"

#include <string.h>

// SCOWL's lists up to the first of these sizes have words of today's dictionaries. The largest has all that
// any list has.
enum { CURRENT_SIZE = 80, RAREST_SIZE = 95 };

// Data for making a dictionary, besides its words.
struct dictionary {
    struct build_context *b;
    bool gcide, moby;
    struct lexicon_builder *nouns, *verbs; // irregular forms
    struct lexicon_builder *kept;          // reviewed: base forms, and no abbreviations
    struct lexicon_builder *unwanted;      // abbreviations, misspellings, names
    struct lexicon_builder *infinitives;
    struct lexicon_builder *obsolete;  // words that only have obsolete senses
    struct lexicon_builder *dated;     // words that only have obsolete, archaic or rare senses
    struct lexicon_builder *names;     // words that other sources only write with a capital
    struct lexicon_builder *current;   // words of SCOWL's lists up to 80
    struct lexicon_builder *confirmed; // words that SCOWL has, to check Moby's with
    struct lexicon_builder *bare;      // words of Moby's alone: without a definition
};

static bool open_sets(struct dictionary *d)
{
    struct lexicon_builder **const sets[] = {
        &d->nouns, &d->verbs, &d->kept,    &d->unwanted,  &d->infinitives, &d->obsolete,
        &d->dated, &d->names, &d->current, &d->confirmed, &d->bare};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!(*sets[i] = build_context_set(d->b)))
            return false;
    return true;
}

static void close_sets(struct dictionary *d)
{
    lexicon_builder_free(d->nouns);
    lexicon_builder_free(d->verbs);
    lexicon_builder_free(d->kept);
    lexicon_builder_free(d->unwanted);
    lexicon_builder_free(d->infinitives);
    lexicon_builder_free(d->obsolete);
    lexicon_builder_free(d->dated);
    lexicon_builder_free(d->names);
    lexicon_builder_free(d->current);
    lexicon_builder_free(d->confirmed);
    lexicon_builder_free(d->bare);
}

// Takes words out of a set.
struct removal {
    const struct alphabet *alphabet;
    struct lexicon_builder *from;
};

static bool take_out(void *context, const struct source_entry *e)
{
    const struct removal *r = context;
    struct word w;
    if (alphabet_fold(r->alphabet, e->spelling, &w, NULL))
        lexicon_builder_remove(r->from, &w);
    return true;
}

// What SCOWL has only among its abbreviations is one (mm, min, dec), unless a list of ours knows it as
// a word. R-BALDA-32
static bool read_unwanted(struct dictionary *d)
{
    static const struct scowl_choice abbreviations = {.max_size = RAREST_SIZE,
                                                      .abbreviations = true};
    static const struct scowl_choice words = {.max_size = 80, .words = true};
    struct build_context *b = d->b;
    struct removal removal = {&b->alphabet, d->unwanted};
    struct source_sink put_in = build_context_sink(b), out = {take_out, &removal};
    b->into = d->unwanted;
    b->take = TAKE_WORDS;
    return english_read_scowl(b, &abbreviations, &put_in) && english_read_scowl(b, &words, &out) &&
           english_read_own(b, "lexicons/en-keep.txt", false, &out) &&
           english_read_own(b, "lexicons/en-three-add.txt", false, &out) &&
           english_read_own(b, "lexicons/en-clipped.txt", false, &out) &&
           english_read_own(b, "lexicons/en-drop.txt", false, &put_in);
}

static bool read_evidence(struct dictionary *d)
{
    struct build_context *b = d->b;
    struct source_sink sink = build_context_sink(b);
    b->take = TAKE_WORDS | TAKE_LEMMAS;
    b->into = d->nouns;
    bool ok = english_read_irregular(b, CLASS_NOUN, &sink);
    b->into = d->verbs;
    ok = ok && english_read_irregular(b, CLASS_VERB, &sink);
    b->into = d->kept;
    ok = ok && english_read_own(b, "lexicons/en-keep.txt", false, &sink) && read_unwanted(d);
    b->into = b->lexicon;
    b->without = d->unwanted;
    return ok;
}

// Words that SCOWL only writes with a capital.
static bool read_capitals(struct dictionary *d, struct lexicon_builder *capitals)
{
    static const struct scowl_choice names = {.max_size = RAREST_SIZE, .names = true};
    static const struct scowl_choice words = {.max_size = RAREST_SIZE, .words = true};
    struct build_context *b = d->b;
    struct removal removal = {&b->alphabet, capitals};
    struct source_sink put_in = build_context_sink(b), out = {take_out, &removal};
    struct word w;
    b->into = capitals;
    bool ok = english_read_scowl(b, &names, &put_in) && english_read_scowl(b, &words, &out);
    for (uint32_t at = 0; ok && lexicon_builder_next(capitals, &at, &w);)
        ok = lexicon_builder_add(d->names, &w, 0, 0, b->why);
    return ok;
}

// GCIDE's own prose does not tell all names. WordNet and Moby know most of them, unless Moby or SCOWL's
// lists up to 80 write them small as well. The largest list of SCOWL writes many names small, so it
// only vouches against its own lists of names.
static bool read_names(struct dictionary *d)
{
    static const struct scowl_choice words = {.max_size = CURRENT_SIZE, .words = true};
    struct build_context *b = d->b;
    struct removal removal = {&b->alphabet, d->names};
    struct source_sink put_in = build_context_sink(b), out = {take_out, &removal};
    struct lexicon_builder *capitals = build_context_set(b);
    b->into = d->names;
    b->take = TAKE_WORDS;
    bool ok = capitals && english_read_names(b, &put_in) && english_read_moby(b, &out) &&
              english_read_scowl(b, &words, &out) && read_capitals(d, capitals);
    lexicon_builder_free(capitals);
    b->into = b->lexicon;
    return ok;
}

// A word stays in the set as long as all that was said of it is so. It has no words of
// other sources.
static bool note_dated(struct dictionary *d, struct lexicon_builder *set, const struct word *w,
                       bool is_so)
{
    if (!is_so)
        lexicon_builder_remove(set, w);
    return !is_so || lexicon_builder_has(d->b->lexicon, w) ||
           lexicon_builder_add(set, w, 0, 0, d->b->why);
}

static bool take_dated(void *context, const struct source_entry *e)
{
    struct dictionary *d = context;
    struct source_sink sink = build_context_sink(d->b);
    struct word w;
    if (!alphabet_fold(&d->b->alphabet, e->spelling, &w, NULL) ||
        (lexicon_builder_has(d->names, &w) && !lexicon_builder_has(d->b->lexicon, &w)))
        return true;
    bool old = e->marks & MARK_OBSOLETE;
    return note_dated(d, d->obsolete, &w, old) &&
           note_dated(d, d->dated, &w, old || gcide_is_rare(e->definition)) &&
           sink.take(sink.context, e);
}

// Marks the words of the set, but for those of SCOWL's lists up to a size: they are in use, whatever a
// dictionary of 1913 says.
static bool mark_set(struct dictionary *d, struct lexicon_builder *set, unsigned in_use)
{
    const struct scowl_choice choice = {.max_size = in_use, .words = true};
    struct removal removal = {&d->b->alphabet, set};
    struct source_sink out = {take_out, &removal};
    struct word w;
    if (!english_read_scowl(d->b, &choice, &out))
        return false;
    for (uint32_t at = 0; lexicon_builder_next(set, &at, &w);)
        if (!lexicon_builder_mark(d->b->lexicon, &w, MARK_OBSOLETE, d->b->why))
            return false;
    return true;
}

// SCOWL's list of size 80 has the words of today's large dictionaries, obsolete ones as well. It tells
// what is still rare from what is gone.
static bool mark_obsolete(struct dictionary *d)
{
    return mark_set(d, d->obsolete, 70) && mark_set(d, d->dated, 80);
}

static bool is_known(const struct dictionary *d, const struct word *w)
{
    return lexicon_builder_has(d->current, w) ||
           (lexicon_builder_has(d->b->lexicon, w) && !lexicon_builder_has(d->bare, w));
}

// Moby makes words at will with such prefixes, and its words are in SCOWL's largest list.
static bool is_made_up(const struct dictionary *d, const struct word *w)
{
    static const char *const always[] = {"non",   "over",  "pseudo", "semi", "super",
                                         "hyper", "inter", "under",  "anti", "quasi"};
    static const char *const before_words[] = {"un",  "pre", "post",  "sub",     "re",
                                               "out", "mis", "dis",   "counter", "pro",
                                               "co",  "de",  "multi", "trans"};
    struct word rest;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (english_without_prefix(w, always[i], &rest))
            return true;
    for (size_t i = 0; i < sizeof before_words / sizeof *before_words; i++)
        if (english_without_prefix(w, before_words[i], &rest) && rest.len > 2 &&
            lexicon_builder_has(d->confirmed, &rest))
            return true;
    return english_root(w, &rest) && lexicon_builder_has(d->confirmed, &rest);
}

// Moby has lost accented letters (msalliance) and doubled others at the end of a line (forbborne).
static bool is_misprint(const struct dictionary *d, const struct word *w)
{
    static const char vowels[] = "eao";
    for (unsigned at = 0; at <= w->len && w->len < WORD_MAX; at++) {
        struct word longer = *w;
        memmove(longer.letter + at + 1, w->letter + at, w->len - at);
        longer.len++;
        for (const char *v = vowels; *v; v++) {
            longer.letter[at] = (uint8_t)(*v - 'a' + 1);
            if (is_known(d, &longer))
                return true;
        }
    }
    for (unsigned at = 1; at < w->len; at++) {
        struct word shorter = *w;
        if (w->letter[at] != w->letter[at - 1])
            continue;
        memmove(shorter.letter + at, w->letter + at + 1, w->len - at - 1u);
        shorter.len--;
        if (is_known(d, &shorter))
            return true;
    }
    return false;
}

// SCOWL's largest list has Moby's words without any other support. Short ones are abbreviations.
static bool is_sound(const struct dictionary *d, const struct word *w)
{
    enum { ABBREVIATION = 5 };
    return lexicon_builder_has(d->current, w) ||
           (lexicon_builder_has(d->confirmed, w) && w->len > ABBREVIATION &&
            !lexicon_builder_has(d->names, w) && !is_made_up(d, w) && !is_misprint(d, w));
}

static bool take_confirmed(void *context, const struct source_entry *e)
{
    struct dictionary *d = context;
    struct source_sink sink = build_context_sink(d->b);
    struct word w;
    bool wanted = alphabet_fold(&d->b->alphabet, e->spelling, &w, NULL) &&
                  (lexicon_builder_has(d->bare, &w) ||
                   (!lexicon_builder_has(d->b->lexicon, &w) && is_sound(d, &w)));
    return !wanted ||
           (lexicon_builder_add(d->bare, &w, 0, 0, d->b->why) && sink.take(sink.context, e));
}

// Moby has classes but no definitions, and some of its words are in no other list; SCOWL's largest
// lists tell those.
static bool read_confirmed_moby(struct dictionary *d)
{
    static const struct scowl_choice all = {.max_size = RAREST_SIZE, .words = true};
    static const struct scowl_choice current = {.max_size = CURRENT_SIZE, .words = true};
    struct source_sink sink = build_context_sink(d->b), confirmed = {take_confirmed, d};
    d->b->into = d->confirmed;
    d->b->take = TAKE_WORDS;
    bool ok = english_read_scowl(d->b, &all, &sink);
    d->b->into = d->current;
    ok = ok && english_read_scowl(d->b, &current, &sink);
    d->b->into = d->b->lexicon;
    d->b->take = TAKE_WORDS | TAKE_CLASSES;
    return ok && english_read_moby(d->b, &confirmed);
}

static bool is_comparative(const struct lexicon_builder *lexicon, const struct word *w)
{
    struct word stem[ENGLISH_STEMS_MAX];
    unsigned count = english_stems(w, CLASS_ADJECTIVE, stem);
    for (unsigned i = 0; i < count; i++)
        if (lexicon_builder_classes(lexicon, &stem[i]) & CLASS_ADJECTIVE)
            return true;
    return false;
}

// Moby calls CRYSTALLING a verb. It is a form, even if CRYSTAL is only a noun.
static bool is_participle(const struct lexicon_builder *lexicon, const struct word *w)
{
    struct word stem[ENGLISH_STEMS_MAX];
    unsigned count = english_stems(w, CLASS_VERB, stem);
    for (unsigned i = 0; i < count; i++)
        if (lexicon_builder_classes(lexicon, &stem[i]))
            return true;
    return false;
}

// A form that has neither class nor text of its own is of no use in a dictionary.
static void drop_bare_forms(struct dictionary *d)
{
    struct lexicon_builder *lexicon = d->b->lexicon;
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(d->bare, &at, &w);) {
        unsigned classes = lexicon_builder_classes(lexicon, &w);
        if (!classes || (classes == CLASS_ADJECTIVE && is_comparative(lexicon, &w)) ||
            (classes == CLASS_VERB && is_participle(lexicon, &w)))
            lexicon_builder_remove(lexicon, &w);
    }
}

static bool read_words(struct dictionary *d)
{
    struct build_context *b = d->b;
    struct source_sink sink = build_context_sink(b), dated = {take_dated, d};
    b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
    return english_read_own(b, "lexicons/en-plural.txt", false, &sink) &&
           english_read_wordnet(b, &sink) && english_note_verbs(b, d->infinitives) &&
           english_read_wikdict(b) && (!d->gcide || english_read_gcide(b, &dated));
}

static bool make_dictionary(struct dictionary *d)
{
    static const struct scowl_choice graded = {
        .max_size = 80, .words = true, .abbreviations = true};
    struct build_context *b = d->b;
    struct source_sink sink = build_context_sink(b);
    const struct english_evidence evidence = {d->nouns, d->verbs, d->infinitives, d->kept};
    if (!read_evidence(d) || (d->gcide && !read_names(d)) || !read_words(d))
        return false;
    if ((d->moby && !read_confirmed_moby(d)) || !english_base_forms(b, &evidence))
        return false;
    drop_bare_forms(d);
    b->take = TAKE_TIERS;
    return english_read_scowl(b, &graded, &sink) && (!d->gcide || mark_obsolete(d));
}

static bool recipe_dictionary(struct build_context *b, bool gcide, bool moby)
{
    struct dictionary d = {.b = b, .gcide = gcide, .moby = moby};
    bool ok = open_sets(&d) && make_dictionary(&d);
    b->into = b->lexicon;
    b->without = NULL;
    close_sets(&d);
    return ok;
}

bool recipe_english(struct build_context *b)
{
    return recipe_dictionary(b, false, false);
}

bool recipe_english_large(struct build_context *b)
{
    return recipe_dictionary(b, true, false);
}

bool recipe_english_huge(struct build_context *b)
{
    return recipe_dictionary(b, true, true);
}
