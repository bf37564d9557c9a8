#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *older;
    alignas(max_align_t) char bytes[];
};

enum { BLOCK = 64 * 1024, ALIGN = alignof(max_align_t) };

static bool add_block(struct arena *a, size_t size)
{
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return false;
    block->older = a->newest;
    a->newest = block;
    a->left = size;
    return true;
}

// Memory is handed out from a block's end downwards, so `left` is all there is to keep.
void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    size = size ? (size + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
    if (size > a->left && !add_block(a, size > BLOCK ? size : BLOCK))
        return NULL;
    a->left -= size;
    return memset(a->newest->bytes + a->left, 0, size);
}

bool arena_reserve(struct arena *a, size_t size)
{
    return size <= a->left || (size <= SIZE_MAX / 2 && add_block(a, size > BLOCK ? size : BLOCK));
}

bool arena_copy(struct arena *a, struct text t, struct text *copy)
{
    char *bytes = arena_alloc(a, t.len);
    if (!bytes)
        return false;
    if (t.len)
        memcpy(bytes, t.at, t.len);
    *copy = (struct text){bytes, t.len};
    return true;
}

void arena_release(struct arena *a)
{
    while (a->newest) {
        struct arena_block *older = a->newest->older;
        free(a->newest);
        a->newest = older;
    }
    a->left = 0;
}
