// map: from short texts to pointers: the matches in memory by id, the sessions by hash. The keys
// are kept by the things themselves: a key must live, unchanged, as long as it is in the map. Keys
// are hashed with a secret, so that nobody outside can choose keys that collide.
#ifndef LOGOMACHY_BASE_MAP_H
#define LOGOMACHY_BASE_MAP_H

#include "base/text.h"

struct map {
    struct map_slot *slot; // owned
    size_t cap, count;     // cap is 0 or a power of 2
    uint64_t secret;
};

void map_init(struct map *m, uint64_t secret);
void map_release(struct map *m); // not the things

void *map_find(const struct map *m, struct text key); // NULL: none

// False where there is no memory. The key must not be there yet.
bool map_add(struct map *m, struct text key, void *thing) __attribute__((warn_unused_result));

void *map_remove(struct map *m, struct text key); // what was there, or NULL

// The things one by one: start with *at = 0; NULL past the last. Adding or removing while that goes
// on may show one twice or not at all, but is safe.
void *map_next(const struct map *m, size_t *at);

#endif
