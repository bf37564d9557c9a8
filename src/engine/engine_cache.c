#include "engine/engine_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct engine_cache {
    pthread_mutex_t lock;                  // of what follows
    struct engine *idle[ENGINE_CACHE_MAX]; // the most recently used last
    unsigned count, room;
};

struct engine_cache *engine_cache_open(unsigned idle)
{
    struct engine_cache *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    if (pthread_mutex_init(&c->lock, NULL) != 0) {
        free(c);
        return NULL;
    }
    c->room = idle < ENGINE_CACHE_MAX ? idle : ENGINE_CACHE_MAX;
    return c;
}

void engine_cache_close(struct engine_cache *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->count; i++)
        engine_close(c->idle[i]);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

// Takes one out of the list. The caller holds the lock.
static struct engine *remove_at(struct engine_cache *c, unsigned at)
{
    struct engine *e = c->idle[at];
    c->count--;
    memmove(&c->idle[at], &c->idle[at + 1], (c->count - at) * sizeof *c->idle);
    return e;
}

struct engine *engine_cache_take(struct engine_cache *c, const struct config *config)
{
    struct engine *e = NULL;
    pthread_mutex_lock(&c->lock);
    for (unsigned i = c->count; i-- > 0 && !e;)
        if (engine_serves(c->idle[i], config))
            e = remove_at(c, i);
    pthread_mutex_unlock(&c->lock);
    return e ? e : engine_open(config);
}

void engine_cache_give(struct engine_cache *c, struct engine *e)
{
    struct engine *old = e;
    pthread_mutex_lock(&c->lock);
    if (c->room) {
        old = c->count == c->room ? remove_at(c, 0) : NULL;
        c->idle[c->count++] = e;
    }
    pthread_mutex_unlock(&c->lock);
    engine_close(old);
}

bool engine_cache_best(struct engine_cache *c, const struct config *config,
                       const struct state *view, unsigned seat,
                       const struct engine_options *options, struct rng *r,
                       struct engine_result *out)
{
    struct engine *e = engine_cache_take(c, config);
    if (!e)
        return engine_pass(config, view, seat, out);
    bool found = engine_best(e, view, seat, options, r, out);
    engine_cache_give(c, e);
    return found;
}
