// cyrillic: which texts of a bilingual dictionary are Russian words.
//
//     ok = cyrillic_is_word(TEXT("черешня")) && cyrillic_is_in(TEXT("T-образный"));
#ifndef LOGOMACHY_SOURCES_RUSSIAN_CYRILLIC_H
#define LOGOMACHY_SOURCES_RUSSIAN_CYRILLIC_H

#include "base/text.h"

// A word of small letters, with hyphens inside and marks of stress.
bool cyrillic_is_word(struct text t);

// Is there a letter of that script in the text?
bool cyrillic_is_in(struct text t);

#endif
