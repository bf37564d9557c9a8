#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>

void reason_set(struct reason *why, uint32_t line, enum message what, const char *format, ...)
{
    va_list args;
    if (!why)
        return;
    why->what = what;
    why->line = line;
    va_start(args, format);
    vsnprintf(why->args, sizeof why->args, format, args);
    va_end(args);
}

void reason_word(const struct reason *why, enum language language, struct buf *out)
{
    // Programs look for this word, so it is the same in every language.
    if (why->line)
        buf_printf(out, "line %u: ", (unsigned)why->line);
    message_fill(out, why->what, language, text_of(why->args));
}
