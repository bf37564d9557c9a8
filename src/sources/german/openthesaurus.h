// openthesaurus: synonyms from OpenThesaurus in the MyThes format (Debian package mythes-de).
//
//     UTF-8
//     aufputz|1
//     -|Aufputz|Putz|Verputz (fachspr.)|Belag (Oberbegriff)
//
// becomes the text "Putz, Verputz (fachspr.)": headwords are in small letters, a meaning repeats the
// headword as it is written, and a word with a wider meaning is no synonym.
//
//     ok = openthesaurus_read(text, sink, &why) && openthesaurus_read_abbreviations(text, sink, &why);
#ifndef LOGOMACHY_SOURCES_GERMAN_OPENTHESAURUS_H
#define LOGOMACHY_SOURCES_GERMAN_OPENTHESAURUS_H

#include "sources/source.h"

enum { OPENTHESAURUS_WORDS_MAX = 12 }; // of a meaning; an ellipsis stands for the others

// Delivers every meaning of every headword of one word that has a synonym, spelled as the meaning
// spells it. Its labels become marks.
bool openthesaurus_read(struct text dat, const struct source_sink *sink, struct reason *why);

// Delivers headwords that no meaning has without a label that says that they are abbreviations or
// symbols.
bool openthesaurus_read_abbreviations(struct text dat, const struct source_sink *sink,
                                      struct reason *why);

#endif
