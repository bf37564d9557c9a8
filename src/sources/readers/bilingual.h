// bilingual: the translations of a dictionary of FreeDict that says nothing else of its headwords
// (dict-freedict-nld-eng). An entry is
//
//     bezit /bəzit/
//     1. assets
//     2. possession, property
#ifndef LOGOMACHY_SOURCES_READERS_BILINGUAL_H
#define LOGOMACHY_SOURCES_READERS_BILINGUAL_H

#include "sources/source.h"

// Delivers every line of translations of every headword of one word in small letters, without its
// number. `dict` is the unpacked text.
bool bilingual_read(struct text dict, struct text index, const struct source_sink *sink,
                    struct reason *why);

#endif
