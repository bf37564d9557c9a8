// file: file access. The only part of base that knows the operating system; the browser's build
// leaves it out.
//
//     struct file_map m;
//     if (file_map(&m, "words.lex", &why)) {
//         text = m.content; // valid until file_unmap()
//         file_unmap(&m);
//     }
#ifndef LOGOMACHY_BASE_FILE_H
#define LOGOMACHY_BASE_FILE_H

#include "base/reason.h"

// A whole file, memory-mapped read-only.
struct file_map {
    struct text content;
    void *base; // NULL for an empty file
};

bool file_map(struct file_map *m, const char *path, struct reason *why);
void file_unmap(struct file_map *m);

// Prefetches the first `size` bytes, which saves a page fault per page.
void file_preload(const struct file_map *m, size_t size);

// Releases the resident pages of the mapping. They are faulted in again on access.
void file_rest(const struct file_map *m);

// Replaces a file atomically and durably: writes a temporary file beside it, syncs it, renames it.
bool file_write(const char *path, struct text content, struct reason *why);

bool file_exists(const char *path);
bool file_make_folders(const char *path, struct reason *why); // with its parents, like mkdir -p

// Reads an open stream, such as standard input, to its end or fails at a limit.
bool file_read_stream(int descriptor, const char *name, size_t limit, struct buf *out,
                      struct reason *why);

// The same for a path: for files that may change while they are in use.
bool file_read(const char *path, size_t limit, struct buf *out, struct reason *why);

// Calls `each` for every file in the folder with the suffix, unordered. No call for a missing
// folder.
typedef void file_each_fn(void *context, const char *name);
void file_list(const char *folder, const char *suffix, file_each_fn *each, void *context);

#endif
