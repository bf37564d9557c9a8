// json_in: a JSON object that a client sent, member by member. What is said with every move is flat
// and has no escapes: its texts are taken from where they lie, and no tree is made, which was a
// quarter of the work of a move. Whatever is not like that is left to jansson, which also decides
// what is refused; so both read the same.
//
//     struct json_in in;
//     if (json_in_open(&in, message) && json_in_text(&in, "move", 40, &move, &why)) ...
//     json_in_close(&in);
//
// A member that is not there, or is null, leaves `out` as it is; one of another type, or out of
// bounds, is refused by name.
#ifndef LOGOMACHY_PROTO_JSON_IN_H
#define LOGOMACHY_PROTO_JSON_IN_H

#include "base/reason.h"

#include <jansson.h>

enum { JSON_IN_MEMBERS = 12 }; // as many are read without a tree

enum json_in_kind {
    JSON_IN_NONE, // not there
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
    struct text name, text; // borrowed from the message, or from the tree
};

struct json_in {
    struct json_in_member member[JSON_IN_MEMBERS];
    unsigned members;
    json_t *tree; // instead of the members; or NULL
};

// False where the message is not one JSON object in UTF-8 with different names, or is beyond the
// bounds of json_load.h; nothing is to be
// closed then. The message must stay until json_in_close().
bool json_in_open(struct json_in *in, struct text message);
void json_in_close(struct json_in *in);

// The same of an object that was read before, and is not closed with it. NULL has no members.
struct json_in json_in_of(json_t *object);

struct json_in_member json_in_find(const struct json_in *in, const char *name);

// `max` bytes at most.
bool json_in_text(const struct json_in *in, const char *name, size_t max, struct text *out,
                  struct reason *why);
bool json_in_number(const struct json_in *in, const char *name, int64_t low, int64_t high,
                    int64_t *out, struct reason *why);

#endif
