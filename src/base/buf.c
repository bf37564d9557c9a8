#include "base/buf.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_release(struct buf *b)
{
    free(b->at);
    *b = (struct buf){0};
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->failed = false;
}

bool buf_ok(const struct buf *b)
{
    return !b->failed;
}

struct text buf_text(const struct buf *b)
{
    return b->at ? (struct text){b->at, b->len} : (struct text){"", 0};
}

char *buf_reserve(struct buf *b, size_t extra)
{
    if (b->failed)
        return NULL;
    if (extra > b->cap - b->len) {
        size_t cap = b->cap ? b->cap : 64;
        while (cap - b->len < extra && cap <= SIZE_MAX / 2)
            cap *= 2;
        char *grown = cap - b->len < extra ? NULL : realloc(b->at, cap);
        if (!grown) {
            b->failed = true;
            return NULL;
        }
        b->at = grown;
        b->cap = cap;
    }
    return b->at + b->len;
}

void buf_add(struct buf *b, const void *bytes, size_t len)
{
    char *room = len ? buf_reserve(b, len) : NULL;
    if (room) {
        memcpy(room, bytes, len);
        b->len += len;
    }
}

void buf_add_text(struct buf *b, struct text t)
{
    buf_add(b, t.at, t.len);
}

void buf_add_string(struct buf *b, const char *string)
{
    buf_add(b, string, strlen(string));
}

void buf_add_byte(struct buf *b, unsigned char byte)
{
    buf_add(b, &byte, 1);
}

void buf_add_zeros(struct buf *b, size_t count)
{
    char *room = count ? buf_reserve(b, count) : NULL;
    if (room) {
        memset(room, 0, count);
        b->len += count;
    }
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;
    // Most of what is printed is short: it seldom has to be printed a second time.
    char *room = buf_reserve(b, 32);
    int need = -1;
    if (room) {
        va_start(args, format);
        need = vsnprintf(room, b->cap - b->len, format, args);
        va_end(args);
    }
    if (room && need >= 0 && (size_t)need >= b->cap - b->len) {
        room = buf_reserve(b, (size_t)need + 1);
        va_start(args, format);
        need = room ? vsnprintf(room, (size_t)need + 1, format, args) : -1;
        va_end(args);
    }
    if (need < 0)
        b->failed = true;
    else
        b->len += (size_t)need;
}

void buf_add_varint(struct buf *b, uint32_t value)
{
    for (; value >= 0x80; value >>= 7)
        buf_add_byte(b, (unsigned char)(value | 0x80));
    buf_add_byte(b, (unsigned char)value);
}

void buf_add_json(struct buf *b, struct text t)
{
    while (t.len) {
        uint32_t c;
        struct text whole = t;
        if (!utf8_next(&t, &c))
            c = 0xFFFD;
        if (c == '"' || c == '\\')
            buf_printf(b, "\\%c", (char)c);
        else if (c < 0x20 || c == 0x7F)
            buf_printf(b, "\\u%04x", (unsigned)c);
        else if (c == 0xFFFD)
            buf_add_string(b, "\xEF\xBF\xBD");
        else
            buf_add(b, whole.at, whole.len - t.len);
    }
}
