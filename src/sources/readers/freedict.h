// freedict: the English dictionaries of FreeDict that WikDict makes from Wiktionary, for their
// English glosses; the translations are not wanted. An entry is
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
// may have no gloss.
//
//     struct text dict = text, index = TEXT("head\tA\tQ\n");
//     ok = freedict_read(dict, index, sink, &why);
#ifndef LOGOMACHY_SOURCES_READERS_FREEDICT_H
#define LOGOMACHY_SOURCES_READERS_FREEDICT_H

#include "sources/source.h"

// Delivers every gloss of every common word (sources/english.h) with its class; of forms of other
// words nothing. `dict` is the unpacked text.
bool freedict_read(struct text dict, struct text index, const struct source_sink *sink,
                   struct reason *why);

#endif
