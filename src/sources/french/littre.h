// littre: definitions from Émile Littré's dictionary of French (1863 to 1877), as the StarDict
// package xmlittre has it. The index has, per headword, its bytes, a NUL, and offset and length of
// the article in big-endian numbers of four bytes. An article is a text with some markup:
//
//     <i><small>(cha, cha-t') s. m.</small></i>
//
//     <b>1°</b> Animal domestique. Le chat de la maison.
//     <span foreground="#0000CD">Le chat est un domestique infidèle</span>, <span …>BUFFON</span>
//         Chat sauvage, celui des forêts.
//
//     <b><big>HISTORIQUE</big></b>
//
// that is, pronunciation and class, senses with their citations and phrases, and sections about the
// word's history. An article with one sense does not number it.
//
// Headwords are in capitals: "IMPORTER.2" for the second of two homonyms, "IMPORTUN, UNE" with the
// feminine, and each accented one also without accents. The package leads several hundred headwords
// to the article of another word (ACRE to that of ÉDITEUR). Articles are in alphabetical order, so
// such headwords are out of order, and are left out: of all headwords the longest sequence that is
// in order is kept (longest nondecreasing subsequence, by patience sorting), with the variants of its
// members (GONFANON at GONFALON).
//
//     ok = littre_read(TEXT("CHAT\0\0\0\0\0\0\0\0\100"), text, sink, &why);
#ifndef LOGOMACHY_SOURCES_FRENCH_LITTRE_H
#define LOGOMACHY_SOURCES_FRENCH_LITTRE_H

#include "sources/source.h"

// Delivers each sense of each headword of letters only, in small letters, with the article's class.
// The same article comes twice for a headword with and without accents, unless they are alike.
// A sense is its first paragraph, without citations, cut after a sentence. Senses that only refer to
// another article are left out. An article without senses gives its first citation, or else an entry
// without definition whose lemma is the headword that it refers to. `dict` is the unpacked text. If it
// is empty, headwords are delivered without definition and class.
bool littre_read(struct text index, struct text dict, const struct source_sink *sink,
                 struct reason *why);

#endif
