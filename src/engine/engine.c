#include "engine/engine.h"

#include "base/bug.h"
#include "games.gen.h" // the registry, src/games/games.txt

#include <stdlib.h>
#include <string.h>

#define X(name) extern const struct engine_type name##_engine;
GAMES(X)
#undef X

#define X(name) &name##_engine,
static const struct engine_type *const types[] = {GAMES(X)};
#undef X

static const struct engine_type *find_type(const char *rules)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i]->rules, rules) == 0)
            return types[i];
    return NULL;
}

struct engine *engine_open(const struct config *c)
{
    const struct engine_type *type = find_type(c->rules->name);
    struct engine *e = calloc(1, type && type->size ? type->size : sizeof *e);
    if (!e)
        return NULL;
    e->type = type;
    e->config = *c;
    e->lexicon = c->lexicon;
    e->config.lexicon = lexicon_without(c->lexicon, MARK_OFFENSIVE);
    if (!e->config.lexicon) {
        free(e);
        return NULL;
    }
    if (type && type->open && !type->open(e)) {
        free(e);
        return NULL;
    }
    return e;
}

void engine_close(struct engine *e)
{
    if (e && e->type && e->type->close)
        e->type->close(e);
    free(e);
}

bool engine_serves(const struct engine *e, const struct config *c)
{
    const struct config *own = &e->config;
    return own->rules == c->rules && e->lexicon == c->lexicon && own->seats == c->seats &&
           strcmp(own->preset, c->preset) == 0 && strcmp(own->lang, c->lang) == 0 &&
           memcmp(own->chosen, c->chosen, sizeof own->chosen) == 0 && strcmp(own->own, c->own) == 0;
}

bool engine_can_weigh(const struct config *c)
{
    const struct engine_type *type = find_type(c->rules->name);
    return type && type->weigh;
}

bool engine_pass(const struct config *c, const struct state *view, unsigned seat,
                 struct engine_result *out)
{
    *out = (struct engine_result){.move = {.kind = ACTION_PASS, .seat = (uint8_t)seat}};
    out->line[0] = out->move;
    out->line_length = 1;
    return c->rules->check(c, view, &out->move, NULL);
}

bool engine_best(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out)
{
    const struct config *c = &e->config;
    BUG_UNLESS(options->level >= 1 && options->level <= ENGINE_LEVELS);
    *out = (struct engine_result){0};
    if (!(c->rules->to_act(c, view) >> seat & 1))
        return false;
    return (e->type && e->type->best(e, view, seat, options, r, out)) ||
           engine_pass(c, view, seat, out);
}

bool engine_weigh(struct engine *e, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct engine_worth *out)
{
    return e->type && e->type->weigh && e->type->weigh(e, view, seat, move, count, out);
}

bool engine_best_once(const struct config *c, const struct state *view, unsigned seat,
                      const struct engine_options *options, struct rng *r,
                      struct engine_result *out)
{
    struct engine *e = engine_open(c);
    bool found = e ? engine_best(e, view, seat, options, r, out) : engine_pass(c, view, seat, out);
    engine_close(e);
    return found;
}

bool engine_weigh_once(const struct config *c, const struct state *view, unsigned seat,
                       const struct action *move, size_t count, struct engine_worth *out)
{
    struct engine *e = engine_open(c);
    bool known = e && engine_weigh(e, view, seat, move, count, out);
    engine_close(e);
    return known;
}
