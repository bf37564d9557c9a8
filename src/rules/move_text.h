// move_text: moves whose whole text is one word. `pass` and `resign` are the same in every game; a
// game lists its own, such as `accept`, in a table that ends with an entry without a word.
//
//     enum { TOY_DONE = ACTION_OWN };
//     static const struct move_word words[] = {{"done", TOY_DONE}, {NULL, 0}};
//     if (move_word_parse(words, TEXT("done"), seat, &action))
//         ok = move_word_format(words, &action, &out);
#ifndef LOGOMACHY_RULES_MOVE_TEXT_H
#define LOGOMACHY_RULES_MOVE_TEXT_H

#include "base/buf.h"
#include "rules/action.h"

struct move_word {
    const char *text; // NULL: the end of the table
    unsigned kind;    // of the action that the word stands for
};

// The action that the text stands for; false, with `a` left alone, where it is none of the words.
// `own` NULL: the game has no words of its own.
bool move_word_parse(const struct move_word *own, struct text text, unsigned seat,
                     struct action *a);

// Prints the action's word; false where its kind has none.
bool move_word_format(const struct move_word *own, const struct action *a, struct buf *out);

#endif
