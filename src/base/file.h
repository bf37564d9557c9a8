// file: the few things that are done with files. This is the only part of base that knows the
// operating system; the browser's build leaves it out.
#ifndef LOGOMACHY_BASE_FILE_H
#define LOGOMACHY_BASE_FILE_H

#include "base/reason.h"

// A whole file, read only, without copying it.
struct file_map {
    struct text content;
    void *base; // NULL for an empty file
};

bool file_map(struct file_map *m, const char *path, struct reason *why);
void file_unmap(struct file_map *m);

// The first `size` bytes are about to be read: saves faulting them in page by page.
void file_preload(const struct file_map *m, size_t size);

// Gives back the memory that its pages take up in this process. They come back by themselves, from
// the system's cache or the disk, where they are looked at.
void file_rest(const struct file_map *m);

// Writes a whole file so that it is there either as it was before or completely new: into a
// temporary file beside it, on to the disk, then renamed.
bool file_write(const char *path, struct text content, struct reason *why);

bool file_exists(const char *path);
bool file_make_folders(const char *path, struct reason *why); // the folder and those above it

// Reads all of an open stream, such as standard input, up to a limit.
bool file_read_stream(int descriptor, const char *name, size_t limit, struct buf *out,
                      struct reason *why);

// The same for a file by its path: for those that may change while they are used.
bool file_read(const char *path, size_t limit, struct buf *out, struct reason *why);

// Calls `each` for every file in the folder whose name ends so, in no order; a folder that is not
// there has none.
typedef void file_each_fn(void *context, const char *name);
void file_list(const char *folder, const char *suffix, file_each_fn *each, void *context);

#endif
