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
};

struct movelist {
    struct buf moves; // of struct listed
    struct buf texts;
};

// False when there is no memory left.
bool movelist_add(struct movelist *l, const struct config *c, const struct state *before,
                  const struct action *a, const struct report *report);

// The legal moves that score a word or join letters, best score first, equal ones by their text.
// None where chance is to act or the game is over. `all`: passing and answering too.
struct movelist_options {
    bool paths; // every way to trace a word
    bool all;
};
bool movelist_legal(struct movelist *l, const struct config *c, const struct state *s,
                    const struct movelist_options *options, struct reason *why);

// Moves one after the other from a state on, such as those that a search expects; as far as they
// are legal.
bool movelist_line(struct movelist *l, const struct config *c, const struct state *s,
                   const struct action *line, unsigned length);

size_t movelist_count(const struct movelist *l);
struct listed *movelist_at(const struct movelist *l, size_t i); // until the next one is added
struct text movelist_text(const struct movelist *l, const struct listed *one);

// "text":"c2=T/b3c3c2","word":"ROT","points":3
void movelist_print_json(const struct movelist *l, const struct config *c, const struct listed *one,
                         struct buf *out);

// The word, or the run in parentheses, or "-".
void movelist_print_word(const struct config *c, const struct listed *one, struct buf *out);

void movelist_release(struct movelist *l);

#endif
