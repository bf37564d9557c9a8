// exceptions: WordNet's lists of irregular forms (noun.exc, verb.exc, adj.exc, adv.exc). A line is a
// form and the words that it is a form of:
//
//     geese goose
//     lain lie
//
// Lines that begin with # are comments of our own list. Words of a phrase are joined by an underscore;
// such lines are left out.
//
//     ok = exceptions_read(text, CLASS_NOUN, sink, &why); // geese with the lemma goose
#ifndef LOGOMACHY_SOURCES_ENGLISH_EXCEPTIONS_H
#define LOGOMACHY_SOURCES_ENGLISH_EXCEPTIONS_H

#include "sources/source.h"

// Delivers each form of words of that class with each of its lemmas.
bool exceptions_read(struct text list, unsigned word_class, const struct source_sink *sink,
                     struct reason *why);

#endif
