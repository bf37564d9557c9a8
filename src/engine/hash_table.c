#include "engine/hash_table.h"

#include <stdlib.h>
#include <string.h>

bool hash_table_init(struct hash_table *t, size_t size, unsigned bits, unsigned max_bits)
{
    *t = (struct hash_table){.entries = calloc((size_t)1 << bits, size),
                             .size = size,
                             .bits = bits,
                             .room_bits = bits,
                             .max_bits = max_bits};
    return t->entries;
}

void hash_table_release(struct hash_table *t)
{
    free(t->entries);
    t->entries = NULL;
}

void hash_table_reset(struct hash_table *t, unsigned bits)
{
    t->bits = bits;
    t->used = 0;
    memset(t->entries, 0, t->size << bits);
}

static uint64_t key_of(const void *entry)
{
    uint64_t key;
    memcpy(&key, entry, sizeof key);
    return key;
}

// Twice as many places. The entry of a place belongs to one of the two that the place becomes; from
// the last to the first, neither of these still holds an entry that has yet to be moved.
static void grow(struct hash_table *t)
{
    if (t->bits == t->room_bits) {
        unsigned char *entries = realloc(t->entries, t->size << (t->bits + 1));
        if (!entries)
            return; // it goes on with the places it has
        t->entries = entries;
        t->room_bits++;
    }
    t->bits++;
    for (size_t i = (size_t)1 << (t->bits - 1); i-- > 0;) {
        unsigned char *old = t->entries + i * t->size, *pair = t->entries + 2 * i * t->size;
        uint64_t key = key_of(old);
        unsigned char *place = key ? hash_table_at(t, key) : pair;
        if (key)
            memmove(place, old, t->size);
        memset(place == pair ? pair + t->size : pair, 0, t->size);
        if (!key)
            memset(pair, 0, t->size);
    }
}

void *hash_table_put(struct hash_table *t, uint64_t key)
{
    if (t->used > (size_t)1 << (t->bits - 2) && t->bits < t->max_bits)
        grow(t);
    void *entry = hash_table_at(t, key);
    t->used += !key_of(entry);
    return entry;
}
