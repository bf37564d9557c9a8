// fair_queue: what waits for a thread, in an order that is fair to its owners. Start-time fair
// queueing: each owner has a virtual time that goes on by the cost of what is taken for it, and the
// next thing taken is that of the owner whose time is the earliest. Whoever has a thousand things
// waiting is served as often as whoever has one; within an owner the order is first in, first out.
//
//     struct fair_queue q = {.limit = 256, .owner_limit = 32};
//     if (!fair_queue_put(&q, &job->place)) ...too much waits...
//     struct fair_place *next = fair_queue_take(&q);
//
// Pure: no clock, no threads; the same calls give the same order.
#ifndef LOGOMACHY_SERVER_RUNTIME_FAIR_QUEUE_H
#define LOGOMACHY_SERVER_RUNTIME_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

// A place in the queue, part of whatever waits.
struct fair_place {
    uint64_t owner;          // who it is for; 0 is an owner like any other
    uint32_t cost;           // what it takes, in any unit; 0 counts as 1
    struct fair_place *next; // the queue's
};

struct fair_owner;

struct fair_queue {
    unsigned limit;       // things that wait; as many again where their owners have nothing waiting
    unsigned owner_limit; // things that wait for one owner; 0: no bound but `limit`
    unsigned waiting;
    uint64_t now;              // virtual time: that of what was taken last
    struct fair_owner *owners; // who waits, and who was served more than their share; owned
};

// False where the bounds are reached, or there is no memory.
bool fair_queue_put(struct fair_queue *q, struct fair_place *place);

struct fair_place *fair_queue_take(struct fair_queue *q); // NULL: nothing waits

void fair_queue_release(struct fair_queue *q); // not what waits

#endif
