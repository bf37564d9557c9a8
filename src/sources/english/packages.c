#include "sources/english/packages.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/english/exceptions.h"
#include "sources/english/gcide.h"
#include "sources/english/moby.h"
#include "sources/english/scowl.h"
#include "sources/english/wordnet.h"
#include "sources/readers/freedict.h"
#include "sources/readers/wordlist.h"

#include <limits.h>
#include <stdio.h>

typedef bool moby_fn(struct text, const struct source_sink *, struct reason *);

static bool read_moby(struct build_context *b, moby_fn *reader, const struct source_sink *sink)
{
    struct file_map file;
    if (!build_context_file(b, "moby-pos/package/mobypos.txt", &file))
        return false;
    bool ok = reader(file.content, sink, b->why);
    file_unmap(&file);
    return ok;
}

static bool read_wordnet_file(struct build_context *b, const char *name, struct wordnet_file file,
                              const struct source_sink *sink)
{
    char path[80];
    struct file_map data = {0}, index = {0};
    snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/data.%s", name);
    bool ok = build_context_file(b, path, &data);
    snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/index.%s", name);
    ok = ok && build_context_file(b, path, &index);
    file.data = data.content;
    file.index = index.content;
    ok = ok && wordnet_read(&file, sink, b->why);
    file_unmap(&data);
    file_unmap(&index);
    return ok;
}

static bool read_wordnet(struct build_context *b, bool names, const struct source_sink *sink)
{
    static const struct {
        const char *name;
        unsigned word_class;
    } files[] = {{"noun", CLASS_NOUN},
                 {"verb", CLASS_VERB},
                 {"adj", CLASS_ADJECTIVE},
                 {"adv", CLASS_ADVERB}};
    bool ok = true;
    for (size_t i = 0; i < sizeof files / sizeof *files && ok; i++) {
        struct wordnet_file file = {.word_class = files[i].word_class, .names = names};
        ok = read_wordnet_file(b, files[i].name, file, sink);
    }
    return ok;
}

bool english_read_wordnet(struct build_context *b, const struct source_sink *sink)
{
    return read_wordnet(b, false, sink);
}

bool english_read_names(struct build_context *b, const struct source_sink *sink)
{
    return read_wordnet(b, true, sink) && read_moby(b, moby_read_names, sink);
}

static bool read_english_wikdict(struct text dict, struct text index,
                                 const struct source_sink *sink, struct reason *why)
{
    return freedict_read(dict, index, &freedict_english, sink, why);
}

// A dictionary of the DICT server: its text, packed, and its index.
typedef bool dictionary_fn(struct text, struct text, const struct source_sink *, struct reason *);

static bool read_dictionary(struct build_context *b, const char *path, dictionary_fn *reader,
                            const struct source_sink *sink)
{
    char full[160];
    struct buf dict = {0};
    struct file_map index = {0};
    snprintf(full, sizeof full, "%s.dict.dz", path);
    bool ok = build_context_unpack(b, full, &dict);
    snprintf(full, sizeof full, "%s.index", path);
    ok = ok && build_context_file(b, full, &index) &&
         reader(buf_text(&dict), index.content, sink, b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

bool english_read_wikdict(struct build_context *b)
{
    struct source_sink sink = build_context_sink(b);
    enum { ALWAYS_THERE = 5 }; // the others come with the newer Debian
    static const char *const pairs[] = {"eng-fin", "eng-bul", "eng-jpn", "eng-ind", "eng-nor",
                                        "eng-spa", "eng-swe", "eng-cat", "eng-rus", "eng-zho"};
    bool ok = true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && ok; i++) {
        char package[40], path[120];
        snprintf(package, sizeof package, "dict-freedict-%s", pairs[i]);
        if (i >= ALWAYS_THERE && !build_context_has(b->sources, package))
            continue;
        snprintf(path, sizeof path, "%s/usr/share/dictd/freedict-%s", package, pairs[i]);
        ok = read_dictionary(b, path, read_english_wikdict, &sink);
    }
    return ok;
}

bool english_read_gcide(struct build_context *b, const struct source_sink *sink)
{
    return read_dictionary(b, "dict-gcide/usr/share/dictd/gcide", gcide_read, sink);
}

bool english_read_irregular(struct build_context *b, unsigned word_class,
                            const struct source_sink *sink)
{
    static const struct {
        unsigned word_class;
        const char *file, *own;
    } lists[] = {
        {CLASS_NOUN, "noun.exc", "lexicons/en-irregular-nouns.txt"},
        {CLASS_VERB, "verb.exc", "lexicons/en-irregular-verbs.txt"},
        {CLASS_ADJECTIVE, "adj.exc", NULL},
        {CLASS_ADVERB, "adv.exc", NULL},
    };
    char path[80];
    struct file_map file;
    struct text own;
    size_t i = 0;
    while (lists[i].word_class != word_class)
        i++;
    snprintf(path, sizeof path, "wordnet-base/usr/share/wordnet/%s", lists[i].file);
    if (!build_context_file(b, path, &file))
        return false;
    bool ok = exceptions_read(file.content, word_class, sink, b->why);
    file_unmap(&file);
    if (ok && lists[i].own) {
        BUG_UNLESS(data_find(lists[i].own, &own));
        ok = exceptions_read(own, word_class, sink, b->why);
    }
    return ok;
}

bool english_read_moby(struct build_context *b, const struct source_sink *sink)
{
    return read_moby(b, moby_read, sink);
}

bool english_read_own(struct build_context *b, const char *name, bool skip_marked,
                      const struct source_sink *sink)
{
    struct wordlist_options options = {.marks = true, .skip_marked = skip_marked};
    struct text list;
    BUG_UNLESS(data_find(name, &list));
    return wordlist_read(list, &options, sink, NULL, NULL, b->why);
}

// Reads the SCOWL lists that are wanted.
struct lists {
    struct build_context *b;
    const struct scowl_choice *choice;
    const struct source_sink *sink;
    bool ok;
};

static bool is_wanted(const struct scowl_choice *c, const char *name, unsigned *size)
{
    struct text spelling, category;
    return scowl_parse_name(text_of(name), &spelling, &category, size) &&
           ((c->words && text_is(category, "words")) ||
            (c->abbreviations && text_is(category, "abbreviations")) ||
            (c->names && (text_is(category, "upper") || text_is(category, "proper-names")))) &&
           *size >= c->min_size && *size <= c->max_size &&
           (!c->american || scowl_is_american(spelling));
}

static void read_list(void *context, const char *name)
{
    struct lists *l = context;
    unsigned size;
    char path[PATH_MAX];
    struct file_map file;
    if (!l->ok || !is_wanted(l->choice, name, &size))
        return;
    snprintf(path, sizeof path, "scowl/usr/share/dict/scowl/%s", name);
    l->ok = build_context_file(l->b, path, &file);
    if (l->ok) {
        l->ok = l->choice->names ? scowl_read_names(file.content, l->sink, l->b->why)
                                 : scowl_read(file.content, size, l->sink, l->b->why);
        file_unmap(&file);
    }
}

bool english_read_scowl(struct build_context *b, const struct scowl_choice *choice,
                        const struct source_sink *sink)
{
    char folder[PATH_MAX];
    struct lists l = {b, choice, sink, true};
    snprintf(folder, sizeof folder, "%s/scowl/usr/share/dict/scowl", b->sources);
    if (!file_exists(folder))
        return refuse(b->why, MSG_FILE_NOT_A_FILE, "%s", folder);
    file_list(folder, "", read_list, &l);
    return l.ok;
}
