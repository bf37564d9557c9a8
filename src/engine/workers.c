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

struct hand {
    pthread_t thread;
    void (*work)(void *context, unsigned number);
    void *context;
    unsigned number;
    atomic_uint *busy; // threads that still work
};

static void *begin(void *context)
{
    const struct hand *h = context;
    h->work(h->context, h->number);
    atomic_fetch_sub(h->busy, 1);
    return NULL;
}

static void wait_for(atomic_uint *busy, void (*watch)(void *context), void *context)
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
    struct hand hand[WORKERS_MAX];
    atomic_uint busy = 0;
    unsigned hands = 1;
    while (hands < threads && hands < WORKERS_MAX) {
        hand[hands] =
            (struct hand){.work = work, .context = context, .number = hands, .busy = &busy};
        atomic_fetch_add(&busy, 1);
        if (pthread_create(&hand[hands].thread, NULL, begin, &hand[hands]) != 0) {
            atomic_fetch_sub(&busy, 1);
            break;
        }
        hands++;
    }
    work(context, 0);
    wait_for(&busy, watch, context);
    while (--hands > 0)
        pthread_join(hand[hands].thread, NULL);
}

#endif
