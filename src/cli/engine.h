// engine: a game that another program plays through commands, line by line (docs/engine.md). It
// touches no files and no terminal: lines come in, answers go into a buffer, lexicons come from the
// host. Only `quit` ends it.
//
//     struct record_host host = {0};
//     struct engine_game g;
//     engine_init(&g, &host);
//     engine_line(&g, TEXT("help"), true, &out); /* then write `out` and clear it */
//     engine_end(&g, &out);
//     engine_release(&g);
#ifndef LOGOMACHY_CLI_ENGINE_H
#define LOGOMACHY_CLI_ENGINE_H

#include "engine/engine.h"
#include "rules/record.h"

enum { ENGINE_LINE_BYTES = 1 << 16 };

struct engine_game {
    struct record_host host;
    enum language language; // of messages; English unless it is changed
    uint64_t max_nodes;     // for each search; 0: as many as its level and time allow
    unsigned max_threads;   // that may be asked for
    struct record record;
    bool begun;            // there is a record
    struct engine *engine; // of its game; NULL: none has been opened yet
    bool draws;            // chance events are drawn as soon as they are due
    struct rng rng;        // for them, and for the levels that play by chance
    bool quit;

    // A record that is being given, line by line, after `load`.
    bool loading;
    bool line_too_long; // in it
    struct buf loaded;
};

void engine_init(struct engine_game *g, const struct record_host *host);
void engine_release(struct engine_game *g);

// Does what one line says and appends the answer: nothing for an empty line, a comment or a line of
// a record; else lines of which the last is `ok` or begins with `error`. `whole` is false for the
// beginning of a line that has more than ENGINE_LINE_BYTES bytes.
void engine_line(struct engine_game *g, struct text line, bool whole, struct buf *out);

// The input has ended; appends what is to be said of that.
void engine_end(struct engine_game *g, struct buf *out);

// Parts of that, in cli/engine.c: a command other than `load`, and the record that `load` gave. A
// refused one leaves the game as it was.
bool engine_answer(struct engine_game *g, struct text line, struct buf *out, struct reason *why);
bool engine_load(struct engine_game *g, struct text record, struct buf *out, struct reason *why);

#endif
