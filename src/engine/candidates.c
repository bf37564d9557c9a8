#include "engine/candidates.h"

#include <string.h>

static char *at(const struct candidates *c, unsigned i)
{
    return (char *)c->item + i * c->size;
}

// How many of the first `count` items are at least as good.
static unsigned rank_of(const struct candidates *c, unsigned count, double value)
{
    while (count > 0 && c->value(at(c, count - 1)) < value)
        count--;
    return count;
}

bool candidates_takes(const struct candidates *c, double value)
{
    return c->count < c->room || (c->room && value > c->value(at(c, c->room - 1)));
}

void candidates_offer(struct candidates *c, const void *item)
{
    double value = c->value(item);
    if (!candidates_takes(c, value))
        return;
    unsigned rank = rank_of(c, c->count, value);
    if (c->count < c->room)
        c->count++;
    memmove(at(c, rank + 1), at(c, rank), (c->count - 1 - rank) * c->size);
    memcpy(at(c, rank), item, c->size);
}

static void swap(char *a, char *b, size_t size)
{
    char part[64];
    for (size_t done = 0, len; done < size; done += len) {
        len = size - done < sizeof part ? size - done : sizeof part;
        memcpy(part, a + done, len);
        memcpy(a + done, b + done, len);
        memcpy(b + done, part, len);
    }
}

// Insertion sort: there are few, and most are in order.
void candidates_sort(struct candidates *c)
{
    for (unsigned i = 1; i < c->count; i++) {
        unsigned rank = rank_of(c, i, c->value(at(c, i)));
        for (unsigned k = i; k > rank; k--)
            swap(at(c, k - 1), at(c, k), c->size);
    }
}
