#include "cmd/play_game.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct play_game *const play_games[] = {&play_balda, NULL};

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
