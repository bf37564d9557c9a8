#include "search/tt.h"

#include <stdlib.h>

// A key may stand in either of two neighbours: the first keeps the deeper one, the second the last.
bool tt_init(struct tt *t, unsigned bits)
{
    t->mask = (UINT64_C(1) << bits) - 1;
    t->entry = calloc((size_t)t->mask + 1, sizeof *t->entry);
    return t->entry;
}

void tt_release(struct tt *t)
{
    free(t->entry);
    t->entry = NULL;
}

static struct tt_entry *pair(const struct tt *t, uint64_t key)
{
    return &t->entry[key & t->mask & ~UINT64_C(1)];
}

const struct tt_entry *tt_find(const struct tt *t, uint64_t key)
{
    const struct tt_entry *e = pair(t, key);
    for (unsigned i = 0; i < 2; i++)
        if (e[i].bound != TT_NONE && e[i].key == key)
            return &e[i];
    return NULL;
}

void tt_put(struct tt *t, const struct tt_entry *new)
{
    struct tt_entry *e = pair(t, new->key);
    bool first = e[0].bound == TT_NONE || e[0].key == new->key || new->depth >= e[0].depth;
    // What is better known of the same position is not given up for less.
    if (e[1].key == new->key && e[1].bound != TT_NONE)
        first = false;
    if (first && e[0].bound != TT_NONE && e[0].key != new->key)
        e[1] = e[0];
    e[first ? 0 : 1] = *new;
}
