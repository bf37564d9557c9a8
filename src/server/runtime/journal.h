// journal: what the server tells its operator: one JSON object a line, on standard error.
//
//     journal_line(JOURNAL_INFO, "match.start", JOURNAL_TEXT("match", id), JOURNAL_NUMBER("seats",
//     2),
//                  JOURNAL_END);
//
//     {"time":"2026-01-31T12:00:00.123Z","level":"info","event":"match.start","match":"…","seats":2}
//
// Events and keys are literals of the code; values are escaped. No passwords, tokens, mail
// addresses or texts of mails and chat go in here. A reader that does not keep up never stops the
// server: what does not fit is dropped and counted, and the count is told when there is room again.
// From any thread.
#ifndef LOGOMACHY_SERVER_RUNTIME_JOURNAL_H
#define LOGOMACHY_SERVER_RUNTIME_JOURNAL_H

#include "base/reason.h"

enum journal_level { JOURNAL_DEBUG, JOURNAL_INFO, JOURNAL_WARNING, JOURNAL_ERROR, JOURNAL_LEVELS };

enum journal_type {
    JOURNAL_TYPE_END,
    JOURNAL_TYPE_TEXT,
    JOURNAL_TYPE_NUMBER,
    JOURNAL_TYPE_BOOL,
    JOURNAL_TYPE_REASON,
};

struct journal_field {
    const char *key;
    enum journal_type type;
    union {
        struct text text;
        int64_t number;
        bool yes;
        const struct reason *reason;
    };
};

#define JOURNAL_TEXT(name, value) \
    ((struct journal_field){.key = (name), .type = JOURNAL_TYPE_TEXT, .text = (value)})
#define JOURNAL_STRING(name, value) JOURNAL_TEXT(name, text_of(value))
#define JOURNAL_NUMBER(name, value) \
    ((struct journal_field){.key = (name), .type = JOURNAL_TYPE_NUMBER, .number = (value)})
#define JOURNAL_BOOL(name, value) \
    ((struct journal_field){.key = (name), .type = JOURNAL_TYPE_BOOL, .yes = (value)})
// A reason, worded in English.
#define JOURNAL_REASON(name, value) \
    ((struct journal_field){.key = (name), .type = JOURNAL_TYPE_REASON, .reason = (value)})
#define JOURNAL_END ((struct journal_field){.type = JOURNAL_TYPE_END})

#define journal_line(level, event, ...) \
    journal_write((level), (event), (const struct journal_field[]){__VA_ARGS__})

// A line has at most this many bytes: what is written to a pipe in one piece is not mixed with what
// others write. Long texts are cut, and the last fields left out with "cut":true instead.
enum { JOURNAL_LINE = 4096, JOURNAL_TEXT_MAX = 1000 };

// Where lines go (2 at first) and which are left out (those below "info" at first).
void journal_open(int descriptor, enum journal_level lowest);

bool journal_level_find(struct text name, enum journal_level *out); // "debug", "info", ...

void journal_write(enum journal_level level, const char *event, const struct journal_field *fields);

uint64_t journal_dropped(void); // lines, since the start

// Appends the line, without asking a clock or writing anything: for tests.
void journal_format(struct buf *out, int64_t unix_ms, enum journal_level level, const char *event,
                    const struct journal_field *fields);

#endif
