// map: a hash table from short texts to pointers, with open addressing and linear probing. Keys are
// borrowed: a key usually lies in the object it maps to, and must live unchanged while it is in the
// map. The hash (XXH3) is seeded with a secret, so clients cannot choose colliding keys.
//
//     struct map m;
//     int thing = 7;
//     map_init(&m, 0x5eedULL); /* a random number */
//     ok = map_add(&m, TEXT("k3Xf"), &thing) && map_find(&m, TEXT("k3Xf")) == &thing;
//     map_release(&m);
#ifndef LOGOMACHY_BASE_MAP_H
#define LOGOMACHY_BASE_MAP_H

#include "base/text.h"

struct map {
    struct map_slot *slot; // owned
    size_t cap, count;     // cap is 0 or a power of 2
    uint64_t secret;
};

void map_init(struct map *m, uint64_t secret);
void map_release(struct map *m); // does not free the values

void *map_find(const struct map *m, struct text key); // NULL: not found

// False without memory. The key must not be in the map yet.
bool map_add(struct map *m, struct text key, void *thing) __attribute__((warn_unused_result));

void *map_remove(struct map *m, struct text key); // returns its value, or NULL

// Iterates over the values: start with *at = 0; NULL after the last. Adding or removing meanwhile
// is safe, but may repeat or skip values.
void *map_next(const struct map *m, size_t *at);

#endif
