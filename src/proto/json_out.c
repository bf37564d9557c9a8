#include "proto/json_out.h"

#include <string.h>

// Most of what is written is a few bytes, and there is room for it.
static char *reserve(struct buf *out, size_t len)
{
    return !out->failed && len <= out->cap - out->len ? out->at + out->len : buf_reserve(out, len);
}

static void put(struct buf *out, char byte)
{
    char *room = reserve(out, 1);
    if (room) {
        *room = byte;
        out->len++;
    }
}

static void write_escape(unsigned char c, struct buf *out)
{
    static const char letters[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *at = c ? strchr(letters, c) : NULL;
    if (at) {
        put(out, '\\');
        put(out, names[at - letters]);
    } else {
        buf_printf(out, "\\u%04X", (unsigned)c);
    }
}

// Escapes are rare: the runs between them are copied whole.
static void write_escaped(struct buf *out, const char *at, size_t len)
{
    size_t start = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)at[i];
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        buf_add(out, at + start, i - start);
        write_escape(c, out);
        start = i + 1;
    }
    buf_add(out, at + start, len - start);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != '"' && c != '\\';
}

void json_out_quoted(struct buf *out, const char *at, size_t len)
{
    char *room = reserve(out, len + 2);
    size_t plain = 0;
    if (!room)
        return;
    *room++ = '"';
    for (; plain < len && is_plain(at[plain]); plain++)
        *room++ = at[plain];
    out->len += plain + 1;
    if (plain < len)
        write_escaped(out, at + plain, len - plain);
    put(out, '"');
}

void json_out_digits(struct buf *out, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    // Through an unsigned number: the smallest has no opposite.
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        digits[--at] = '-';
    buf_add(out, digits + at, sizeof digits - at);
}

// Keys are ours: nothing in them needs escaping.
static void begin(struct json_out *o, const char *key)
{
    struct text name = text_of(key ? key : "");
    char *room = reserve(o->to, name.len + 4);
    bool more = o->more;
    o->more = true;
    if (!room)
        return;
    if (more)
        *room++ = ',';
    if (key) {
        *room++ = '"';
        memcpy(room, name.at, name.len);
        room += name.len;
        *room++ = '"';
        *room++ = ':';
    }
    o->to->len = (size_t)(room - o->to->at);
}

void json_out_open(struct json_out *o, const char *key, char bracket)
{
    begin(o, key);
    put(o->to, bracket);
    o->more = false;
}

void json_out_close(struct json_out *o, char bracket)
{
    put(o->to, bracket);
    o->more = true;
}

void json_out_text(struct json_out *o, const char *key, struct text value)
{
    begin(o, key);
    json_out_quoted(o->to, value.at, value.len);
}

void json_out_string(struct json_out *o, const char *key, const char *value)
{
    if (value)
        json_out_text(o, key, text_of(value));
    else
        json_out_null(o, key);
}

void json_out_number(struct json_out *o, const char *key, int64_t value)
{
    begin(o, key);
    json_out_digits(o->to, value);
}

void json_out_bool(struct json_out *o, const char *key, bool value)
{
    begin(o, key);
    buf_add_string(o->to, value ? "true" : "false");
}

void json_out_null(struct json_out *o, const char *key)
{
    begin(o, key);
    buf_add_string(o->to, "null");
}
