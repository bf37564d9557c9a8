// mythes: synonyms from a thesaurus in the MyThes format as mythes-ru has it. Russian definitions
// are not to be had, so the synonyms of a word stand in for one.
//
//     UTF-8
//     рай|2
//     (синоним)|эдем|парадиз
//     (антоним)|ад
//
// becomes the definition "синонимы: эдем, парадиз — антоним: ад".
//
//     ok = mythes_read(text, sink, &why);
#ifndef LOGOMACHY_SOURCES_READERS_MYTHES_H
#define LOGOMACHY_SOURCES_READERS_MYTHES_H

#include "sources/source.h"

enum { MYTHES_WORDS_MAX = 16 }; // of one kind in a definition; an ellipsis stands for the others

// Gives each headword once, with no class: the thesaurus does not say any.
bool mythes_read(struct text dat, const struct source_sink *sink, struct reason *why);

#endif
