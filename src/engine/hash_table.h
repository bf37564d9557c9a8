// hash_table: a direct-mapped table of results by 64-bit key. A new entry replaces the one in its
// place, so a lookup may miss; the table doubles while it is a quarter full, up to a bound. An
// entry is any struct that begins with its uint64_t key; key 0 marks an empty place.
//
//     struct line { uint64_t key; unsigned moves; };
//     struct hash_table table;
//     if (hash_table_init(&table, sizeof(struct line), 10, 18)) {
//         *(struct line *)hash_table_put(&table, 42) = (struct line){42, 3};
//         const struct line *found = hash_table_at(&table, 42);
//         ok = found->key == 42;
//         hash_table_release(&table);
//     }
#ifndef LOGOMACHY_ENGINE_HASH_TABLE_H
#define LOGOMACHY_ENGINE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_table {
    unsigned char *entries; // owned
    size_t size;            // of an entry
    unsigned bits;          // there are 2 to the power of `bits` places
    unsigned room_bits;     // that there is memory for
    unsigned max_bits;
    size_t used;
};

// Empty, with 2 to the power of `bits` places. False: no memory, and nothing needs releasing.
bool hash_table_init(struct hash_table *t, size_t size, unsigned bits, unsigned max_bits);
void hash_table_release(struct hash_table *t);

// Empties the table and has it begin with 2 to the power of `bits` places again. Keeps the memory.
void hash_table_reset(struct hash_table *t, unsigned bits);

// The memory of the places.
static inline size_t hash_table_bytes(const struct hash_table *t)
{
    return t->size << t->room_bits;
}

// The place for a new entry, which the caller writes, with this key. Grows the table first where
// that is due and there is memory.
void *hash_table_put(struct hash_table *t, uint64_t key);

// The place of a key. Its entry may be empty or another key's.
static inline void *hash_table_at(const struct hash_table *t, uint64_t key)
{
    return t->entries + (key >> (64 - t->bits)) * t->size;
}

#endif
