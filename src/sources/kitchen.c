#include "sources/kitchen.h"

#include "sources/gunzip.h"
#include "sources/letters.h"

#include <limits.h>
#include <stdio.h>

enum { UNPACKED_MAX = 256 << 20 };

bool kitchen_open(struct kitchen *k, const char *sources, struct text lang, struct reason *why)
{
    *k = (struct kitchen){.sources = sources, .why = why};
    if (!alphabet_load(&k->alphabet, lang, why))
        return false;
    k->lexicon = k->into = kitchen_set(k);
    return k->lexicon != NULL;
}

void kitchen_close(struct kitchen *k)
{
    lexicon_builder_free(k->lexicon);
    k->lexicon = NULL;
}

struct lexicon_builder *kitchen_set(struct kitchen *k)
{
    struct lexicon_builder *set = lexicon_builder_new(&k->alphabet);
    if (!set)
        refuse(k->why, MSG_OUT_OF_MEMORY, "%s", "");
    return set;
}

static bool wanted(const struct kitchen *k, const struct word *w)
{
    return w->len >= k->min_length && (!k->max_length || w->len <= k->max_length) &&
           (!k->without || !lexicon_builder_has(k->without, w)) &&
           ((k->take & TAKE_WORDS) || lexicon_builder_has(k->into, w));
}

static bool take(void *context, const struct source_entry *e)
{
    struct kitchen *k = context;
    struct word w;
    if (k->unjoined && !letters_only(e->spelling))
        return true;
    if (!alphabet_fold(&k->alphabet, e->spelling, &w, NULL) || !wanted(k, &w))
        return true;
    unsigned classes = k->take & TAKE_CLASSES ? e->classes : 0;
    unsigned tier = k->take & TAKE_TIERS ? e->tier : 0;
    return lexicon_builder_add(k->into, &w, classes, tier, k->why) &&
           (!(k->take & TAKE_WORDS) || lexicon_builder_spell(k->into, &w, e->spelling, k->why)) &&
           (!(k->take & TAKE_TEXTS) ||
            lexicon_builder_define(k->into, &w, e->classes, e->definition, k->why));
}

struct source_sink kitchen_sink(struct kitchen *k)
{
    return (struct source_sink){take, k};
}

bool kitchen_file(struct kitchen *k, const char *path, struct file_map *file)
{
    char full[PATH_MAX];
    snprintf(full, sizeof full, "%s/%s", k->sources, path);
    return file_map(file, full, k->why);
}

bool kitchen_unpack(struct kitchen *k, const char *path, struct buf *content)
{
    struct file_map packed;
    if (!kitchen_file(k, path, &packed))
        return false;
    bool ok = gunzip(packed.content, UNPACKED_MAX, content, k->why);
    file_unmap(&packed);
    return ok;
}
