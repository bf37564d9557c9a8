// movelist: moves with what they came to or would come to, as commands and the server show them. A
// move's text belongs to the list.
#ifndef LOGOMACHY_RULES_MOVELIST_H
#define LOGOMACHY_RULES_MOVELIST_H

#include "rules/rules.h"

struct listed {
    struct action action;
    struct word word; // len 0: none
    struct word run;  // letters joined without a word to score; len 0: none
    int32_t points;
    int32_t total;     // of the seat after the move; only where a game is told
    size_t start, len; // of the text in movelist.texts
    size_t room;       // bytes that the text may take there
};

struct movelist {
    struct buf moves; // of struct listed
    struct buf texts;
    uint64_t found; // by movelist_legal(), kept or not
    bool cut;       // movelist_legal() was stopped: there may be more moves than it found
};

// False when there is no memory left.
bool movelist_add(struct movelist *l, const struct config *c, const struct state *before,
                  const struct action *a, const struct report *report);

// The legal moves that score a word or join letters, best score first, equal ones by their text.
// None where chance is to act or the game is over. `all`: passing and answering too.
//
// A position can have millions of legal moves, so whoever lists moves for somebody else sets
// bounds: `top` bounds the memory, `most` and stop() the time. All moves that are visited count in
// `found`; only the best `top` of them are kept.
struct movelist_options {
    bool paths; // every way to trace a word
    bool all;
    size_t top;                  // moves to keep; 0: all of them
    uint64_t most;               // moves to visit; 0: all of them
    bool (*stop)(void *context); // asked regularly: true ends the listing; may be NULL
    void *context;
};

// Bounds for a position that somebody else has chosen: a few megabytes, or with all of
// MOVELIST_LISTED a hundred, and a few seconds.
enum { MOVELIST_KEPT = 20000, MOVELIST_LISTED = 200000, MOVELIST_VISITED = 2000000 };

bool movelist_legal(struct movelist *l, const struct config *c, const struct state *s,
                    const struct movelist_options *options, struct reason *why);

// Moves one after the other from a state on, such as those that a search expects; as far as they
// are legal.
bool movelist_line(struct movelist *l, const struct config *c, const struct state *s,
                   const struct action *line, unsigned length);

size_t movelist_count(const struct movelist *l);
// Until the next one is added; to read, and to change.
const struct listed *movelist_at(const struct movelist *l, size_t i);
struct listed *movelist_edit(struct movelist *l, size_t i);
struct text movelist_text(const struct movelist *l, const struct listed *one);

// "text":"c2=T/b3c3c2","word":"ROT","points":3
void movelist_print_json(const struct movelist *l, const struct config *c, const struct listed *one,
                         struct buf *out);

// The word, or the run in parentheses, or "-".
void movelist_print_word(const struct config *c, const struct listed *one, struct buf *out);

void movelist_release(struct movelist *l);

#endif
