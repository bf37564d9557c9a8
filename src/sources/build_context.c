#include "sources/build_context.h"

#include "sources/letters.h"
#include "sources/readers/gunzip.h"

#include <limits.h>
#include <stdio.h>

enum { UNPACKED_MAX = 256 << 20 };

bool build_context_open(struct build_context *b, const char *sources, struct text lang,
                        struct reason *why)
{
    *b = (struct build_context){.sources = sources, .why = why};
    if (!alphabet_load(&b->alphabet, lang, why))
        return false;
    b->lexicon = b->into = build_context_set(b);
    return b->lexicon != NULL;
}

void build_context_close(struct build_context *b)
{
    lexicon_builder_free(b->lexicon);
    b->lexicon = NULL;
}

struct lexicon_builder *build_context_set(struct build_context *b)
{
    struct lexicon_builder *set = lexicon_builder_new(&b->alphabet);
    if (!set)
        refuse(b->why, MSG_OUT_OF_MEMORY, "%s", "");
    return set;
}

static bool wanted(const struct build_context *b, const struct word *w)
{
    return w->len >= b->min_length && (!b->max_length || w->len <= b->max_length) &&
           (!b->without || !lexicon_builder_has(b->without, w)) &&
           ((b->take & TAKE_WORDS) || lexicon_builder_has(b->into, w));
}

// A lemma that the alphabet cannot write, or the word itself, is none.
static bool take_lemma(struct build_context *b, const struct word *w, const struct source_entry *e)
{
    struct word lemma;
    return e->lemma.len == 0 || !alphabet_fold(&b->alphabet, e->lemma, &lemma, NULL) ||
           lexicon_builder_lemma(b->into, w, &lemma, e->lemma_classes, b->why);
}

static bool take(void *context, const struct source_entry *e)
{
    struct build_context *b = context;
    struct word w;
    if (b->unjoined && !letters_only(e->spelling))
        return true;
    if (!alphabet_fold(&b->alphabet, e->spelling, &w, NULL) || !wanted(b, &w))
        return true;
    unsigned classes = b->take & TAKE_CLASSES ? e->classes : 0;
    unsigned tier = b->take & TAKE_TIERS ? e->tier : 0;
    return lexicon_builder_add(b->into, &w, classes, tier, b->why) &&
           (!(b->take & TAKE_WORDS) || lexicon_builder_spell(b->into, &w, e->spelling, b->why)) &&
           (!(b->take & TAKE_TEXTS) ||
            lexicon_builder_define(b->into, &w, e->classes, e->kind, e->definition, b->why)) &&
           (!(b->take & TAKE_LEMMAS) || take_lemma(b, &w, e)) &&
           (!(b->take & TAKE_MARKS) || lexicon_builder_mark(b->into, &w, e->marks, b->why));
}

struct source_sink build_context_sink(struct build_context *b)
{
    return (struct source_sink){take, b};
}

bool build_context_has(const char *sources, const char *package)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s/VERSION", sources, package);
    return file_exists(path);
}

bool build_context_file(struct build_context *b, const char *path, struct file_map *file)
{
    char full[PATH_MAX];
    snprintf(full, sizeof full, "%s/%s", b->sources, path);
    return file_map(file, full, b->why);
}

bool build_context_unpack(struct build_context *b, const char *path, struct buf *content)
{
    struct file_map packed;
    if (!build_context_file(b, path, &packed))
        return false;
    bool ok = gunzip(packed.content, UNPACKED_MAX, content, b->why);
    file_unmap(&packed);
    return ok;
}
