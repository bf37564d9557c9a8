// Any bytes as a message: what is read without the library is what the library reads.
#include "proto/json_in.h"

#include "base/bug.h"
#include "proto/json_load.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool is_same(const struct json_in_member *m, json_t *value)
{
    switch (m->kind) {
    case JSON_IN_NULL:
        return json_is_null(value);
    case JSON_IN_FALSE:
        return json_is_false(value);
    case JSON_IN_TRUE:
        return json_is_true(value);
    case JSON_IN_NUMBER:
        return json_is_integer(value) && json_integer_value(value) == m->number;
    case JSON_IN_TEXT:
        return json_is_string(value) && json_string_length(value) == m->text.len &&
               memcmp(json_string_value(value), m->text.at, m->text.len) == 0;
    case JSON_IN_NONE:
    case JSON_IN_OTHER:
        break;
    }
    return false;
}

static void compare(const struct json_in *in, json_t *tree)
{
    BUG_UNLESS(json_object_size(tree) == in->members);
    for (unsigned i = 0; i < in->members; i++) {
        const struct json_in_member *m = &in->member[i];
        json_t *value = NULL;
        for (void *at = json_object_iter(tree); at; at = json_object_iter_next(tree, at))
            if (text_is(m->name, json_object_iter_key(at)))
                value = json_object_iter_value(at);
        BUG_UNLESS(value && is_same(m, value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text message = {(const char *)bytes, size};
    struct json_in in;
    json_t *tree = json_loadb(message.at, message.len, JSON_REJECT_DUPLICATES, NULL);
    bool read = json_in_open(&in, message);
    BUG_UNLESS(read == (json_is_object(tree) && json_is_small(message)));
    if (read && !in.tree)
        compare(&in, tree);
    if (read)
        json_in_close(&in);
    json_decref(tree);
    return 0;
}
