#include "rules/lexicon_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lexicon_cache_entry {
    struct lexicon_cache_entry *next;
    char name[SEARCH_PATH_NAME + 1];
    struct lexicon lexicon;
};

const struct lexicon *lexicon_cache_open(struct lexicon_cache *c, const char *name,
                                         struct reason *why)
{
    for (struct lexicon_cache_entry *e = c->first; e; e = e->next)
        if (strcmp(e->name, name) == 0)
            return &e->lexicon;
    struct lexicon_cache_entry *e = calloc(1, sizeof *e);
    if (!e) {
        reason_set(why, 0, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    if (!search_path_open(c->search_path, name, &e->lexicon, why)) {
        free(e);
        return NULL;
    }
    snprintf(e->name, sizeof e->name, "%s", name);
    e->next = c->first;
    c->first = e;
    return &e->lexicon;
}

static const struct lexicon *host_lexicon(void *context, const char *name, struct reason *why)
{
    return lexicon_cache_open(context, name, why);
}

struct record_host lexicon_cache_host(struct lexicon_cache *c)
{
    return (struct record_host){.lexicon = host_lexicon, .context = c};
}

void lexicon_cache_close(struct lexicon_cache *c)
{
    while (c->first) {
        struct lexicon_cache_entry *e = c->first;
        c->first = e->next;
        lexicon_close(&e->lexicon);
        free(e);
    }
}
