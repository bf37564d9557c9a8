// mythes_french: synonyms from the thesaurus of French in the MyThes format (thes_fr.dat of
// the package mythes-fr). Each meaning has the classes of the headword:
//
//     UTF-8
//     abattu|2
//     (Adjectif Verbe)|las|fatigué
//     (Nom)|fatigue
//
//     ok = mythes_french_read(text, sink, NULL, &why);
#ifndef LOGOMACHY_SOURCES_FRENCH_MYTHES_FRENCH_H
#define LOGOMACHY_SOURCES_FRENCH_MYTHES_FRENCH_H

#include "sources/source.h"

enum { MYTHES_FRENCH_WORDS_MAX = 16 }; // of a meaning; an ellipsis stands for the others

// Delivers each meaning that has synonyms: "las, fatigué", with its classes, as TEXT_SYNONYMS. The
// classes are 0 where the thesaurus does not know them, "(?)".
//
// `marked` gets the words that the thesaurus marks as slang, "fric (argot)" among synonyms, or as an
// abbreviation, "(Abreviation)" before its meaning. Either sink may be NULL.
bool mythes_french_read(struct text dat, const struct source_sink *sink,
                        const struct source_sink *marked, struct reason *why);

#endif
