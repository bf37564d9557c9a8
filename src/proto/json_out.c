#include "proto/json_out.h"

#include <string.h>

static void put(struct buf *out, char byte)
{
    if (out->len < out->cap && !out->failed)
        out->at[out->len++] = byte;
    else
        buf_add_byte(out, (unsigned char)byte);
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

// What is not written as it is comes seldom: the rest is copied in pieces.
void json_out_quoted(struct buf *out, const char *at, size_t len)
{
    size_t start = 0;
    put(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)at[i];
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        buf_add(out, at + start, i - start);
        write_escape(c, out);
        start = i + 1;
    }
    buf_add(out, at + start, len - start);
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
    if (o->more)
        put(o->to, ',');
    o->more = true;
    if (!key)
        return;
    put(o->to, '"');
    buf_add_string(o->to, key);
    buf_add(o->to, "\":", 2);
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
