#include "server/runtime/fair_queue.h"

#include <stdlib.h>

struct fair_owner {
    uint64_t owner;
    uint64_t start; // virtual time from which the next thing of the owner is served
    unsigned waiting;
    struct fair_place *first, **end;
    struct fair_owner *next;
};

// Where the owner is, or would be added.
static struct fair_owner **find(struct fair_queue *q, uint64_t owner)
{
    struct fair_owner **at = &q->owners;
    while (*at && (*at)->owner != owner)
        at = &(*at)->next;
    return at;
}

static bool has_room(const struct fair_queue *q, const struct fair_owner *o)
{
    unsigned own = o ? o->waiting : 0;
    if (q->owner_limit && own >= q->owner_limit)
        return false;
    return q->waiting < (own ? q->limit : 2 * q->limit);
}

static struct fair_owner *new_owner(const struct fair_queue *q, uint64_t owner)
{
    struct fair_owner *o = calloc(1, sizeof *o);
    if (o)
        *o = (struct fair_owner){.owner = owner, .start = q->now};
    return o;
}

bool fair_queue_put(struct fair_queue *q, struct fair_place *place)
{
    struct fair_owner **at = find(q, place->owner);
    if (!has_room(q, *at) || (!*at && !(*at = new_owner(q, place->owner))))
        return false;
    struct fair_owner *o = *at;
    // Time in which an owner wanted nothing is not saved up.
    if (!o->waiting && o->start < q->now)
        o->start = q->now;
    place->next = NULL;
    if (o->waiting)
        *o->end = place;
    else
        o->first = place;
    o->end = &place->next;
    o->waiting++;
    q->waiting++;
    return true;
}

// Of owners that are equally early, the one that came first.
static struct fair_owner *earliest(const struct fair_queue *q)
{
    struct fair_owner *best = NULL;
    for (struct fair_owner *o = q->owners; o; o = o->next)
        if (o->waiting && (!best || o->start < best->start))
            best = o;
    return best;
}

// Forgets owners without waiting jobs that are not ahead of the virtual time; all of them when the
// queue is empty, since no owner was kept waiting.
static void forget_settled(struct fair_queue *q)
{
    struct fair_owner **at = &q->owners, *o;
    while ((o = *at)) {
        if (o->waiting || (o->start > q->now && q->waiting)) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        free(o);
    }
}

// To the end of the list: round robin among owners with the same virtual time.
static void move_to_end(struct fair_queue *q, struct fair_owner *o)
{
    struct fair_owner **at = &q->owners;
    while (*at != o)
        at = &(*at)->next;
    *at = o->next;
    while (*at)
        at = &(*at)->next;
    o->next = NULL;
    *at = o;
}

struct fair_place *fair_queue_take(struct fair_queue *q)
{
    struct fair_owner *o = earliest(q);
    if (!o)
        return NULL;
    struct fair_place *place = o->first;
    o->first = place->next;
    o->waiting--;
    q->waiting--;
    q->now = o->start;
    o->start += place->cost ? place->cost : 1;
    place->next = NULL;
    move_to_end(q, o);
    forget_settled(q);
    return place;
}

void fair_queue_release(struct fair_queue *q)
{
    for (struct fair_owner *o = q->owners, *next; o; o = next) {
        next = o->next;
        free(o);
    }
    q->owners = NULL;
    q->waiting = 0;
}
