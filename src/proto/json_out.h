// json_out: a streaming JSON writer, for frequent messages for which building a tree would be most
// of the work.
//
//     struct json_out o = {.to = &out};
//     json_out_open(&o, NULL, '{');
//     json_out_number(&o, "seq", 7);
//     json_out_open(&o, "turn", '[');
//     json_out_string(&o, NULL, "A");
//     json_out_close(&o, ']');
//     json_out_close(&o, '}');
//
// The key is NULL in arrays and at the top. Texts must be UTF-8. Check buf_ok() at the end.
#ifndef LOGOMACHY_PROTO_JSON_OUT_H
#define LOGOMACHY_PROTO_JSON_OUT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

struct json_out {
    struct buf *to; // borrowed
    bool more;      // the next value needs a comma
};

void json_out_open(struct json_out *o, const char *key, char bracket);
void json_out_close(struct json_out *o, char bracket);
void json_out_text(struct json_out *o, const char *key, struct text value);
void json_out_string(struct json_out *o, const char *key, const char *value); // NULL: null
void json_out_number(struct json_out *o, const char *key, int64_t value);
void json_out_bool(struct json_out *o, const char *key, bool value);
void json_out_null(struct json_out *o, const char *key);

// Primitives, also for json_text.c: a quoted and escaped string; an integer.
void json_out_quoted(struct buf *out, const char *at, size_t len);
void json_out_digits(struct buf *out, int64_t value);

#endif
