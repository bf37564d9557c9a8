#include "rules/registry.h"

#include <stdio.h>

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

const char *preset_title(const char *preset, enum language language)
{
    char key[64];
    enum message title;
    snprintf(key, sizeof key, "named.game_%s", preset);
    return message_find(key, &title) ? message_text(title, language) : preset;
}

const char *config_preset(unsigned n)
{
    return n < sizeof presets / sizeof *presets ? presets[n] : NULL;
}
