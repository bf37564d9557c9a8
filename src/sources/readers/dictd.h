// dictd: the pair of files that a dict server reads, an index and a text (unpacked, see
// sources/readers/gunzip.h). A line of the index is a headword, an offset and a length, tabs between them,
// the numbers in base 64. Several headwords may lead to one entry.
//
//     dictd_entry_fn *print = NULL; // gets each entry
//     ok = dictd_walk(text, TEXT("head\tA\tQ\n"), print, &out, &why);
//
// Entries are sorted by offset and visited in one sweep: O(n log n) in the lines of the index.
#ifndef LOGOMACHY_SOURCES_READERS_DICTD_H
#define LOGOMACHY_SOURCES_READERS_DICTD_H

#include "base/reason.h"

// One entry of the text. Returns false to stop the walk.
typedef bool dictd_entry_fn(void *context, struct text entry);

// Calls `each` once for every entry, in the order of the text, and leaves out the entries about the
// dictionary itself ("00database..."). No byte is visited twice: of entries that overlap, the first
// is taken. Refuses an index with bad lines or with entries outside of the text.
bool dictd_walk(struct text dict, struct text index, dictd_entry_fn *each, void *context,
                struct reason *why);

#endif
