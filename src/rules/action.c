#include "rules/action.h"

#include "base/bug.h"

#include <string.h>

bool action_equal(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->len == b->len &&
           memcmp(a->data, b->data, a->len) == 0;
}

void action_begin(struct action *a, unsigned kind, unsigned seat)
{
    *a = (struct action){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

bool action_put(struct action *a, unsigned byte)
{
    BUG_UNLESS(byte <= UINT8_MAX);
    if (a->len >= ACTION_BYTES)
        return false;
    a->data[a->len++] = (uint8_t)byte;
    return true;
}

bool action_put_bytes(struct action *a, const void *bytes, size_t count)
{
    if (a->len > ACTION_BYTES || count > (size_t)(ACTION_BYTES - a->len))
        return false;
    if (count)
        memcpy(a->data + a->len, bytes, count);
    a->len = (uint8_t)(a->len + count);
    return true;
}

void action_cut(struct action *a, unsigned len)
{
    BUG_UNLESS(len <= a->len && a->len <= ACTION_BYTES);
    memset(a->data + len, 0, a->len - len);
    a->len = (uint8_t)len;
}

void action_change(struct action *a, unsigned at, unsigned byte)
{
    BUG_UNLESS(at < a->len && a->len <= ACTION_BYTES && byte <= UINT8_MAX);
    a->data[at] = (uint8_t)byte;
}

struct action action_of(unsigned kind, unsigned seat, const void *bytes, size_t count)
{
    struct action a;
    action_begin(&a, kind, seat);
    BUG_UNLESS(action_put_bytes(&a, bytes, count));
    return a;
}
