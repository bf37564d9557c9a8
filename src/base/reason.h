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
    uint32_t line; // line of the input that is wrong, from 1; 0 where that makes no sense
    char args[240];
};

// Fills in the reason and returns false, to be returned at once. `why` may be NULL.
bool refuse(struct reason *why, enum message what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The same, at a line of the input.
bool refuse_line(struct reason *why, uint32_t line, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Words the reason in a language: "line 3: ..." where there is a line.
void reason_word(const struct reason *why, enum language language, struct buf *out);

#endif
