// journal: the structured log of the process, for its operator: one JSON object per line, on
// standard error. (The log of a match is another thing: match/match.h.)
//
//     journal_line(JOURNAL_INFO, "match.start", JOURNAL_STRING("match", "k3Xf"),
//                  JOURNAL_NUMBER("seats", 2), JOURNAL_END);
//
// writes
//
//     {"time":"2026-01-31T12:00:00.123Z","level":"info","event":"match.start","seats":2}
//
// Events and keys are literals; values are escaped. Passwords, tokens, mail addresses and texts of
// mails and chat must not be logged. Writing never blocks: when the reader is too slow, lines are
// dropped and counted, and the count is logged when there is room again. Any thread.
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
// A reason, in English.
#define JOURNAL_REASON(name, value) \
    ((struct journal_field){.key = (name), .type = JOURNAL_TYPE_REASON, .reason = (value)})
#define JOURNAL_END ((struct journal_field){.type = JOURNAL_TYPE_END})

#define journal_line(level, event, ...) \
    journal_write((level), (event), (const struct journal_field[]){__VA_ARGS__})

// Longest line in bytes: POSIX writes up to PIPE_BUF to a pipe atomically. Long texts are
// truncated; if the line is still too long, the last fields are replaced by "cut":true.
enum { JOURNAL_LINE = 4096, JOURNAL_TEXT_MAX = 1000 };

// Where lines go (default: 2) and the lowest level that is written (default: info).
void journal_open(int descriptor, enum journal_level lowest);

bool journal_level_find(struct text name, enum journal_level *out); // "debug", "info", ...

void journal_write(enum journal_level level, const char *event, const struct journal_field *fields);

uint64_t journal_dropped(void); // lines, since the start

// Formats a line without clock or output: for tests.
void journal_format(struct buf *out, int64_t unix_ms, enum journal_level level, const char *event,
                    const struct journal_field *fields);

#endif
