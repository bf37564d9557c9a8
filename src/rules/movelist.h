// movelist: moves with their texts and scores, as commands and the server show them.
// movelist_legal() selects the best `top` of all legal moves with a bounded binary heap.
//
//     struct movelist list = {0};
//     struct movelist_options options = {.top = 10, .most = MOVELIST_VISITED};
//     if (movelist_legal(&list, config, state, &options, &why))
//         for (size_t i = 0; i < movelist_count(&list); i++)
//             movelist_print_json(&list, config, movelist_at(&list, i), &out);
//     movelist_release(&list);
//
// The list owns the texts of its moves.
#ifndef LOGOMACHY_RULES_MOVELIST_H
#define LOGOMACHY_RULES_MOVELIST_H

#include "rules/rules.h"

struct listed {
    struct action action;
    struct word word; // len 0: none
    struct word run;  // letters joined without scoring a word; len 0: none
    int32_t points;
    int32_t total;     // of the seat after the move; only in the log of a game
    size_t start, len; // of the text in movelist.texts
    size_t room;       // bytes reserved for the text there
};

struct movelist {
    struct buf moves; // of struct listed
    struct buf texts;
    uint64_t found; // visited by movelist_legal(), kept or not
    bool cut;       // movelist_legal() was stopped: there may be more moves
};

// False when there is no memory left.
bool movelist_add(struct movelist *l, const struct config *c, const struct state *before,
                  const struct action *a, const struct report *report);

// The legal moves that score a word or join letters, best score first, ties by text. None where
// chance is to act or the game is over. `all`: passes and answers, too.
//
// A position can have millions of legal moves, so callers that serve untrusted input set bounds:
// `top` bounds the memory, `most` and stop() the time.
struct movelist_options {
    bool paths; // every path of a word
    bool all;
    bool offered;                // without offensive words: the moves are suggestions
    size_t top;                  // moves to keep; 0: all of them
    uint64_t most;               // moves to visit; 0: all of them
    bool (*stop)(void *context); // polled: true ends the listing; may be NULL
    void *context;
};

// Bounds for untrusted positions: a few megabytes (MOVELIST_LISTED: a hundred), a few seconds.
enum { MOVELIST_KEPT = 20000, MOVELIST_LISTED = 200000, MOVELIST_VISITED = 2000000 };

bool movelist_legal(struct movelist *l, const struct config *c, const struct state *s,
                    const struct movelist_options *options, struct reason *why);

// A line of play from a state on, such as the principal variation of a search, as far as it is
// legal.
bool movelist_line(struct movelist *l, const struct config *c, const struct state *s,
                   const struct action *line, unsigned length);

size_t movelist_count(const struct movelist *l);
// A move, to read and to change. Valid until the next one is added.
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
