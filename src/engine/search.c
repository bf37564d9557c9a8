#include "engine/search.h"

#include "base/bug.h"
#include "games.gen.h" // the registry, src/games/games.txt

#include <string.h>

#define X(name) extern const struct engine name##_engine;
GAMES(X)
#undef X

#define X(name) &name##_engine,
static const struct engine *const engines[] = {GAMES(X)};
#undef X

static const struct engine *find_engine(const char *rules)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (strcmp(engines[i]->rules, rules) == 0)
            return engines[i];
    return NULL;
}

// What is left to do where the engine finds no move, or there is no engine for the game.
static bool pass(const struct config *c, const struct state *view, unsigned seat,
                 struct search_result *out)
{
    *out = (struct search_result){.move = {.kind = ACTION_PASS, .seat = (uint8_t)seat}};
    out->line[0] = out->move;
    out->line_length = 1;
    return c->rules->check(c, view, &out->move, NULL);
}

bool search_best(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out)
{
    const struct engine *e = find_engine(c->rules->name);
    BUG_UNLESS(options->level >= 1 && options->level <= SEARCH_LEVELS);
    *out = (struct search_result){0};
    if (!(c->rules->to_act(c, view) >> seat & 1))
        return false;
    return (e && e->best(c, view, seat, options, r, out)) || pass(c, view, seat, out);
}

bool search_weigh(const struct config *c, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct search_worth *out)
{
    const struct engine *e = find_engine(c->rules->name);
    return e && e->weigh && e->weigh(c, view, seat, move, count, out);
}
