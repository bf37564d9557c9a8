#include "proto/json_text.h"

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

// What is not written as it is comes seldom: the rest is copied in pieces. The library has checked
// that a string is UTF-8.
static void write_string(const char *at, size_t len, struct buf *out)
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

static void write_integer(json_int_t value, struct buf *out)
{
    char digits[24];
    size_t at = sizeof digits;
    // Through an unsigned number: the smallest has no opposite.
    unsigned long long left = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    do
        digits[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        digits[--at] = '-';
    buf_add(out, digits + at, sizeof digits - at);
}

// Rare, and hard to get right: left to the library.
static void write_real(const json_t *value, struct buf *out)
{
    char text[64];
    size_t len = json_dumpb(value, text, sizeof text, JSON_ENCODE_ANY);
    if (len == 0 || len > sizeof text)
        out->failed = true;
    else
        buf_add(out, text, len);
}

static void write_array(json_t *value, struct buf *out)
{
    put(out, '[');
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i)
            put(out, ',');
        json_write(json_array_get(value, i), out);
    }
    put(out, ']');
}

static void write_object(json_t *value, struct buf *out)
{
    char before = '{';
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *key = json_object_iter_key(at);
        put(out, before);
        write_string(key, strlen(key), out);
        put(out, ':');
        json_write(json_object_iter_value(at), out);
        before = ',';
    }
    if (before == '{')
        put(out, '{');
    put(out, '}');
}

void json_write(json_t *value, struct buf *out)
{
    if (!value) {
        out->failed = true;
        return;
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        write_object(value, out);
        break;
    case JSON_ARRAY:
        write_array(value, out);
        break;
    case JSON_STRING:
        write_string(json_string_value(value), json_string_length(value), out);
        break;
    case JSON_INTEGER:
        write_integer(json_integer_value(value), out);
        break;
    case JSON_REAL:
        write_real(value, out);
        break;
    case JSON_TRUE:
        buf_add_string(out, "true");
        break;
    case JSON_FALSE:
        buf_add_string(out, "false");
        break;
    case JSON_NULL:
        buf_add_string(out, "null");
        break;
    }
}
