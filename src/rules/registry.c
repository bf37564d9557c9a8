#include "rules/rules.h"

#include "base/bug.h"
#include "games.gen.h" // the registry, src/games/games.txt

#define X(name) extern const struct rules name##_rules;
GAMES(X)
#undef X

#define X(name) &name##_rules,
static const struct rules *const games[] = {GAMES(X)};
#undef X

#define X(name) #name,
static const char *const presets[] = {PRESETS(X)};
#undef X

const struct rules *rules_find(struct text name)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (text_is(name, games[i]->name))
            return games[i];
    return NULL;
}

const char *config_preset(unsigned n)
{
    return n < sizeof presets / sizeof *presets ? presets[n] : NULL;
}

const char *end_reason_key(enum end_reason reason)
{
    static const char *const keys[] = {
        [END_NONE] = NULL,         [END_FULL] = "full",
        [END_NO_WORD] = "no-word", [END_PASSES] = "passes",
        [END_OUT] = "out",         [END_NOTHING] = "nothing",
        [END_DONE] = "done",       [END_RESIGNATION] = "resignation",
    };
    return keys[reason];
}

char seat_letter(unsigned seat)
{
    BUG_UNLESS(seat < SEATS_MAX);
    return "ABCD"[seat];
}
