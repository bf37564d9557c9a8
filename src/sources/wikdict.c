#include "sources/wikdict.h"

#include <stdio.h>

// Passes entries on and collects their words.
struct collector {
    struct build_context *b;
    struct lexicon_builder *headwords;
    const struct source_sink *next;
};

static bool collect(void *context, const struct source_entry *e)
{
    struct collector *c = context;
    struct word w;
    if (alphabet_fold(&c->b->alphabet, e->spelling, &w, NULL) &&
        !lexicon_builder_add(c->headwords, &w, 0, 0, c->b->why))
        return false;
    return c->next->take(c->next->context, e);
}

static bool read_pair(struct build_context *b, const struct freedict_language *language,
                      const char *pair, const struct source_sink *sink)
{
    char path[160];
    struct buf dict = {0};
    struct file_map index = {0};
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.dict.dz", pair, pair);
    bool ok = build_context_unpack(b, path, &dict);
    snprintf(path, sizeof path, "dict-freedict-%s/usr/share/dictd/freedict-%s.index", pair, pair);
    ok = ok && build_context_file(b, path, &index) &&
         freedict_read(buf_text(&dict), index.content, language, sink, b->why);
    buf_release(&dict);
    file_unmap(&index);
    return ok;
}

bool wikdict_read(struct build_context *b, struct wikdict *w, const struct source_sink *sink)
{
    bool ok = true;
    for (int i = 0; i < WIKDICT_MAX && w->pairs[i] && ok; i++) {
        w->headwords[i] = build_context_set(b);
        struct collector c = {b, w->headwords[i], sink};
        ok = c.headwords &&
             read_pair(b, w->language, w->pairs[i], &(struct source_sink){collect, &c});
    }
    return ok;
}

void wikdict_release(struct wikdict *w)
{
    for (int i = 0; i < WIKDICT_MAX; i++)
        lexicon_builder_free(w->headwords[i]);
}

unsigned wikdict_tier(const struct wikdict *w, const struct word *word)
{
    int all = 0, have = 0;
    for (; all < WIKDICT_MAX && w->headwords[all]; all++)
        have += lexicon_builder_has(w->headwords[all], word);
    if (have == 0)
        return 0;
    return 4 * have >= 3 * all ? 3 : 2 * have >= all ? 4 : 4 * have >= all ? 5 : 6;
}
