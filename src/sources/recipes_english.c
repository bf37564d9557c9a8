// English: `en` and `en-large` are dictionaries with classes and definitions, for Balda; the others
// are lists of all forms, for the games that take them, with the definitions that there are.
#include "sources/recipes.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/readers/freedict.h"
#include "sources/readers/gcide.h"
#include "sources/readers/scowl.h"
#include "sources/readers/wordlist.h"
#include "sources/readers/wordnet.h"

#include <limits.h>
#include <stdio.h>

static bool read_wordnet(struct build_context *b)
{
    static const struct {
        const char *path;
        unsigned word_class;
    } files[] = {
        {"wordnet-base/usr/share/wordnet/data.noun", CLASS_NOUN},
        {"wordnet-base/usr/share/wordnet/data.verb", CLASS_VERB},
        {"wordnet-base/usr/share/wordnet/data.adj", CLASS_ADJECTIVE},
        {"wordnet-base/usr/share/wordnet/data.adv", CLASS_ADVERB},
    };
    struct source_sink sink = build_context_sink(b);
    bool ok = true;
    for (size_t i = 0; i < sizeof files / sizeof *files && ok; i++) {
        struct file_map file;
        if (!build_context_file(b, files[i].path, &file))
            return false;
        ok = wordnet_read(file.content, files[i].word_class, &sink, b->why);
        file_unmap(&file);
    }
    return ok;
}

static bool read_english_wikdict(struct text dict, struct text index,
                                 const struct source_sink *sink, struct reason *why)
{
    return freedict_read(dict, index, &freedict_english, sink, why);
}

// A dictionary of the DICT server: its text, packed, and its index.
typedef bool dictionary_fn(struct text, struct text, const struct source_sink *, struct reason *);

static bool read_dictionary(struct build_context *b, const char *path, dictionary_fn *reader)
{
    char full[160];
    struct source_sink sink = build_context_sink(b);
    struct buf dict = {0};
    struct file_map index = {0};
    snprintf(full, sizeof full, "%s.dict.dz", path);
    bool ok = build_context_unpack(b, full, &dict);
    snprintf(full, sizeof full, "%s.index", path);
    ok = ok && build_context_file(b, full, &index) &&
         reader(buf_text(&dict), index.content, &sink, b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

// The same glosses come with each of the five; what one has already given is kept once.
static bool read_wikdict(struct build_context *b)
{
    static const char *const pairs[] = {"eng-fin", "eng-bul", "eng-jpn", "eng-ind", "eng-nor"};
    bool ok = true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && ok; i++) {
        char path[120];
        snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s", pairs[i],
                 pairs[i]);
        ok = read_dictionary(b, path, read_english_wikdict);
    }
    return ok;
}

// Reads all SCOWL lists of words up to a size.
struct lists {
    struct build_context *b;
    unsigned max_size;
    bool american;
    bool ok;
};

static void read_list(void *context, const char *name)
{
    struct lists *l = context;
    struct text spelling, category;
    unsigned size;
    char path[PATH_MAX];
    struct file_map file;
    // What SCOWL calls an abbreviation (app, psi) may be a word of our own lists, and then it says
    // how familiar that is.
    bool words = l->b->take & TAKE_WORDS;
    if (!l->ok || !scowl_parse_name(text_of(name), &spelling, &category, &size) ||
        !(text_is(category, "words") || (!words && text_is(category, "abbreviations"))) ||
        size > l->max_size || (l->american && !scowl_is_american(spelling)))
        return;
    struct source_sink sink = build_context_sink(l->b);
    snprintf(path, sizeof path, "scowl/usr/share/dict/scowl/%s", name);
    l->ok = build_context_file(l->b, path, &file);
    if (l->ok) {
        l->ok = scowl_read(file.content, size, &sink, l->b->why);
        file_unmap(&file);
    }
}

static bool read_scowl(struct build_context *b, unsigned max_size, bool american)
{
    char folder[PATH_MAX];
    struct lists l = {b, max_size, american, true};
    snprintf(folder, sizeof folder, "%s/scowl/usr/share/dict/scowl", b->sources);
    if (!file_exists(folder))
        return refuse(b->why, MSG_FILE_NOT_A_FILE, "%s", folder);
    file_list(folder, "", read_list, &l);
    return l.ok;
}

bool recipe_english(struct build_context *b)
{
    b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
    if (!read_wordnet(b) || !read_wikdict(b))
        return false;
    b->take = TAKE_TIERS;
    return read_scowl(b, 80, false);
}

bool recipe_english_large(struct build_context *b)
{
    b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
    return read_wordnet(b) && read_wikdict(b) &&
           read_dictionary(b, "dict-gcide/usr/share/dictd/gcide", gcide_read) &&
           (b->take = TAKE_TIERS, read_scowl(b, 80, false));
}

// A list of all forms for the tile and card games.
struct all_forms {
    unsigned size;    // SCOWL's lists up to this
    bool american;    // American spellings only
    bool skip_marked; // without the international words of our own lists
};

// Words for a 15 by 15 board.
enum { SHORTEST = 2, LONGEST = 15 };

static bool read_own_list(struct build_context *b, const char *name, bool skip_marked)
{
    struct source_sink sink = build_context_sink(b);
    struct wordlist_options options = {.marks = true, .skip_marked = skip_marked};
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, &options, &sink, NULL, NULL, b->why);
}

// Our own lists stand in for SCOWL's two-letter words and mend its three-letter ones.
static bool read_forms(struct build_context *b, const struct all_forms *f)
{
    struct lexicon_builder *dropped = b->into = build_context_set(b);
    b->take = TAKE_WORDS;
    bool ok = dropped && read_own_list(b, "lexicons/en-three-drop.txt", false);
    b->into = b->lexicon;
    b->take = TAKE_WORDS | TAKE_CLASSES | TAKE_TEXTS;
    ok = ok && read_own_list(b, "lexicons/en-two.txt", f->skip_marked) &&
         read_own_list(b, "lexicons/en-three-add.txt", f->skip_marked) &&
         read_own_list(b, "lexicons/en-clipped.txt", f->skip_marked);
    b->take = TAKE_WORDS | TAKE_TIERS;
    b->min_length = SHORTEST + 1;
    b->max_length = LONGEST;
    b->without = dropped;
    ok = ok && read_scowl(b, f->size, f->american);
    b->without = NULL;
    lexicon_builder_free(dropped);
    return ok;
}

static bool recipe_forms(struct build_context *b, const struct all_forms *f)
{
    if (!read_forms(b, f))
        return false;
    b->min_length = SHORTEST;
    b->take = TAKE_TIERS;
    if (!read_scowl(b, f->size, f->american))
        return false;
    b->take = TAKE_CLASSES | TAKE_TEXTS;
    return read_wordnet(b) && read_wikdict(b);
}

bool recipe_english_international(struct build_context *b)
{
    return recipe_forms(b, &(struct all_forms){.size = 80});
}

bool recipe_english_american(struct build_context *b)
{
    return recipe_forms(b, &(struct all_forms){.size = 80, .american = true, .skip_marked = true});
}

bool recipe_english_common(struct build_context *b)
{
    return recipe_forms(b, &(struct all_forms){.size = 70, .skip_marked = true});
}
