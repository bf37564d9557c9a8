// reason: a structured error: why something was refused. It names a message of the catalogue
// (data/messages) and carries the values for its placeholders, so any interface can word it in its
// user's language. Code compares reason.what, never text.
//
//     if (text.len == 0)
//         ok = refuse(&why, MSG_FILE_CANNOT_READ, "%s\t%s", "words.lex", "empty");
//
// The arguments are printed by the format and separated by tabs; {0} in the message is the first.
#ifndef LOGOMACHY_BASE_REASON_H
#define LOGOMACHY_BASE_REASON_H

#include "base/buf.h"
#include "base/message.h"

struct reason {
    enum message what;
    uint32_t line;   // line of the input, from 1; 0: none
    bool unfinished; // a move that is wrong only so far: going on with it may mend it
    char args[480];  // truncated between characters
};

// Sets the reason and evaluates to false, to be returned at once. `why` may be NULL. Macros, so
// that static analyzers see that the result is always false.
#define refuse(why, what, ...) (reason_set((why), 0, (what), __VA_ARGS__), reason_false())

// The same with a line of the input.
#define refuse_line(why, line, what, ...) \
    (reason_set((why), (line), (what), __VA_ARGS__), reason_false())

// The same for a move that is only unfinished.
#define refuse_unfinished(why, what, ...) \
    (reason_set((why), 0, (what), __VA_ARGS__), reason_unfinished(why))

static inline bool reason_false(void)
{
    return false;
}

static inline bool reason_unfinished(struct reason *why)
{
    if (why)
        why->unfinished = true;
    return false;
}

void reason_set(struct reason *why, uint32_t line, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// An excerpt of wrong input to quote in a message: the first 60 bytes at most, cut between
// characters. It borrows from `input`.
struct text reason_quote(struct text input);

// Appends the reason in a language, after "line 3: " where there is a line.
void reason_word(const struct reason *why, enum language language, struct buf *out);

#endif
