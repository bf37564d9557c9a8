// mythes: synonyms from a thesaurus in the MyThes format as mythes-ru has it.
//
//     UTF-8
//     рай|2
//     (синоним)|эдем|парадиз
//     (антоним)|ад
//
// becomes the text "синонимы: эдем, парадиз — антоним: ад".
#ifndef LOGOMACHY_SOURCES_READERS_MYTHES_H
#define LOGOMACHY_SOURCES_READERS_MYTHES_H

#include "sources/source.h"

enum { MYTHES_WORDS_MAX = 16 }; // of one kind in a definition; an ellipsis stands for the others

// The thesaurus does not say classes, and пасть is a noun (a mouth) and a verb (to fall). This says
// whether a word may stand for the headword; a meaning without any such word is left out.
typedef bool mythes_fits_fn(void *context, struct text word);

struct mythes_filter {
    mythes_fits_fn *fits;
    void *context;
};

// Gives each headword once, with no class: the thesaurus does not say any. The second leaves out what
// does not fit, and gives an empty text if nothing does.
bool mythes_read(struct text dat, const struct source_sink *sink, struct reason *why);
bool mythes_read_fitting(struct text dat, const struct mythes_filter *filter,
                         const struct source_sink *sink, struct reason *why);

#endif
