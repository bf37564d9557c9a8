// inflate_small: decompresses zlib data (RFC 1950 and 1951) in the browser's build, which has no
// zlib. Fast enough for definitions; never reads or writes out of bounds.
//
//     unsigned char packed[] = {0x78, 0x9c, 3, 0, 0, 0, 0, 1}, room[16];
//     size_t size = sizeof room;
//     ok = inflate_small(room, &size, packed, sizeof packed); // false: damaged, or too large
#ifndef LOGOMACHY_WASM_INFLATE_SMALL_H
#define LOGOMACHY_WASM_INFLATE_SMALL_H

#include <stdbool.h>
#include <stddef.h>

// `size` is how much room there is, and then how much was used.
bool inflate_small(unsigned char *out, size_t *size, const unsigned char *packed, size_t len);

#endif
