// freedict: the dictionaries of FreeDict that WikDict makes from Wiktionary, for their headwords'
// classes and for the glosses, which are in the headword's language; the translations are not
// wanted. An entry is
//
//     head //hɛd// <n>
//     1. pää
//     part of the body
//     2. johtaja 2.
//     leader or expert
//      3.
//     headmaster
//
// a translation line, with a number where there are several, and the gloss of that sense; a number
// at the end of the translation, and lines with only a number, part glosses that share it. A sense
// may have no gloss. The class may have a gender behind it, "<n, fem>". Dutch glosses begin with the
// number that they have in Wiktionary: "1. een fiets met motor".
//
//     struct text dict = text, index = TEXT("head\tA\tQ\n");
//     ok = freedict_read(dict, index, &freedict_english, sink, &why);
#ifndef LOGOMACHY_SOURCES_READERS_FREEDICT_H
#define LOGOMACHY_SOURCES_READERS_FREEDICT_H

#include "sources/source.h"

// Differences between the languages of headwords (sources/readers/freedict_language.c).
struct freedict_language {
    // Is the headword, of these classes, a word of play as it is spelled?
    bool (*is_word)(struct text spelling, unsigned classes);
    // Does the gloss say only that the word is a form of another, or a name?
    bool (*is_unwanted)(struct text gloss);
    bool numbered; // glosses begin with numbers
    bool bare;     // headwords without any gloss are delivered too, for their class
};

extern const struct freedict_language freedict_english, freedict_german, freedict_french,
    freedict_dutch, freedict_russian;

// Delivers only the glosses of German names, for those who want to leave them out.
extern const struct freedict_language freedict_german_names;

// Delivers every wanted gloss of every word with its class. `dict` is the unpacked text.
bool freedict_read(struct text dict, struct text index, const struct freedict_language *language,
                   const struct source_sink *sink, struct reason *why);

#endif
