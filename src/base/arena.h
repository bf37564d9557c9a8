// arena: many small things that are all freed at once: a request, a search, a load. Nothing is
// freed singly. What is allocated lives until arena_release().
#ifndef LOGOMACHY_BASE_ARENA_H
#define LOGOMACHY_BASE_ARENA_H

#include "base/text.h"

struct arena {
    struct arena_block *newest;
    size_t left; // bytes still free in the newest block
};

// Zeroed memory, aligned for anything; NULL when there is none left.
void *arena_alloc(struct arena *a, size_t size) __attribute__((warn_unused_result));

// The next `size` bytes will be there, whether allocated as one or as several (each is rounded up
// to a multiple of 16). False when there is no memory for them.
bool arena_reserve(struct arena *a, size_t size) __attribute__((warn_unused_result));

// A copy of the text; false when there is no memory.
bool arena_copy(struct arena *a, struct text t, struct text *copy)
    __attribute__((warn_unused_result));

void arena_release(struct arena *a);

#endif
