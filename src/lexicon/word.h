// word: letters of one alphabet, as small numbers. Letter 1 is the alphabet's first; 0 is never a
// letter. A flat value, copied freely. And word classes, the parts of speech that the games know.
//
//     const struct word cab = {.len = 3, .letter = {3, 1, 2}};
//     unsigned word_class;
//     ok = word_class_find(TEXT("noun"), &word_class) && word_class == CLASS_NOUN && cab.len;
#ifndef LOGOMACHY_LEXICON_WORD_H
#define LOGOMACHY_LEXICON_WORD_H

#include "base/text.h"

enum { WORD_MAX = 63, LETTERS_MAX = 32, TIERS = 8 };

struct word {
    uint8_t len;
    uint8_t letter[WORD_MAX];
};

// Word classes are a set of these. OTHER stands for pronouns, prepositions and the like.
enum word_class {
    CLASS_NOUN = 1,
    CLASS_VERB = 2,
    CLASS_ADJECTIVE = 4,
    CLASS_ADVERB = 8,
    CLASS_OTHER = 16,
};
enum { CLASSES = 5, CLASS_ALL = 31 };

// What programs call one class: "noun". And the other way round; false where none is called so.
const char *word_class_key(unsigned word_class);
bool word_class_find(struct text key, unsigned *word_class);

#endif
