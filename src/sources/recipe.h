// recipe: the lexicons that come with the program, and how each is made from the packages named in
// data/lexicons/packages.txt. A lexicon stores its origin (recipe version, format, package versions),
// so an up-to-date one is not rebuilt. Packages of the newer Debian (deb13) may be missing; a lexicon
// that was made without one is rebuilt when it is there.
//
//     const struct recipe *r = recipe_find("fr");
//     ok = r && recipe_make(r, "build/sources", &out, &why);
#ifndef LOGOMACHY_SOURCES_RECIPE_H
#define LOGOMACHY_SOURCES_RECIPE_H

#include "sources/build_context.h"

struct recipe {
    const char *name;
    const char *lang;
    const char *const *packages; // ends with NULL
    bool (*make)(struct build_context *b);
};

extern const struct recipe recipes[]; // ends with a NULL name

const struct recipe *recipe_find(const char *name); // NULL: no such recipe

// The origin that a lexicon built now would have: recipe version, format and package versions.
bool recipe_origin(const struct recipe *r, const char *sources, struct buf *out,
                   struct reason *why);

// The bytes of the lexicon.
bool recipe_make(const struct recipe *r, const char *sources, struct buf *out, struct reason *why);

#endif
