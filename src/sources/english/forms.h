// forms: the regular inflections of English, by the rules of spelling alone. Which of the
// possible words exist is for the caller to find out. Irregular forms come from lists
// (sources/english/exceptions.h).
//
//     struct word stem[ENGLISH_STEMS_MAX];
//     unsigned stems = english_stems(&word, CLASS_VERB, stem); // of HOPING: HOPE, HOP
#ifndef LOGOMACHY_SOURCES_ENGLISH_FORMS_H
#define LOGOMACHY_SOURCES_ENGLISH_FORMS_H

#include "lexicon/word.h"

enum { ENGLISH_STEMS_MAX = 5 };

// The words of one class that this may be an inflected form of: a plural's singulars, the
// infinitives of -s, -ed and -ing, the positives of -er and -est. Words are in the alphabet "en".
unsigned english_stems(const struct word *form, unsigned word_class,
                       struct word out[ENGLISH_STEMS_MAX]);

// The base of an adverb in -ly or a noun in -ness. False for other words.
bool english_root(const struct word *w, struct word *out);

// The word without this prefix, in small ASCII letters. False if it does not begin so or
// nothing is left.
bool english_without_prefix(const struct word *w, const char *prefix, struct word *out);

// The regular plural. False where the ending does not tell (-s, -f, -foot) and where it would be too
// long.
bool english_plural(const struct word *noun, struct word *out);

#endif
