// labels: what WikDict's French glosses say of a word by their labels: "(Argot) Comprendre".
//
//     ok = french_is_marked(TEXT("(Argot) Comprendre")) &&
//          !french_is_marked(TEXT("(Familier) Cigarette"));
#ifndef LOGOMACHY_SOURCES_FRENCH_LABELS_H
#define LOGOMACHY_SOURCES_FRENCH_LABELS_H

#include "base/text.h"

// Does a label mark the sense as slang or foreign, or does the gloss begin like that of an
// abbreviation or a symbol? What is only familiar, popular or vulgar is not slang.
bool french_is_marked(struct text gloss);

#endif
