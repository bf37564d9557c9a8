// crew: work that several threads do at once. Where there are no threads (a browser), or no more of
// them, the calling one works alone: a crew makes things faster and never anything else.
//
//     static void work(void *context, unsigned number) {...}
//     workers_run(4, work, NULL, &what_they_share); // returns when all are done
#ifndef LOGOMACHY_ENGINE_WORKERS_H
#define LOGOMACHY_ENGINE_WORKERS_H

enum { WORKERS_MAX = 64 };

// Calls `work` in each thread, with its number. The calling one is number 0 and always there; of
// the others some may be missing. Only the calling thread may ask whether to stop, so when it has
// no more work it goes on to call `watch` every now and then until the others are done; NULL where
// they end soon by themselves.
void workers_run(unsigned threads, void (*work)(void *context, unsigned number),
                 void (*watch)(void *context), void *context);

#endif
