#include "base/vec.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAP = 16 };

bool vec_grow(void *array, size_t size, size_t *cap, size_t count)
{
    if (count > SIZE_MAX / 2 / size)
        return false;
    size_t grown_cap = *cap ? *cap : FIRST_CAP;
    while (grown_cap < count)
        grown_cap *= 2;
    // Copied as bytes: the pointer is a T *, which may not be read through a void **.
    void *elements;
    memcpy(&elements, array, sizeof elements);
    elements = realloc(elements, grown_cap * size);
    if (!elements)
        return false;
    memcpy(array, &elements, sizeof elements);
    *cap = grown_cap;
    return true;
}
