// inflate_small: unpacks what zlib has packed, for the browser's build, which has no zlib. Only as
// fast as definitions of words need it; never reads or writes past what it is given.
//
//     size_t size = sizeof out;
//     if (!inflate_small(out, &size, packed, packed_len)) ...damaged, or too large...
#ifndef LOGOMACHY_WASM_INFLATE_SMALL_H
#define LOGOMACHY_WASM_INFLATE_SMALL_H

#include <stdbool.h>
#include <stddef.h>

// `size` is how much room there is, and then how much was used.
bool inflate_small(unsigned char *out, size_t *size, const unsigned char *packed, size_t len);

#endif
