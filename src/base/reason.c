#include "base/reason.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

enum { QUOTE_MAX = 60 }; // bytes

void reason_set(struct reason *why, uint32_t line, enum message what, const char *format, ...)
{
    va_list args;
    if (!why)
        return;
    why->what = what;
    why->line = line;
    why->unfinished = false;
    va_start(args, format);
    int need = vsnprintf(why->args, sizeof why->args, format, args);
    va_end(args);
    if (need >= (int)sizeof why->args)
        why->args[utf8_whole((struct text){why->args, sizeof why->args - 1})] = '\0';
}

struct text reason_quote(struct text input)
{
    input = text_head(input, QUOTE_MAX);
    return text_head(input, utf8_whole(input));
}

void reason_word(const struct reason *why, enum language language, struct buf *out)
{
    // Programs look for this word, so it is the same in every language.
    if (why->line)
        buf_printf(out, "line %u: ", (unsigned)why->line);
    message_fill(out, why->what, language, text_of(why->args));
}
