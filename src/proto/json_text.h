// json_text: serializes a jansson tree to compact text in the order of its members, with the same
// bytes as json_dumps(value, JSON_COMPACT). json_dumps() calls back and copies for every token,
// which took a quarter of the server's time per move.
//
//     json_t *message = json_object();
//     json_write(message, &out);
//     ok = buf_ok(&out);
//     json_decref(message);
#ifndef LOGOMACHY_PROTO_JSON_TEXT_H
#define LOGOMACHY_PROTO_JSON_TEXT_H

#include "base/buf.h"

#include <jansson.h>

// The tree must not contain itself. NULL, from a failed allocation, makes buf_ok() false.
void json_write(json_t *value, struct buf *out);

#endif
