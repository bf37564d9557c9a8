// gcide: the GNU Collaborative International Dictionary of English (Webster's of 1913 with
// additions), as its dict server package has it.
//
// Webster's capitalises every headword, so names have to be told from words. A capitalised headword
// is taken for a name where its class says so ("prop. n."); where the dictionary's own prose writes
// it with a capital far more often than without; and, where the prose never uses it in small
// letters, where its definition speaks of a genus, of natives or followers, or of a name that it
// derives from.
//
//     struct text dict = text, index = TEXT("Head\tA\tQ\n");
//     ok = gcide_read(dict, index, sink, &why);
#ifndef LOGOMACHY_SOURCES_ENGLISH_GCIDE_H
#define LOGOMACHY_SOURCES_ENGLISH_GCIDE_H

#include "sources/source.h"

enum { GCIDE_DEFINITION_MAX = 600 };

// Delivers one definition for each numbered sense of each common word (sources/english/english.h), without
// quotations, phrases, notes and synonyms. Left out are names, forms of other words, heads without
// a class and senses taken from WordNet. A sense labelled [Obs.], alone or with another label, is
// marked obsolete. `dict` is the unpacked text.
bool gcide_read(struct text dict, struct text index, const struct source_sink *sink,
                struct reason *why);

// The sense is labelled [Archaic] or [R.], rare: in 1913, but perhaps not today.
bool gcide_is_rare(struct text definition);

#endif
