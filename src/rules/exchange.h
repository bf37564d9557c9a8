// exchange: whole games in the text form of another program. A game that has such a form names it
// in its entry of the command line (cli/terminal/game.h). Commands find it there by the name of the
// form; they know neither the form nor the game.
//
// The text belongs to the caller and has to live until the call returns. Nothing is kept.
//
//     const struct exchange *form = NULL; /* one that a game has */
//     struct record record;
//     struct buf mismatches = {0};
//     ok = form && form->check(text, &why) &&
//          form->import(text, config, &record, &mismatches, &why);
#ifndef LOGOMACHY_RULES_EXCHANGE_H
#define LOGOMACHY_RULES_EXCHANGE_H

#include "rules/record.h"

// A move whose points in the text are not those that the rules give.
struct exchange_mismatch {
    uint32_t line;
    int32_t stated, counted;
};

struct exchange {
    const char *name;
    const char *preset; // of a text that is imported, unless another is asked for

    // Is the text, in UTF-8, one of this form? Refused with its line.
    bool (*check)(struct text text, struct reason *why);

    // The game as a record of the config, whose lexicon is open. Refused with the line of the text;
    // then there is nothing to release. `mismatches` grows by a struct exchange_mismatch for each
    // move with other points in the text.
    bool (*import)(struct text text, const struct config *c, struct record *r,
                   struct buf *mismatches, struct reason *why);

    // A record as such a text. Refused where the record is of another game.
    bool (*export)(const struct record *r, struct buf *out, struct reason *why);
};

#endif
