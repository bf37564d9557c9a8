// json_load: parses a client's JSON object into a jansson tree, with bounds. A tree costs up to a
// hundred times the size of its text in time and memory, so input with too many values or too deep
// nesting is refused before one is built. No message of the protocol comes near the bounds.
//
//     json_t *object;
//     json_error_t error;
//     if (json_load(text, &object, &error) == JSON_LOADED)
//         json_decref(object);
#ifndef LOGOMACHY_PROTO_JSON_LOAD_H
#define LOGOMACHY_PROTO_JSON_LOAD_H

#include "base/text.h"

#include <jansson.h>

enum { JSON_VALUES_MAX = 1000, JSON_DEPTH_MAX = 16 };

// Is the text within the bounds? The result is meaningful for JSON only.
bool json_is_small(struct text t);

// Installs an allocator for jansson with which json_load() survives running out of memory. Call
// once, before other threads exist.
void json_load_init(void);

enum json_loaded {
    JSON_LOADED,
    JSON_MALFORMED, // or no object, or a duplicate name; `error` has the position
    JSON_TOO_MUCH,  // beyond the bounds
    JSON_NO_MEMORY,
};

enum json_loaded json_load(struct text t, json_t **object, json_error_t *error)
    __attribute__((warn_unused_result));

#endif
