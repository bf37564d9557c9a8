// gcide_name: whether GCIDE defines a capitalized headword as a name. It looks at the start
// of the definition: genera and families, natives and followers, and capitalized words with the
// headword's stem.
//
//     struct gcide_head head;
//     ok = gcide_head_read(text, &head) &&
//          gcide_names(&head, head.word[0], TEXT("A genus of gallinaceous birds."));
#ifndef LOGOMACHY_SOURCES_ENGLISH_GCIDE_NAME_H
#define LOGOMACHY_SOURCES_ENGLISH_GCIDE_NAME_H

#include "sources/english/gcide_head.h"

// For the capitalised headword of an entry; `definition` is its first one, without references.
bool gcide_names(const struct gcide_head *head, struct text word, struct text definition);

#endif
