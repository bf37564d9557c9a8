#include "proto/json_member.h"

#include <string.h>

static json_t *find(json_t *from, const char *name)
{
    json_t *value = json_object_get(from, name);
    return json_is_null(value) ? NULL : value;
}

bool json_take_text(json_t *from, const char *name, size_t max, struct text *out,
                    struct reason *why)
{
    json_t *value = find(from, name);
    if (!value)
        return true;
    size_t len = json_string_length(value);
    if (!json_is_string(value) || len > max || strlen(json_string_value(value)) != len)
        return refuse(why, MSG_API_WANTS_TEXT, "%s\t%zu", name, max);
    *out = (struct text){json_string_value(value), len};
    return true;
}

bool json_take_number(json_t *from, const char *name, int64_t low, int64_t high, int64_t *out,
                      struct reason *why)
{
    json_t *value = find(from, name);
    if (!value)
        return true;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < low || number > high)
        return refuse(why, MSG_API_WANTS_NUMBER, "%s\t%lld\t%lld", name, (long long)low,
                      (long long)high);
    *out = number;
    return true;
}

bool json_take_bool(json_t *from, const char *name, bool *out, struct reason *why)
{
    json_t *value = find(from, name);
    if (!value)
        return true;
    if (!json_is_boolean(value))
        return refuse(why, MSG_API_WANTS_BOOL, "%s", name);
    *out = json_is_true(value);
    return true;
}
