// gunzip: a gzip file (dictzip's too) in memory to its content in memory.
#ifndef LOGOMACHY_SOURCES_READERS_GUNZIP_H
#define LOGOMACHY_SOURCES_READERS_GUNZIP_H

#include "base/reason.h"

// Appends the content to `out`. Refuses what is not gzip, is cut short, or unpacks to more than
// `limit` bytes.
bool gunzip(struct text packed, size_t limit, struct buf *out, struct reason *why);

#endif
