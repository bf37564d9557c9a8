#include "wasm/libc_small.h"

#include "wasm/inflate_small.h"

int uncompress(unsigned char *out, unsigned long *size, const unsigned char *packed,
               unsigned long len)
{
    size_t room = *size;
    bool ok = inflate_small(out, &room, packed, len);
    *size = (unsigned long)room;
    return ok ? 0 : -3; // Z_OK, Z_DATA_ERROR
}

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

// Heap sort: never slow, and needs no memory.
void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context)
{
    char *at = base;
    for (size_t start = count / 2, end = count; end > 1;) {
        if (start > 0)
            start--;
        else
            swap(at, at + --end * size, size);
        for (size_t root = start, child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && compare(at + child * size, at + (child + 1) * size, context) < 0)
                child++;
            if (compare(at + root * size, at + child * size, context) >= 0)
                break;
            swap(at + root * size, at + child * size, size);
        }
    }
}
