// tanglet: the German word list of the game Tanglet. Unpacked with sources/readers/gunzip.h it has one key
// a line, a word in capitals with Ä as AE and ß as SS, and after it how that word is written where
// that is not just the key in small letters:
//
//     AAL aal Aal
//     AALARTIG
//     AALBAEUME Aalbäume
//
//     ok = tanglet_read(TEXT("AAL aal Aal\nAALARTIG\n"), sink, &why); // aal, Aal, aalartig
#ifndef LOGOMACHY_SOURCES_GERMAN_TANGLET_H
#define LOGOMACHY_SOURCES_GERMAN_TANGLET_H

#include "sources/source.h"

// Gives each way a word is written, or the key in small letters where that is the way. Nouns keep
// their capital because people read it, but have no class: the list does not say which of them are
// singular. Abbreviations (DVD, CDs) are left out. The list has no words of two letters.
bool tanglet_read(struct text list, const struct source_sink *sink, struct reason *why);

#endif
