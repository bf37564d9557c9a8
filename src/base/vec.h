// vec: growable arrays. The array stays what it is, a pointer with a count and a capacity in the
// caller's struct, and is indexed as usual; vec makes room in it. Capacity grows by doubling, so n
// appends take O(n) time.
//
//     struct point { int x, y; } *point = NULL; // owned by the caller: free() it
//     size_t points = 0, cap = 0;
//     if (vec_reserve(&point, &cap, points + 1))
//         point[points++] = (struct point){1, 2};
//     else
//         ok = false; /* out of memory; the array is as it was */
//     free(point);
#ifndef LOGOMACHY_BASE_VEC_H
#define LOGOMACHY_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// Makes room for `count` elements. `array` is the address of a T *, `cap` of a size_t that is 0
// while the array is NULL. The array may move. New elements are not initialized. False, with
// nothing changed, when memory is short or the size would overflow.
#define vec_reserve(array, cap, count) vec_ensure((array), sizeof **(array), (cap), (count))

// For vec_reserve() only: `array` is the address of a pointer to elements of `size` bytes.
bool vec_grow(void *array, size_t size, size_t *cap, size_t count)
    __attribute__((warn_unused_result));

// Inline, because searches append in their innermost loops, and there is room nearly always.
__attribute__((warn_unused_result)) static inline bool vec_ensure(void *array, size_t size,
                                                                  size_t *cap, size_t count)
{
    return count <= *cap || vec_grow(array, size, cap, count);
}

#endif
