#include "cli/terminal/think.h"

#include "cli/think.h"

#include <signal.h>

enum { SECONDS = 1 };

static bool is_over(void *context)
{
    const struct thinker *t = context;
    return atomic_load(&t->stop) || think_now() >= t->end;
}

static void *run(void *context)
{
    struct thinker *t = context;
    struct engine_options options = {
        .level = t->level, .stop = is_over, .context = t, .seconds = SECONDS};
    struct engine_result result;
    t->found = t->engine ? engine_best(t->engine, &t->view, t->seat, &options, &t->rng, &result)
                         : engine_pass(t->config, &t->view, t->seat, &result);
    t->move = result.move;
    atomic_store(&t->done, true);
    return NULL;
}

// Blocks signals in the search thread: the thread of the terminal handles them.
static bool start(struct thinker *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&t->thread, NULL, run, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

void thinker_begin(struct thinker *t, const struct config *c, const struct state *s, unsigned seat,
                   unsigned level, const struct rng *rng)
{
    thinker_give_up(t);
    t->config = c;
    if (!t->engine)
        t->engine = engine_open(c);
    c->rules->view(c, s, seat, &t->view);
    t->seat = seat;
    t->level = level;
    t->rng = *rng;
    t->end = think_now() + SECONDS;
    t->busy = true;
    atomic_store(&t->done, false);
    atomic_store(&t->stop, false);
    t->threaded = start(t);
    if (!t->threaded)
        run(t);
}

bool thinker_done(const struct thinker *t)
{
    return t->busy && atomic_load(&t->done);
}

static void join(struct thinker *t)
{
    if (t->busy && t->threaded)
        pthread_join(t->thread, NULL);
    t->busy = false;
}

bool thinker_take(struct thinker *t, struct rng *rng, struct action *move)
{
    join(t);
    *rng = t->rng;
    if (t->found)
        *move = t->move;
    return t->found;
}

void thinker_give_up(struct thinker *t)
{
    atomic_store(&t->stop, true);
    join(t);
}

void thinker_release(struct thinker *t)
{
    thinker_give_up(t);
    engine_close(t->engine);
    t->engine = NULL;
}
