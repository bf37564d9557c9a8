// fair_queue: start-time fair queueing over the owners of jobs. Each owner has a virtual time that
// advances by the cost of each job taken; the next job is that of the owner with the earliest time.
// An owner with a thousand jobs is served as often as one with a single job. FIFO within an owner.
// Jobs are intrusive: the caller owns them.
//
//     struct fair_queue q = {.limit = 256, .owner_limit = 32};
//     struct fair_place place = {.owner = 7, .cost = 10}; // a member of the caller's job
//     ok = fair_queue_put(&q, &place) && fair_queue_take(&q) == &place;
//     fair_queue_release(&q);
//
// Pure: no clock, no threads; the same calls give the same order.
#ifndef LOGOMACHY_SERVER_RUNTIME_FAIR_QUEUE_H
#define LOGOMACHY_SERVER_RUNTIME_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

// A link in the queue, embedded in the job.
struct fair_place {
    uint64_t owner;          // 0 is an owner like any other
    uint32_t cost;           // in any unit; 0 counts as 1
    struct fair_place *next; // used by the queue
};

struct fair_owner;

struct fair_queue {
    unsigned limit;       // jobs; twice as many for owners without a waiting job
    unsigned owner_limit; // jobs of one owner; 0: only `limit` applies
    unsigned waiting;
    uint64_t now;              // virtual time of the last job taken
    struct fair_owner *owners; // with waiting jobs, or ahead of the virtual time; owned
};

// Backpressure: false when a limit is reached, or without memory.
bool fair_queue_put(struct fair_queue *q, struct fair_place *place);

struct fair_place *fair_queue_take(struct fair_queue *q); // NULL: empty

void fair_queue_release(struct fair_queue *q); // does not free the jobs

#endif
