// worker: a process that only searches, for all sites on its bus. It answers a request
// (proto/search_job.h) at once with yes or no: one thread per search and no queue, so a job never
// waits here while another worker is free. With several threads one is reserved for moves. While it
// searches it sends heartbeats; the result goes to the reply subject that the job names.
//
// It is stateless and may be started, stopped and killed at any time.
//
//     struct worker_options options = {.bus = "nats://127.0.0.1"};
//     struct worker *w = worker_open(&options, &why);
//     worker_run(w); /* until SIGTERM or SIGINT, and running searches are done */
//     worker_close(w);
#ifndef LOGOMACHY_SERVER_CLUSTER_WORKER_H
#define LOGOMACHY_SERVER_CLUSTER_WORKER_H

#include "base/reason.h"

struct search_path;
struct worker;

enum { WORKER_THREADS = 63 }; // at most

// The interval of the heartbeats during a job, and the silence after which a worker counts as lost.
enum { WORKER_BEAT_MS = 250, WORKER_LOST_MS = 1500 };

struct worker_options {
    const char *bus;
    const struct search_path *search_path; // borrowed
    unsigned threads;                      // 0: one for each processor
};

// NULL if something cannot be opened. If the bus is down, the worker waits for it.
struct worker *worker_open(const struct worker_options *options, struct reason *why);

unsigned worker_threads(const struct worker *w);

// A second signal also cancels the running searches.
void worker_run(struct worker *w);

void worker_close(struct worker *w);

#endif
