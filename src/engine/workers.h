// workers: runs one function in several threads at once. Where there are no threads (a browser), or
// no more of them, the calling thread works alone: more workers make a search faster, never
// different in kind.
//
//     void (*work)(void *context, unsigned number) = NULL; /* a function of the caller */
//     int shared = 0;
//     if (work)
//         workers_run(4, work, NULL, &shared); /* returns when all are done */
#ifndef LOGOMACHY_ENGINE_WORKERS_H
#define LOGOMACHY_ENGINE_WORKERS_H

enum { WORKERS_MAX = 64 };

// Calls `work` in each thread, with its number. The calling thread is number 0; others may be
// missing where the system has no more. Only the calling thread polls the clock, so once its own
// work is done it calls `watch` now and then until the others are done. NULL: they end soon by
// themselves.
void workers_run(unsigned threads, void (*work)(void *context, unsigned number),
                 void (*watch)(void *context), void *context);

#endif
