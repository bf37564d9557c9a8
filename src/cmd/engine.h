// engine: one game that another program plays through commands, line by line (docs/engine.md). It
// reads no files and no clock but through what it is given, and no line can end it but `quit`.
//
//     struct engine_game g;
//     engine_init(&g, c, &books);
//     if (!engine_answer(&g, line, &out, &why)) ...
//     engine_release(&g);
#ifndef LOGOMACHY_CMD_ENGINE_H
#define LOGOMACHY_CMD_ENGINE_H

#include "cmd/cli.h"
#include "cmd/library.h"

struct engine_game {
    const struct cli *cli;
    struct library *books;
    struct record record;
    bool begun;     // there is a record
    bool draws;     // chance events are drawn as soon as they are due
    struct rng rng; // for them, and for the levels that play by chance
    bool quit;
};

void engine_init(struct engine_game *g, const struct cli *c, struct library *books);
void engine_release(struct engine_game *g);

// Does what one line says and appends the answer, without the line that ends it. A refused one
// leaves the game as it was.
bool engine_answer(struct engine_game *g, struct text line, struct buf *out, struct reason *why);

// The game that a record holds takes the place of the one there is.
bool engine_load(struct engine_game *g, struct text record, struct reason *why);

#endif
