#include "engine/workers.h"

#if defined(__wasm__) && !defined(__EMSCRIPTEN_PTHREADS__)

void workers_run(unsigned threads, void (*work)(void *context, unsigned number),
                 void (*watch)(void *context), void *context)
{
    (void)threads;
    (void)watch;
    work(context, 0);
}

#else

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

struct worker {
    pthread_t thread;
    void (*work)(void *context, unsigned number);
    void *context;
    unsigned number;
    atomic_uint *busy; // threads that still work
};

static void *run_worker(void *context)
{
    const struct worker *w = context;
    w->work(w->context, w->number);
    atomic_fetch_sub(w->busy, 1);
    return NULL;
}

static void wait_for_workers(atomic_uint *busy, void (*watch)(void *context), void *context)
{
    long nap = 20000; // ns, then longer: mostly the others are nearly done
    while (watch && atomic_load(busy) > 0) {
        watch(context);
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
        if (nap < 1000000)
            nap += nap / 2;
    }
}

void workers_run(unsigned threads, void (*work)(void *context, unsigned number),
                 void (*watch)(void *context), void *context)
{
    struct worker worker[WORKERS_MAX];
    atomic_uint busy = 0;
    unsigned workers = 1;
    while (workers < threads && workers < WORKERS_MAX) {
        worker[workers] =
            (struct worker){.work = work, .context = context, .number = workers, .busy = &busy};
        atomic_fetch_add(&busy, 1);
        if (pthread_create(&worker[workers].thread, NULL, run_worker, &worker[workers]) != 0) {
            atomic_fetch_sub(&busy, 1);
            break;
        }
        workers++;
    }
    work(context, 0);
    wait_for_workers(&busy, watch, context);
    while (--workers > 0)
        pthread_join(worker[workers].thread, NULL);
}

#endif
