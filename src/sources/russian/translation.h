// translation: the words by which dictionaries translate from and into Russian (FreeDict's, made by
// WikDict from Wiktionary). An entry is
//
//     Kirsche //ˈkɪʁʃə// <n, fem>          фасад /fʌsˈɑt/ <n>
//     1. вишня, черешня                    facade, front
//     Frucht des Kirschbaumes              наружная, лицевая часть здания
//
// a headword, translations, and notes in the headword's language. The other languages that are read
// are not written in Cyrillic letters, so the script tells translations from notes.
//
//     struct text dict = text, index = TEXT("Kirsche\tA\tg\n");
//     ok = translation_read(dict, index, sink, &why); // вишня, черешня
#ifndef LOGOMACHY_SOURCES_RUSSIAN_TRANSLATION_H
#define LOGOMACHY_SOURCES_RUSSIAN_TRANSLATION_H

#include "sources/source.h"

// A dictionary into Russian, turned round: gives every translation that is one word in small Russian
// letters, as often as it is there, with the headword for a gloss. The class is a noun's, another
// (CLASS_OTHER), or 0 where the dictionary does not say. A word that many dictionaries need is a
// familiar one (sources/russian/familiarity.h). `dict` is the unpacked text.
bool translation_read(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why);

// A dictionary from Russian: gives every noun in small letters with each of its translations for a
// gloss.
bool translation_from(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why);

#endif
