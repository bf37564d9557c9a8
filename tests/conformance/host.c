#include "conformance/host.h"

static const struct lexicon *find_lexicon(void *context, const char *name, struct reason *why)
{
    const struct config *const *of = context;
    (void)name;
    (void)why;
    return (*of)->lexicon;
}

// The preset is the config with its settings as they were to begin with.
static bool find_preset(void *context, struct config *c, struct text name, struct reason *why)
{
    const struct config *const *of = context;
    (void)name;
    (void)why;
    *c = **of;
    c->seats = c->min_seats;
    for (unsigned i = 0; i < c->settings; i++)
        c->chosen[i] = c->setting[i].standard;
    return true;
}

struct record_host conformance_host(const struct config **of)
{
    return (struct record_host){find_lexicon, find_preset, of};
}
