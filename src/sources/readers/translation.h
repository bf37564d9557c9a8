// translation: the Russian words by which a dictionary of another language translates its own
// (FreeDict's dictionaries into Russian, made by WikDict from Wiktionary). Only the words are
// wanted, not what they translate: a word that many dictionaries need is a familiar one
// (sources/russian.h). An entry is
//
//     Kirsche //ˈkɪʁʃə// <n, fem>
//     1. вишня, черешня
//     Frucht des Kirschbaumes
//
// a headword, translations, and notes in the headword's language. The languages that are read are
// not written in Cyrillic letters, so what is, is a translation.
//
//     struct text dict = text, index = TEXT("Kirsche\tA\tg\n");
//     ok = translation_read(dict, index, sink, &why); // вишня, черешня
#ifndef LOGOMACHY_SOURCES_READERS_TRANSLATION_H
#define LOGOMACHY_SOURCES_READERS_TRANSLATION_H

#include "sources/source.h"

// Gives every translation that is one word in small Russian letters, as often as it is there.
// `dict` is the unpacked text.
bool translation_read(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why);

#endif
