#include "rules/action.h"

#include <string.h>

bool action_equal(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->len == b->len &&
           memcmp(a->data, b->data, a->len) == 0;
}
