// ding: Frank Richter's German-English dictionary for the program Ding (Debian package trans-de-en).
// A line has a German and an English side, each with the same number of parts:
//
//     Herzog {m} [soc.] | Herzöge {pl} | Großherzog {m} :: duke | dukes | Grand Duke
//     Abgasmessstrecke {f}; Abgasmeßstrecke {f} [alt] :: exhaust gas measuring section
//
// A part has terms with tags: gender or class in braces, labels in brackets, notes in parentheses.
// Only terms of one word are read. A plural that stands where a singular stands one part before is a
// form of it: Herzöge of Herzog.
//
//     ok = ding_read(text, NULL, sink, &why); // all but what [alt] and [slang] label
#ifndef LOGOMACHY_SOURCES_GERMAN_DING_H
#define LOGOMACHY_SOURCES_GERMAN_DING_H

#include "sources/source.h"

// Delivers words with their class and the English part as a gloss; plurals with their singular as
// lemma, without class and gloss. Words that are vulgar by their label [vulg.] have a mark. Terms with
// the label [alt], spellings from before the reform of 1996, and [slang] are left out.
//
// With a label, "alt" or "slang", it delivers the terms that have this label, and nothing about them.
bool ding_read(struct text dictionary, const char *label, const struct source_sink *sink,
               struct reason *why);

#endif
