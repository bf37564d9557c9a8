// buf: a growable byte buffer. A failed allocation is remembered: later appends do nothing, and the
// caller checks buf_ok() once at the end instead of after every append. A zeroed struct is an empty
// buffer.
//
//     struct buf b = {0};
//     buf_add_string(&b, "seat ");
//     buf_printf(&b, "%u", seat);
//     ok = buf_ok(&b);
//     buf_release(&b);
#ifndef LOGOMACHY_BASE_BUF_H
#define LOGOMACHY_BASE_BUF_H

#include "base/text.h"

struct buf {
    char *at; // owned by the buffer; moves when it grows
    size_t len;
    size_t cap;
    bool failed;
};

void buf_release(struct buf *b); // frees the memory; the buffer is empty and usable again
void buf_clear(struct buf *b);   // empties it, keeps the memory
bool buf_ok(const struct buf *b);
struct text buf_text(const struct buf *b); // valid until the next append

void buf_add(struct buf *b, const void *bytes, size_t len);
void buf_add_text(struct buf *b, struct text t);
void buf_add_string(struct buf *b, const char *string);
void buf_add_byte(struct buf *b, unsigned char byte);
void buf_add_zeros(struct buf *b, size_t count);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Varint (LEB128): seven bits per byte, low bits first.
void buf_add_varint(struct buf *b, uint32_t value);

// Appends the text as the contents of a JSON string: escapes quotes, control characters and
// backslashes, replaces invalid UTF-8 by U+FFFD.
void buf_add_json(struct buf *b, struct text t);

// Makes room for `extra` more bytes and returns a pointer to it, or NULL. The caller fills it and
// adds to len.
char *buf_reserve(struct buf *b, size_t extra);

#endif
