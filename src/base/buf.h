// buf: bytes that grow. A failed allocation is remembered in the buffer: later appends do nothing,
// and the one who uses the result asks buf_ok() once at the end instead of after every append.
//
//     struct buf b = {0};
//     buf_add(&b, "seat ", 5);
//     buf_printf(&b, "%c", seat);
//     if (!buf_ok(&b)) ...
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

void buf_release(struct buf *b); // frees; the buffer is empty and usable again
void buf_clear(struct buf *b);   // empties, keeps the memory
bool buf_ok(const struct buf *b);
struct text buf_text(const struct buf *b); // valid until the next append

void buf_add(struct buf *b, const void *bytes, size_t len);
void buf_add_text(struct buf *b, struct text t);
void buf_add_string(struct buf *b, const char *string);
void buf_add_byte(struct buf *b, unsigned char byte);
void buf_add_zeros(struct buf *b, size_t count);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Numbers of variable length, seven bits a byte, low bits first.
void buf_add_varint(struct buf *b, uint32_t value);

// Appends the text as the inside of a JSON string: quotes, control characters and backslashes
// escaped, bytes that are not UTF-8 replaced by U+FFFD.
void buf_add_json(struct buf *b, struct text t);

// Makes room for `extra` more bytes and returns where they go, or NULL. The caller fills them and
// adds to len.
char *buf_reserve(struct buf *b, size_t extra);

#endif
