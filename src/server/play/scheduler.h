// scheduler: finds due work in matches that are not in memory and loads them: clocks that run out
// soon and, where there are several processes, computers whose turn another process brought about.
// When this process acquires a lease, at its start or because another process is gone, it scans all
// running matches of the shard, since a computer may have been thinking.
//
//     struct scheduler *s = scheduler_open(NULL, NULL);
//     scheduler_free(s);
#ifndef LOGOMACHY_SERVER_PLAY_SCHEDULER_H
#define LOGOMACHY_SERVER_PLAY_SCHEDULER_H

#include "server/play/tables.h"

struct scheduler;

struct scheduler *scheduler_open(const struct play *play, struct tables *tables); // NULL: no memory
void scheduler_free(struct scheduler *s); // after the store is closed; NULL is none

// This process acquired the leases of these shards.
void scheduler_acquired(struct scheduler *s, uint64_t shards);

// Called often.
void scheduler_tick(struct scheduler *s);

#endif
