// json_text: a JSON value as text, compact and in the order of its members, at the end of a buffer.
// The same bytes as json_dumps(value, JSON_COMPACT); but that one asks and copies for every token,
// which was a quarter of what the server did for a move.
//
//     struct buf out = {0};
//     json_write(message, &out);
//     if (buf_ok(&out)) ...
#ifndef LOGOMACHY_PROTO_JSON_TEXT_H
#define LOGOMACHY_PROTO_JSON_TEXT_H

#include "base/buf.h"

#include <jansson.h>

// The value must not contain itself. NULL, for a value that there was no memory for, makes the
// buffer not ok.
void json_write(json_t *value, struct buf *out);

#endif
