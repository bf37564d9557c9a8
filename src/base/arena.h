// arena: a bump allocator for many small objects with one lifetime: a request, a search, a load.
// Objects are not freed singly; they live until arena_release(). A zeroed struct is an empty arena.
//
//     struct arena a = {0};
//     int *numbers = arena_alloc(&a, 10 * sizeof *numbers);
//     ok = numbers != NULL; /* zeroed, or NULL without memory */
//     arena_release(&a);
#ifndef LOGOMACHY_BASE_ARENA_H
#define LOGOMACHY_BASE_ARENA_H

#include "base/text.h"

struct arena {
    struct arena_block *newest;
    size_t left; // bytes still free in the newest block
};

// Zeroed memory, aligned for any type; NULL without memory.
void *arena_alloc(struct arena *a, size_t size) __attribute__((warn_unused_result));

// Guarantees that the next `size` bytes can be allocated, at once or in pieces (each is rounded up
// to a multiple of 16). False without memory.
bool arena_reserve(struct arena *a, size_t size) __attribute__((warn_unused_result));

// Copies the text; false without memory.
bool arena_copy(struct arena *a, struct text t, struct text *copy)
    __attribute__((warn_unused_result));

void arena_release(struct arena *a);

#endif
