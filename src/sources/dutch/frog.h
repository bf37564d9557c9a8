// frog: the words that Frog's tagger of Dutch was trained with (Debian package frogdata,
// Frog.mbt.1.0.lex), 11 million words of speech, newspapers and books. A line is a count, a word, and
// its tags (sources/dutch/cgn.h), each with its count:
//
//     189 was N(soort,ev,basis,zijd,stan):40 WW(pv,verl,ev):149
//
//     ok = frog_read(text, sink, &why);
#ifndef LOGOMACHY_SOURCES_DUTCH_FROG_H
#define LOGOMACHY_SOURCES_DUTCH_FROG_H

#include "sources/source.h"

// Delivers every word of small letters with its count and its classes. A class counts if the word has
// it one time in twenty or more: tags were given by a program, and a few are wrong.
bool frog_read(struct text lex, const struct source_sink *sink, struct reason *why);

#endif
