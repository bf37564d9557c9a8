#include "engine/search.h"

#include "base/bug.h"
#include "games/balda/engine/engine.h"
#include "games/bali/engine/engine.h"
#include "games/wordgame/engine/engine.h"

#include <string.h>

static const struct engine *const engines[] = {&balda_engine, &bali_engine, &wordgame_engine};

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
