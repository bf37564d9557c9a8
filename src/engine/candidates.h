// candidates: the best of what a search is offered, as many as there is room for. There are two
// kinds: a *list*, best first, and a *pool*, in no order, which is cheaper to keep where it is
// large and offered much.
//
// A list ranks the caller's items by a value; of equal ones the one that came first is the better.
//
//     struct move { int square; double value; } best[4];
//     double (*value_of)(const void *item) = NULL; /* of a struct move */
//     struct candidates list = {.item = best, .size = sizeof *best, .room = 4, .value = value_of};
//     if (value_of) {
//         candidates_offer(&list, &(struct move){12, 0.5});
//         ok = list.count == 1 && best[0].square == 12;
//     }
//
// A pool has the values only, each with a number that says where the caller keeps its item. Once it
// is full, a better one takes the place of the least.
//
//     float value[8];
//     unsigned where[8];
//     struct candidate_pool pool = {.value = value, .room = 8};
//     if (candidate_pool_takes(&pool, 0.25F))
//         where[candidate_pool_put(&pool, 0.25F)] = 12;
//     ok = pool.count == 1 && where[0] == 12;
#ifndef LOGOMACHY_ENGINE_CANDIDATES_H
#define LOGOMACHY_ENGINE_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

struct candidates {
    void *item;  // the caller's, best first
    size_t size; // of an item
    unsigned count, room;
    double (*value)(const void *item);
};

// Would an item of this value get in?
bool candidates_takes(const struct candidates *c, double value);

// Copies the item into its place, if it gets in.
void candidates_offer(struct candidates *c, const void *item);

// Sorts the items again after their values have changed. Equal ones keep their order.
void candidates_sort(struct candidates *c);

struct candidate_pool {
    float *value; // the caller's
    unsigned count, room;
    unsigned least; // index of the least value, the first of equal ones, once the pool is full
};

static inline bool candidate_pool_takes(const struct candidate_pool *p, float value)
{
    return p->count < p->room || value > p->value[p->least];
}

// Only where the pool takes the value. Returns its index.
static inline unsigned candidate_pool_put(struct candidate_pool *p, float value)
{
    unsigned at = p->count < p->room ? p->count++ : p->least;
    p->value[at] = value;
    if (p->count < p->room)
        return at;
    p->least = 0;
    for (unsigned i = 1; i < p->count; i++)
        if (p->value[i] < p->value[p->least])
            p->least = i;
    return at;
}

#endif
