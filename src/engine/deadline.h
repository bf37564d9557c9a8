// deadline: when a search has to end. Every engine asks here, so that all of them treat the
// caller's stop() and node limit alike.
//
// A *deadline* belongs to a search and is shared by its workers. It has passed once stop() has
// returned true. Only the calling thread polls, so stop() need not be thread-safe; the others see a
// flag. A *watch* belongs to one worker and one limit of nodes, which it counts. Its verdict
// is final: once a watch is over, it stays so.
//
//     struct engine_options options = {.level = ENGINE_LEVELS, .max_nodes = 1000};
//     struct deadline deadline;
//     deadline_init(&deadline, &options, 4);
//     struct deadline_watch watch = deadline_watch(&deadline, 0, deadline_nodes(&options, 5000));
//     while (!deadline_enter(&watch))
//         ; /* search a node */
//     ok = watch.nodes == 1000 && watch.over && !deadline_passed(&deadline);
#ifndef LOGOMACHY_ENGINE_DEADLINE_H
#define LOGOMACHY_ENGINE_DEADLINE_H

#include "engine/engine.h"

#include <stdatomic.h>

#define DEADLINE_NO_LIMIT UINT64_MAX // of nodes

struct deadline {
    bool (*stop)(void *context); // NULL: only limits of nodes apply
    void *context;
    unsigned stride; // questions between two calls of stop()
    atomic_bool passed;
};

struct deadline_watch {
    struct deadline *deadline;
    uint64_t nodes, most_nodes;
    unsigned asked; // since stop() was called
    bool polls;     // the calling thread's
    bool over;      // the worker has to stop, and what it finds from now on is invalid
};

// `stride`: 1 where a node takes long, more where calling stop() for each would take a share of the
// time.
void deadline_init(struct deadline *d, const struct engine_options *options, unsigned stride);

// The limit of nodes: the caller's; with a clock none; else `quiet`, the engine's own.
uint64_t deadline_nodes(const struct engine_options *options, uint64_t quiet);

// For worker 0, the calling thread, or another. The deadline outlives the watch.
struct deadline_watch deadline_watch(struct deadline *d, unsigned worker, uint64_t most_nodes);

// Is it time to stop? Counts no node: for long work within one. A limit that is used up ends this
// watch alone, so that several limits can share a deadline.
bool deadline_poll(struct deadline_watch *w);

// Counts a node and asks the same.
static inline bool deadline_enter(struct deadline_watch *w)
{
    w->nodes++;
    return deadline_poll(w);
}

// The same where the nodes are counted elsewhere, as by all workers together.
static inline bool deadline_reach(struct deadline_watch *w, uint64_t nodes)
{
    w->nodes = nodes;
    return deadline_poll(w);
}

// Ends the search for all workers: one has the answer, or memory ran out.
void deadline_pass(struct deadline *d);
bool deadline_passed(const struct deadline *d);

#endif
