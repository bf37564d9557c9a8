// cgn: the tags of the Corpus Gesproken Nederlands, which name the class of a Dutch word and its form:
// N(soort,ev,basis,zijd,stan), WW(pv,tgw,met-t).
//
//     ok = cgn_class(TEXT("N(soort,ev,basis,zijd,stan)")) == CLASS_NOUN;
#ifndef LOGOMACHY_SOURCES_DUTCH_CGN_H
#define LOGOMACHY_SOURCES_DUTCH_CGN_H

#include "base/text.h"

// The class of a base form: singular nouns, infinitives, adjectives without an ending, and words that
// have no forms. 0 for other forms, diminutives, names, foreign words, abbreviations and signs.
unsigned cgn_class(struct text tag);

#endif
