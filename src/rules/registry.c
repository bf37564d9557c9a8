#include "rules/registry.h"

#include "games.gen.h" // from src/games/games.txt

#define X(name) extern const struct rules name##_rules;
GAMES(X)
#undef X

#define X(name) {#name, &name##_rules},
static const struct {
    const char *name;
    const struct rules *rules;
} games[] = {GAMES(X)};
#undef X

#define X(name) #name,
static const char *const presets[] = {PRESETS(X)};
#undef X

const struct rules *rules_find(struct text name)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (text_is(name, games[i].name))
            return games[i].rules;
    return NULL;
}

const char *config_preset(unsigned n)
{
    return n < sizeof presets / sizeof *presets ? presets[n] : NULL;
}
