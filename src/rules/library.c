#include "rules/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct library_book {
    struct library_book *next;
    char name[SHELF_NAME + 1];
    struct lexicon lexicon;
};

const struct lexicon *library_open(struct library *l, const char *name, struct reason *why)
{
    for (struct library_book *b = l->first; b; b = b->next)
        if (strcmp(b->name, name) == 0)
            return &b->lexicon;
    struct library_book *b = calloc(1, sizeof *b);
    if (!b) {
        reason_set(why, 0, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    if (!shelf_open(l->shelf, name, &b->lexicon, why)) {
        free(b);
        return NULL;
    }
    snprintf(b->name, sizeof b->name, "%s", name);
    b->next = l->first;
    l->first = b;
    return &b->lexicon;
}

static const struct lexicon *host_lexicon(void *context, const char *name, struct reason *why)
{
    return library_open(context, name, why);
}

struct record_host library_host(struct library *l)
{
    return (struct record_host){.lexicon = host_lexicon, .context = l};
}

void library_close(struct library *l)
{
    while (l->first) {
        struct library_book *b = l->first;
        l->first = b->next;
        lexicon_close(&b->lexicon);
        free(b);
    }
}
