// english: what the readers of English dictionaries agree on (docs/rules/balda.md): which headwords
// are words of play at all, and which definitions only say that a word is a form of another.
//
//     ok = english_is_common(TEXT("oxen")) && english_is_form(TEXT("plural of ox"));
#ifndef LOGOMACHY_SOURCES_ENGLISH_ENGLISH_H
#define LOGOMACHY_SOURCES_ENGLISH_ENGLISH_H

#include "base/text.h"

// A common word as it is spelled: small letters, accents allowed, with hyphens and apostrophes
// between them; at least two letters. Capitals make a proper noun, so they are refused, and so are
// abbreviations (no vowel, or listed), possessives, spaces, digits, and compounds that are made at will
// (brown-striped).
bool english_is_common(struct text spelling);

// The definition says that the word is an inflected form or an abbreviation of another: "plural of
// ox", "past participle", "abbreviation of telephone".
bool english_is_form(struct text definition);

// A name, as other sources write it: a capital, and then letters of any case, with or without hyphens.
bool english_is_name(struct text spelling);

#endif
