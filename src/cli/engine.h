// engine: the text protocol through which another program plays a game, line by line, like UCI for
// chess (docs/engine.md). This part does no I/O: the caller feeds lines and writes the answers, and
// lexicons come from the host. Errors are answers; only `quit` ends the session.
//
// A line_engine owns its record, its search engine and the record being loaded until
// line_engine_release(). The host is copied; its context must outlive the line_engine.
//
//     struct record_host host = {0};
//     struct line_engine g;
//     line_engine_init(&g, &host);
//     line_engine_feed(&g, TEXT("help"), true, &out); /* then write `out` and clear it */
//     line_engine_end(&g, &out);
//     line_engine_release(&g);
#ifndef LOGOMACHY_CLI_ENGINE_H
#define LOGOMACHY_CLI_ENGINE_H

#include "engine/engine.h"
#include "rules/record.h"

enum { ENGINE_LINE_BYTES = 1 << 16 };

struct line_engine {
    struct record_host host;
    enum language language; // of messages; English by default
    uint64_t max_nodes;     // for each search; 0: limited by level and time only
    unsigned max_threads;   // upper bound of `threads`
    struct record record;
    bool begun;            // `record` is valid
    struct engine *engine; // for the game of `record`; NULL: not opened yet
    bool draws;            // chance events are drawn as soon as they are due
    struct rng rng;        // for these draws, and for levels that play at random
    bool quit;

    // The record that follows `load`, line by line.
    bool loading;
    bool line_too_long; // one of its lines was
    struct buf loaded;
};

void line_engine_init(struct line_engine *g, const struct record_host *host);
void line_engine_release(struct line_engine *g);

// Executes one line and appends the answer. An empty line, a comment or a line of a record has no
// answer; otherwise the last line of the answer is `ok` or begins with `error`. `whole` is false if
// the line was cut off at ENGINE_LINE_BYTES bytes.
void line_engine_feed(struct line_engine *g, struct text line, bool whole, struct buf *out);

// End of input: appends an error if a record was still being loaded.
void line_engine_end(struct line_engine *g, struct buf *out);

// Called by line_engine_feed(), defined in cli/engine.c. line_engine_answer() executes a command
// other than `load`; line_engine_load() loads the record that followed `load`. On failure the game
// is unchanged.
bool line_engine_answer(struct line_engine *g, struct text line, struct buf *out,
                        struct reason *why);
bool line_engine_load(struct line_engine *g, struct text record, struct buf *out,
                      struct reason *why);

#endif
