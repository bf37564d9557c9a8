#include "cli/terminal/game.h"

#include "base/bug.h"
#include "games.gen.h" // the registry, src/games/games.txt

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define X(name) extern const struct play_game name##_terminal;
GAMES(X)
#undef X

#define X(name) &name##_terminal,
static const struct play_game *const play_games[] = {GAMES(X) NULL};
#undef X

const struct play_game *play_game_find(const struct rules *rules)
{
    const struct play_game *const *one = play_games;
    while (*one && strcmp((*one)->rules, rules->name) != 0)
        one++;
    return *one;
}

uint32_t play_latin_key(uint32_t code)
{
    static const struct {
        uint32_t from;
        char to;
    } keys[] = {{0x444, 'a'}, {0x43a, 'r'}, {0x41a, 'R'}, {0x437, 'p'}, {0x44b, 's'},
                {0x439, 'q'}, {0x433, 'u'}, {0x440, 'h'}, {0x43e, 'j'}, {0x43b, 'k'}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].from == code)
            return (uint32_t)keys[i].to;
    return code;
}

const struct exchange *play_exchange(const char *name)
{
    const struct play_game *const *one = play_games;
    while (*one && !((*one)->exchange && strcmp((*one)->exchange->name, name) == 0))
        one++;
    BUG_UNLESS(*one);
    return (*one)->exchange;
}

static const struct play_setting *find_setting(const struct config *c, const char *setting,
                                               const char *value)
{
    const struct play_game *game = play_game_find(c->rules);
    const struct play_setting *one = game ? game->settings : NULL;
    for (; one && one->setting; one++)
        if (strcmp(one->setting, setting) == 0 &&
            (one->value && value ? strcmp(one->value, value) == 0 : one->value == value))
            return one;
    return NULL;
}

const char *play_game_name(const struct config *c, enum language language)
{
    return preset_title(c->preset, language);
}

// Describes the values of a set.
static void print_set(const struct config *c, unsigned setting, enum language language,
                      struct buf *out)
{
    const struct setting *s = &c->setting[setting];
    const char *comma = "";
    for (unsigned i = 0; i < s->values; i++) {
        const struct play_setting *n = find_setting(c, s->name, s->value[i]);
        if (!(c->chosen[setting] >> i & 1))
            continue;
        buf_printf(out, "%s%s", comma, n ? message_text(n->text, language) : s->value[i]);
        comma = ", ";
    }
}

void play_print_setting(const struct config *c, unsigned setting, enum language language,
                        struct buf *out)
{
    const struct setting *s = &c->setting[setting];
    struct buf value = {0};
    const struct play_setting *n = NULL;
    if (s->kind == SETTING_SET)
        print_set(c, setting, language, &value);
    else
        config_print_value(c, setting, &value);
    if (s->kind == SETTING_CHOICE)
        n = find_setting(c, s->name,
                         c->chosen[setting] < s->values ? s->value[c->chosen[setting]] : PLAY_OWN);
    n = n ? n : find_setting(c, s->name, NULL);
    if (n)
        message_fill(out, n->text, language, buf_text(&value));
    else
        buf_printf(out, "%s %.*s", s->name, TEXT_ARG(buf_text(&value)));
    buf_release(&value);
}

int play_say(int row, int col, int width, enum style style, enum language language,
             enum message what, const char *format, ...)
{
    char values[512];
    struct buf out = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(values, sizeof values, format, args);
    va_end(args);
    message_fill(&out, what, language, text_of(values));
    int used = screen_text(row, col, width, style, buf_text(&out));
    buf_release(&out);
    return used;
}
