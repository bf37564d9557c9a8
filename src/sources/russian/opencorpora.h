// opencorpora: Russian nouns from the OpenCorpora dictionary, as the npm package az packs it
// (package/dicts/). The graph has every form of every word; a key is the form in CP1251, a byte 1,
// and four bytes that say which form of which paradigm it is. The paradigm has a tag for each of
// its forms, and the tag says whether the form is wanted.
//
// Wanted is each form that is a noun in the nominative, singular or of a word that has no singular,
// and that is not a name, abbreviation, misprint, slang, dialect or archaic word, nor a variant
// that only verse or speech has. It is asked of each form, not only of a paradigm's first, because
// ведро and месяц are not the first of theirs.
//
// The dictionary takes some nouns that have only a plural for the plural of another noun: щипцы
// (tongs) are a form of щипец (a gable) there, чары (a spell) of чара (a cup). So the plurals are
// given, too, but without a class; it is for the recipe to know which of them are nouns.
//
//     struct text words = {0}, paradigms = {0}, gramtab = {0}; // the bytes of the three files
//     const struct opencorpora_files files = {words, paradigms, gramtab};
//     ok = opencorpora_read(&files, sink, &why);
#ifndef LOGOMACHY_SOURCES_RUSSIAN_OPENCORPORA_H
#define LOGOMACHY_SOURCES_RUSSIAN_OPENCORPORA_H

#include "sources/source.h"

struct opencorpora_files {
    struct text words;     // words.dawg
    struct text paradigms; // paradigms.array
    struct text gramtab;   // gramtab-opencorpora-int.json
};

// Gives each wanted form as a noun, and each other nominative plural of such a noun without a class;
// in small letters, with its ё and its hyphens; once for each paradigm that has it, so a word can
// come more than once.
bool opencorpora_read(const struct opencorpora_files *files, const struct source_sink *sink,
                      struct reason *why);

#endif
