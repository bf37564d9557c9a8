// remote: searches that workers (server/cluster/worker.h) do for this process, over the bus. It is
// always possible that none can be had: then, and where one dies in the middle, or says what the
// rules do not let through, whoever asked is told so and searches himself. Nothing is waited for
// longer than the search would take, and three seconds.
//
//     job->search = ...game, view, seat, level, ms, seed...;
//     job->done = thought_through;
//     if (!remote_ask(app->remote, job)) ...nobody is there: search in the pool...
//
//     static void thought_through(struct remote_job *job, bool found)   // on the loop
//     {
//         if (found) ...job->found... else ...search in the pool...
//     }
//
// While nobody answers only now and then somebody is asked, so that this costs no time. All of it
// is on the loop's thread.
#ifndef LOGOMACHY_SERVER_CLUSTER_REMOTE_H
#define LOGOMACHY_SERVER_CLUSTER_REMOTE_H

#include "proto/search_answer.h"

struct bus;
struct remote;

struct remote_job {
    struct search_job search; // but for name, reply and until
    void (*done)(struct remote_job *job, bool found);
    void *context;
    struct engine_result found;
    uint64_t owner; // on whose behalf, see owner.h

    // The remote's own.
    struct remote *remote; // NULL: it is not with it
    unsigned slot, tries;
    uint64_t request; // of the bus; 0: a worker has taken it
    uint64_t asked, heard;
};

// How it goes with the workers, as far as it is known.
enum remote_state { REMOTE_UNTRIED, REMOTE_WORKING, REMOTE_BUSY, REMOTE_NONE };

// For a bus that is shared. NULL where there is no memory. The bus is borrowed.
struct remote *remote_open(struct bus *bus, struct reason *why);

// While workers are too busy for what they are asked, nobody gets more than a few of them at a
// time.
//
// The job belongs to the remote until done() is called, which is never before this returns. False:
// do it yourself, done() is not called. NULL is no remote.
bool remote_ask(struct remote *r, struct remote_job *job);

// Nobody wants it any more: done() is not called, and the worker that is at it is told to stop.
// False where the job is not with the remote.
bool remote_drop(struct remote_job *job);

// Is there any sense in asking now? remote_ask() would say no where this does.
bool remote_may_ask(const struct remote *r);

// Called often: gives up what was not heard of for too long.
void remote_tick(struct remote *r);

enum remote_state remote_state(const struct remote *r); // of NULL: REMOTE_NONE
const char *remote_state_key(enum remote_state state);  // "working", "busy"...

// Whatever is under way is done(), with nothing found.
void remote_close(struct remote *r);

#endif
