// json_in: members of a JSON object sent by a client. Fast path: a flat object without escapes, as
// sent with every move, is read in place without building a tree, which took a quarter of the time
// of a move. Everything else goes to jansson, which also decides what is malformed, so both paths
// accept the same input.
//
//     struct json_in in;
//     struct text move = {0};
//     if (json_in_open(&in, text)) {
//         ok = json_in_text(&in, "move", 40, &move, &why);
//         json_in_close(&in);
//     }
//
// A missing or null member leaves `out` unchanged; one of another type, or out of bounds, is
// refused by name. Texts are borrowed until json_in_close().
#ifndef LOGOMACHY_PROTO_JSON_IN_H
#define LOGOMACHY_PROTO_JSON_IN_H

#include "base/reason.h"

#include <jansson.h>

enum { JSON_IN_MEMBERS = 12 }; // limit of the fast path

enum json_in_kind {
    JSON_IN_NONE, // missing
    JSON_IN_NULL,
    JSON_IN_FALSE,
    JSON_IN_TRUE,
    JSON_IN_NUMBER, // an integer
    JSON_IN_TEXT,
    JSON_IN_OTHER,
};

struct json_in_member {
    enum json_in_kind kind;
    int64_t number;
    struct text name, text; // borrowed from the message or the tree
};

struct json_in {
    struct json_in_member member[JSON_IN_MEMBERS];
    unsigned members;
    json_t *tree; // NULL on the fast path; otherwise owned, and used instead of `member`
};

// False if the message is not one JSON object in UTF-8 with distinct names, or exceeds the bounds
// of json_load.h; do not close it then. The message must stay valid until json_in_close().
bool json_in_open(struct json_in *in, struct text message);
void json_in_close(struct json_in *in);

// Wraps a tree, which stays the caller's. NULL has no members.
struct json_in json_in_of(json_t *object);

struct json_in_member json_in_find(const struct json_in *in, const char *name);

// At most `max` bytes.
bool json_in_text(const struct json_in *in, const char *name, size_t max, struct text *out,
                  struct reason *why);
bool json_in_number(const struct json_in *in, const char *name, int64_t low, int64_t high,
                    int64_t *out, struct reason *why);

#endif
