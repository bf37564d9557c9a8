// german: what the sources of German words do not say but imply: which forms belong to which word.
//
//     ok = german_is_slang(TEXT("Jugendsprache: sehr gut")) &&
//          !german_is_slang(TEXT("umgangssprachlich: sehen"));
#ifndef LOGOMACHY_SOURCES_GERMAN_GERMAN_H
#define LOGOMACHY_SOURCES_GERMAN_GERMAN_H

#include "sources/build_context.h"

// Gives a lemma to words that have neither class nor lemma, from words of the lexicon that do:
// - declined and compared adjectives and participles: gesichertes of gesichert, schöneren of schön;
// - genitives and regular plurals of nouns: Gartenzauns of Gartenzaun, Messungen of Messung;
// - forms whose last part is a form of a known word: Gartenzäune of Gartenzaun as Zäune of Zaun,
//   weggeguckt of weggucken as geguckt of gucken.
bool german_find_lemmas(struct build_context *b);

// The label before the colon of a gloss says that the word is slang: youth language, thieves' cant,
// soldiers' and net jargon. Colloquial words are not slang.
bool german_is_slang(struct text gloss);

#endif
