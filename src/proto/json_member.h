// json_member: what a client sent, member by member of a JSON object. A member that is not there,
// or is null, leaves `out` as it is; one of another type, or out of bounds, is refused by name. An
// object that is NULL has no members.
#ifndef LOGOMACHY_PROTO_JSON_MEMBER_H
#define LOGOMACHY_PROTO_JSON_MEMBER_H

#include "base/reason.h"

#include <jansson.h>

// The text is borrowed from the object. `max` bytes at most.
bool json_take_text(json_t *from, const char *name, size_t max, struct text *out,
                    struct reason *why);
bool json_take_number(json_t *from, const char *name, int64_t low, int64_t high, int64_t *out,
                      struct reason *why);
bool json_take_bool(json_t *from, const char *name, bool *out, struct reason *why);

#endif
