#include "proto/json_load.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

// The library reads on past the end of a string when there is no memory for it in the middle. So
// all that a tree can take is reserved before it is built: where malloc() fails then, the library
// gets memory from the reserve, and what it has built is thrown away afterwards.
struct reserve {
    char *at;
    size_t size, used; // used: 0 unless malloc() has failed
};

static _Thread_local struct reserve reserve;

enum { VALUE_BYTES = 512, TEXT_BYTES = 8 }; // for each value, and for each byte of the text

static void *take(size_t size)
{
    const size_t unit = alignof(max_align_t);
    void *memory = size <= SIZE_MAX / 2 ? malloc(size) : NULL;
    size = (size + unit - 1) / unit * unit;
    if (memory || size > reserve.size - reserve.used)
        return memory;
    memory = reserve.at + reserve.used;
    reserve.used += size;
    return memory;
}

static void give_back(void *memory)
{
    uintptr_t at = (uintptr_t)memory, begin = (uintptr_t)reserve.at;
    if (!reserve.at || at < begin || at >= begin + reserve.size)
        free(memory);
}

void json_load_init(void)
{
    json_set_alloc_funcs(take, give_back);
}

// The number of values in the text; SIZE_MAX where it is beyond the bounds.
static size_t count_values(struct text t)
{
    size_t values = 1, depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < t.len; i++) {
        char c = t.at[i];
        if (in_string) {
            i += c == '\\';
            in_string = c != '"';
            continue;
        }
        in_string = c == '"';
        depth += c == '{' || c == '[';
        depth -= depth && (c == '}' || c == ']');
        values += c == ',' || c == '[' || c == '{';
        if (values > JSON_VALUES_MAX || depth > JSON_DEPTH_MAX)
            return SIZE_MAX;
    }
    return values;
}

bool json_is_small(struct text t)
{
    return count_values(t) != SIZE_MAX;
}

static enum json_loaded judge(const json_t *tree, bool exhausted)
{
    if (exhausted)
        return JSON_NO_MEMORY;
    return json_is_object(tree) ? JSON_LOADED : JSON_MALFORMED;
}

enum json_loaded json_load(struct text t, json_t **object, json_error_t *error)
{
    size_t values = count_values(t);
    *object = NULL;
    if (values == SIZE_MAX)
        return JSON_TOO_MUCH;
    size_t size = values * VALUE_BYTES + t.len * TEXT_BYTES;
    reserve = (struct reserve){.at = malloc(size), .size = size};
    if (!reserve.at)
        return JSON_NO_MEMORY;
    *object = json_loadb(t.at, t.len, JSON_REJECT_DUPLICATES, error);
    enum json_loaded result = judge(*object, reserve.used > 0);
    if (result != JSON_LOADED) {
        json_decref(*object);
        *object = NULL;
    }
    free(reserve.at);
    reserve = (struct reserve){0};
    return result;
}
