#include "base/map.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_CAP = 64 };

struct map_slot {
    struct text key; // at is NULL where the slot is free
    void *thing;
};

void map_init(struct map *m, uint64_t secret)
{
    *m = (struct map){.secret = secret};
}

void map_release(struct map *m)
{
    free(m->slot);
    *m = (struct map){.secret = m->secret};
}

static size_t home(const struct map *m, struct text key)
{
    return XXH3_64bits_withSeed(key.at, key.len, m->secret) & (m->cap - 1);
}

// The slot of the key, or the free one where it would go. There is always a free one.
static struct map_slot *look(const struct map *m, struct text key)
{
    size_t at = home(m, key);
    while (m->slot[at].key.at && !text_equal(m->slot[at].key, key))
        at = (at + 1) & (m->cap - 1);
    return &m->slot[at];
}

void *map_find(const struct map *m, struct text key)
{
    return m->cap ? look(m, key)->thing : NULL;
}

static bool grow(struct map *m)
{
    struct map wider = *m;
    wider.cap = m->cap ? 2 * m->cap : FIRST_CAP;
    wider.slot = calloc(wider.cap, sizeof *wider.slot);
    if (!wider.slot)
        return false;
    for (size_t i = 0; i < m->cap; i++)
        if (m->slot[i].key.at)
            *look(&wider, m->slot[i].key) = m->slot[i];
    free(m->slot);
    *m = wider;
    return true;
}

bool map_add(struct map *m, struct text key, void *thing)
{
    if (2 * (m->count + 1) > m->cap && !grow(m))
        return false;
    *look(m, key) = (struct map_slot){key, thing};
    m->count++;
    return true;
}

// Slots after the gap move up where that brings them nearer to their home, so that no search stops
// at the gap too early.
void *map_remove(struct map *m, struct text key)
{
    struct map_slot *found = m->cap ? look(m, key) : NULL;
    if (!found || !found->key.at)
        return NULL;
    void *thing = found->thing;
    size_t gap = (size_t)(found - m->slot), mask = m->cap - 1;
    for (size_t at = (gap + 1) & mask; m->slot[at].key.at; at = (at + 1) & mask) {
        size_t from = home(m, m->slot[at].key);
        if (((at - from) & mask) >= ((at - gap) & mask)) {
            m->slot[gap] = m->slot[at];
            gap = at;
        }
    }
    m->slot[gap] = (struct map_slot){0};
    m->count--;
    return thing;
}

void *map_next(const struct map *m, size_t *at)
{
    while (*at < m->cap) {
        struct map_slot *slot = &m->slot[(*at)++];
        if (slot->key.at)
            return slot->thing;
    }
    return NULL;
}
