#include "search/crew.h"

#if defined(__wasm__) && !defined(__EMSCRIPTEN_PTHREADS__)

void crew_run(unsigned threads, void (*work)(void *context, unsigned number), void *context)
{
    (void)threads;
    work(context, 0);
}

#else

#include <pthread.h>

struct hand {
    pthread_t thread;
    void (*work)(void *context, unsigned number);
    void *context;
    unsigned number;
};

static void *begin(void *context)
{
    const struct hand *h = context;
    h->work(h->context, h->number);
    return NULL;
}

void crew_run(unsigned threads, void (*work)(void *context, unsigned number), void *context)
{
    struct hand hand[CREW_MAX];
    unsigned hands = 1;
    while (hands < threads && hands < CREW_MAX) {
        hand[hands] = (struct hand){.work = work, .context = context, .number = hands};
        if (pthread_create(&hand[hands].thread, NULL, begin, &hand[hands]) != 0)
            break;
        hands++;
    }
    work(context, 0);
    while (--hands > 0)
        pthread_join(hand[hands].thread, NULL);
}

#endif
