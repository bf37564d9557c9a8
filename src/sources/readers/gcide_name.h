// gcide_name: whether a definition speaks of a name.
#ifndef LOGOMACHY_SOURCES_READERS_GCIDE_NAME_H
#define LOGOMACHY_SOURCES_READERS_GCIDE_NAME_H

#include "sources/readers/gcide_head.h"

// For the capitalised headword of an entry; `definition` is its first one, without references.
bool gcide_names(const struct gcide_head *head, struct text word, struct text definition);

#endif
