// json_load: a JSON object that a client sent, as a tree. A tree costs up to a hundred times the
// bytes of its text, in time and in memory, so what has too many values or nests too deep is
// refused before one is built. No message of the protocol comes near these bounds.
#ifndef LOGOMACHY_PROTO_JSON_LOAD_H
#define LOGOMACHY_PROTO_JSON_LOAD_H

#include "base/text.h"

#include <jansson.h>

enum { JSON_VALUES_MAX = 1000, JSON_DEPTH_MAX = 16 };

// Whether the text is within the bounds. It need not be JSON; what is counted of a text that is not
// does not matter.
bool json_is_small(struct text t);

// Gives the JSON library an allocator that survives running out of memory in json_load(). Once,
// before there are other threads.
void json_load_init(void);

enum json_loaded {
    JSON_LOADED,
    JSON_MALFORMED, // or no object, or a name twice; `error` says where
    JSON_TOO_MUCH,  // beyond the bounds
    JSON_NO_MEMORY,
};

enum json_loaded json_load(struct text t, json_t **object, json_error_t *error)
    __attribute__((warn_unused_result));

#endif
