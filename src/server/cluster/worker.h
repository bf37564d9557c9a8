// worker: a process that does nothing but search, for all the sites on its bus. It is asked for a
// search (proto/search_job.h) and answers at once whether it takes it: there is one thread for each
// search and no queue, so a job never waits here while another worker is free, and whoever asks
// knows at once where he stands. Of several threads one is kept for moves. While it searches it
// says so now and then; the result goes to the subject that the job names.
//
//     struct worker *w = worker_open(&options, &why);
//     worker_run(w);              // until SIGTERM or SIGINT, and what was taken is done
//     worker_close(w);
//
// It keeps nothing and owns nothing: it can be started, stopped and killed at any time.
#ifndef LOGOMACHY_SERVER_CLUSTER_WORKER_H
#define LOGOMACHY_SERVER_CLUSTER_WORKER_H

#include "base/reason.h"

struct shelf;
struct worker;

enum { WORKER_THREADS = 63 }; // at most

// How often it says that it is still at a job, and from when on that is believed no longer.
enum { WORKER_BEAT_MS = 250, WORKER_LOST_MS = 1500 };

struct worker_options {
    const char *bus;
    const struct shelf *shelf; // borrowed
    unsigned threads;          // 0: one for each processor
};

// NULL where something cannot be opened. The bus may be away: it is waited for.
struct worker *worker_open(const struct worker_options *options, struct reason *why);

unsigned worker_threads(const struct worker *w);

// A second signal ends what is being searched, too.
void worker_run(struct worker *w);

void worker_close(struct worker *w);

#endif
