// libc_small: declares the functions of glibc that the core uses and the browser's C library lacks.
// The compiler includes it before every file of that build.
#ifndef LOGOMACHY_WASM_LIBC_SMALL_H
#define LOGOMACHY_WASM_LIBC_SMALL_H

#include <stddef.h>

// Of zlib, as its header has it.
int uncompress(unsigned char *out, unsigned long *size, const unsigned char *packed,
               unsigned long len);

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context);

#endif
