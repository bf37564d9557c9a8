#include "proto/json_text.h"

#include "proto/json_out.h"

#include <string.h>

static void put(struct buf *out, char byte)
{
    if (out->len < out->cap && !out->failed)
        out->at[out->len++] = byte;
    else
        buf_add_byte(out, (unsigned char)byte);
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
        json_out_quoted(out, key, strlen(key));
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
        json_out_quoted(out, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        json_out_digits(out, json_integer_value(value));
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
