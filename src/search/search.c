#include "search/search.h"

#include "base/bug.h"
#include "search/balda.h"

#include <string.h>

static const struct engine *const engines[] = {&balda_engine};

static const struct engine *find_engine(const char *rules)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (strcmp(engines[i]->rules, rules) == 0)
            return engines[i];
    return NULL;
}

bool search_best(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out)
{
    const struct engine *e = find_engine(c->rules->name);
    BUG_UNLESS(options->level >= 1 && options->level <= SEARCH_LEVELS);
    *out = (struct search_result){0};
    if (!e || !(c->rules->to_act(c, view) >> seat & 1))
        return false;
    return e->best(c, view, seat, options, r, out);
}
