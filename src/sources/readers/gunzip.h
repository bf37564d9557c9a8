// gunzip: unpacks a gzip file (RFC 1952; dictzip's too) from memory to memory, by zlib's inflate.
//
//     ok = gunzip(text, 1 << 20, &out, &why); // at most 1 MiB; the caller owns `out`
//     buf_release(&out);
#ifndef LOGOMACHY_SOURCES_READERS_GUNZIP_H
#define LOGOMACHY_SOURCES_READERS_GUNZIP_H

#include "base/reason.h"

// Appends the content to `out`. Refuses what is not gzip, is cut short, or unpacks to more than
// `limit` bytes.
bool gunzip(struct text packed, size_t limit, struct buf *out, struct reason *why);

#endif
