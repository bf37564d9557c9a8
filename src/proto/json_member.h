// json_member: typed members of a JSON tree sent by a client. A missing or null member leaves `out`
// unchanged; one of another type, or out of bounds, is refused by name. A NULL object has no
// members.
//
//     json_t *from = NULL; /* json_load() */
//     int64_t limit = 20;
//     ok = json_take_number(from, "limit", 1, 100, &limit, &why);
#ifndef LOGOMACHY_PROTO_JSON_MEMBER_H
#define LOGOMACHY_PROTO_JSON_MEMBER_H

#include "base/reason.h"

#include <jansson.h>

// The text is borrowed from the object; at most `max` bytes.
bool json_take_text(json_t *from, const char *name, size_t max, struct text *out,
                    struct reason *why);
bool json_take_number(json_t *from, const char *name, int64_t low, int64_t high, int64_t *out,
                      struct reason *why);
bool json_take_bool(json_t *from, const char *name, bool *out, struct reason *why);

#endif
