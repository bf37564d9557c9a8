// letters: what a spelling is made of, for readers that must tell words from names and symbols
// before anything is folded into an alphabet. Spellings are valid UTF-8.
//
//     ok = letters_only(text) && !letters_have_capital(text); // "tree", not "A-tree" or "Paris"
#ifndef LOGOMACHY_SOURCES_LETTERS_H
#define LOGOMACHY_SOURCES_LETTERS_H

#include "base/text.h"

bool letters_only(struct text word);         // letters and the marks on them: no hyphen, no digit
bool letters_have_capital(struct text word); // anywhere in it
bool letters_are_initials(struct text word); // a capital after the first letter: DVD, CDs, kW

#endif
