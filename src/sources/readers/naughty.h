// naughty: a list of npm's naughty-words: a JSON array of strings.
//
//     ["arsehole", "ball gag", "caf\u00e9"]
//
// Each word is delivered as offensive. Phrases and what is not written in letters are left out.
#ifndef LOGOMACHY_SOURCES_READERS_NAUGHTY_H
#define LOGOMACHY_SOURCES_READERS_NAUGHTY_H

#include "sources/source.h"

bool naughty_read(struct text list, const struct source_sink *sink, struct reason *why);

#endif
