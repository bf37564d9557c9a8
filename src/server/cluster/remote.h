// remote: searches that worker processes (worker.h) do for this one, over the bus. Best effort: if
// no worker is free, one dies, or its move is illegal, done() says so and the caller searches in
// the local pool. A job takes at most its own time and three seconds. While no worker answers, one
// is asked only now and then. Everything here runs on the loop's thread.
//
//     static struct remote_job job; /* its search filled in, and done() */
//     struct remote *remote = NULL;
//     if (!remote_ask(remote, &job))
//         ok = false; /* no worker: search in the pool */
#ifndef LOGOMACHY_SERVER_CLUSTER_REMOTE_H
#define LOGOMACHY_SERVER_CLUSTER_REMOTE_H

#include "proto/search_answer.h"

struct bus;
struct remote;

struct remote_job {
    struct search_job search; // but for name and reply
    void (*done)(struct remote_job *job, bool found);
    void *context;
    struct engine_result found;
    uint64_t owner; // on whose behalf, see owner.h

    // The remote's own.
    struct remote *remote; // NULL: it is not with it
    unsigned slot, tries;
    uint64_t request; // of the bus; 0: a worker has taken it
    uint64_t asked, last_received;
};

// The state of the workers, as far as it is known.
enum remote_state { REMOTE_UNTRIED, REMOTE_WORKING, REMOTE_BUSY, REMOTE_NONE };

// For a shared bus, which is borrowed. NULL: no memory.
struct remote *remote_open(struct bus *bus, struct reason *why);

// While the workers are overloaded, each owner gets only a few of them at a time.
//
// The job belongs to the remote until done() is called, which is never before this returns. False:
// done() is not called, and the caller has to search by itself. `r` may be NULL.
bool remote_ask(struct remote *r, struct remote_job *job);

// Cancels the job: done() is not called, and its worker is told to stop. False if the job is not
// with the remote.
bool remote_drop(struct remote_job *job);

// Is it worth asking now? If not, remote_ask() would return false.
bool remote_may_ask(const struct remote *r);

// Called often: gives up jobs whose workers have been silent for too long.
void remote_tick(struct remote *r);

enum remote_state remote_state(const struct remote *r); // of NULL: REMOTE_NONE
const char *remote_state_key(enum remote_state state);  // "working", "busy"...

// Ends all jobs: done() is called, with nothing found.
void remote_close(struct remote *r);

#endif
