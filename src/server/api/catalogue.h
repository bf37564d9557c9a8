// catalogue: what can be played here: every preset, its settings, and the lexicons that were there
// at the start. Immutable until the server ends, so that threads may read it and caches may keep
// it.
//
//     struct catalogue *c = NULL;
//     const struct lexicon *lexicon = catalogue_lexicon(c, TEXT("en"));
//     ok = lexicon && catalogue_games(c).len;
#ifndef LOGOMACHY_SERVER_API_CATALOGUE_H
#define LOGOMACHY_SERVER_API_CATALOGUE_H

#include "rules/record.h"

#include <jansson.h>

struct catalogue;
struct search_path;

// Lexicons come from the search_path, as far as the host can open them; presets and rules from the
// host. NULL if there is no memory.
struct catalogue *catalogue_open(const struct search_path *search_path,
                                 const struct record_host *host);
void catalogue_free(struct catalogue *c);

// As the API tells them: JSON texts that live as long as the catalogue.
struct text catalogue_games(const struct catalogue *c);
struct text catalogue_lexicons(const struct catalogue *c);

// The addresses of packed lexicons by name (packs.h), in the same way.
struct text catalogue_packs(const struct catalogue *c);

// The lexicon with that name; NULL: none.
const struct lexicon *catalogue_lexicon(const struct catalogue *c, struct text name);

// The default lexicon of a language: the one named after the language, else any. NULL: none.
const struct lexicon *catalogue_words(const struct catalogue *c, const char *lang,
                                      const char **name);

// For reading records on any thread. Borrows the catalogue.
struct record_host catalogue_host(struct catalogue *c);

#endif
