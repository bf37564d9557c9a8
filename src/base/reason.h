// reason: why something was refused. It names a message of the catalogue (data/messages) and
// carries the values that the message mentions, so it can be worded in any interface language by
// whoever talks to a person; code compares reason.what, never text.
//
//     if (size < HEADER)
//         return refuse(why, MSG_LEXICON_SHORT, "%s\t%zu", name, size);
//
// The arguments are printed by the format and separated by tabs; {0} in the message is the first.
#ifndef LOGOMACHY_BASE_REASON_H
#define LOGOMACHY_BASE_REASON_H

#include "base/buf.h"
#include "base/message.h"

struct reason {
    enum message what;
    uint32_t line;  // line of the input that is wrong, from 1; 0 where that makes no sense
    char args[480]; // cut off where a character ends if they are longer
};

// Fills in the reason; is false, to be returned at once. `why` may be NULL. Macros, so that whoever
// reads the code, a checker too, sees that nothing but false comes of them.
#define refuse(why, what, ...) (reason_set((why), 0, (what), __VA_ARGS__), reason_false())

// The same, at a line of the input.
#define refuse_line(why, line, what, ...) \
    (reason_set((why), (line), (what), __VA_ARGS__), reason_false())

static inline bool reason_false(void)
{
    return false;
}

void reason_set(struct reason *why, uint32_t line, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The beginning of a piece of input, short enough to be quoted in a reason: at most 60 bytes, and
// no part of a character.
struct text reason_quote(struct text input);

// Words the reason in a language: "line 3: ..." where there is a line.
void reason_word(const struct reason *why, enum language language, struct buf *out);

#endif
