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

// Marks of a word, as a set.
enum word_mark {
    MARK_OFFENSIVE = 1, // a slur, or vulgar; the computer does not offer it
    MARK_OBSOLETE = 2,  // sources only know it as obsolete
};
enum { MARKS = 2, MARK_ALL = 3 };

// Kinds of texts about a word. A gloss is a translation into English.
enum text_kind { TEXT_DEFINITION, TEXT_SYNONYMS, TEXT_GLOSS, TEXT_KINDS };
enum { LEMMAS_MAX = 4 };

// The key of a class in files and APIs, "noun", and its inverse; false: no such class.
const char *word_class_key(unsigned word_class);
bool word_class_find(struct text key, unsigned *word_class);

// The keys of a mark and of a kind of text: "offensive", "synonyms".
const char *word_mark_key(unsigned mark);
const char *text_kind_key(enum text_kind kind);

#endif
