// engine_cache: engine instances for a process that thinks about many games, such as a server. A
// search takes an idle instance for an equal config, or opens one, and gives it back. A bounded
// number of idle ones is kept; the least recently used is closed first. Threads may share a cache.
//
// After a game an idle instance holds 0.1 to 1.5 MB in Balda, 0.8 to 3 MB in Bali and 0.4 to 3.2 MB
// in the Word Game, there with a word map more (bench/engine.c).
//
//     struct engine_cache *cache = engine_cache_open(4);
//     struct engine *engine = cache ? engine_cache_take(cache, config) : NULL;
//     if (engine)
//         engine_cache_give(cache, engine);
//     engine_cache_close(cache);
//
// Instances borrow their lexicons: the cache is closed before these are.
#ifndef LOGOMACHY_ENGINE_ENGINE_CACHE_H
#define LOGOMACHY_ENGINE_ENGINE_CACHE_H

#include "engine/engine.h"

enum { ENGINE_CACHE_MAX = 64 };

// Keeps at most `idle` idle instances, ENGINE_CACHE_MAX at most. NULL: no memory.
struct engine_cache *engine_cache_open(unsigned idle);

// All instances have been given back. NULL is ignored.
void engine_cache_close(struct engine_cache *c);

// The caller's until it is given back. NULL: no memory.
struct engine *engine_cache_take(struct engine_cache *c, const struct config *config);
void engine_cache_give(struct engine_cache *c, struct engine *e);

// engine_best() with an instance of the cache. Without memory for one it passes.
bool engine_cache_best(struct engine_cache *c, const struct config *config,
                       const struct state *view, unsigned seat,
                       const struct engine_options *options, struct rng *r,
                       struct engine_result *out);

#endif
