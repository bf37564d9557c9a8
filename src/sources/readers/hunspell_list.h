// hunspell_list: the words of a hunspell dictionary (.dic) as they stand, without their affixes:
// for dictionaries that are only asked whether they know a word. The file is UTF-8: a line with
// about how many entries there are, then `word/FLAGS` with optional fields after a tab.
//
//     ok = hunspell_list_read(TEXT("2\ncat/S\nParis\n"), sink, &why); // gives cat
#ifndef LOGOMACHY_SOURCES_READERS_HUNSPELL_LIST_H
#define LOGOMACHY_SOURCES_READERS_HUNSPELL_LIST_H

#include "sources/source.h"

// Gives each entry that has no capital in it: names and abbreviations are written with them.
bool hunspell_list_read(struct text dic, const struct source_sink *sink, struct reason *why);

#endif
