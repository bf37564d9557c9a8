#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 4, 0))) static bool
fill(struct reason *why, uint32_t line, enum message what, const char *format, va_list args)
{
    if (why) {
        why->what = what;
        why->line = line;
        vsnprintf(why->args, sizeof why->args, format, args);
    }
    return false;
}

bool refuse(struct reason *why, enum message what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, 0, what, format, args);
    va_end(args);
    return false;
}

bool refuse_line(struct reason *why, uint32_t line, enum message what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, line, what, format, args);
    va_end(args);
    return false;
}

void reason_word(const struct reason *why, enum language language, struct buf *out)
{
    // Programs look for this word, so it is the same in every language.
    if (why->line)
        buf_printf(out, "line %u: ", (unsigned)why->line);
    message_fill(out, why->what, language, text_of(why->args));
}
