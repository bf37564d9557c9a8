// gloss: definitions as the lexicon wants them, on one line.
#ifndef LOGOMACHY_SOURCES_GLOSS_H
#define LOGOMACHY_SOURCES_GLOSS_H

#include "base/buf.h"

// Appends the text with every run of white space and control characters as one space; none at the
// buffer's start and none at the end of what is appended.
void gloss_add(struct buf *out, struct text t);

// Cuts a text of more than `limit` bytes after the last sentence that fits, if that leaves more than
// half of it, or else after the last word. An ellipsis stands for the rest.
void gloss_cut(struct buf *text, size_t limit);

// The same for the next item of a list, with a separator before it. An item without anything to show is
// none.
void gloss_add_item(struct buf *out, const char *separator, struct text t);

#endif
