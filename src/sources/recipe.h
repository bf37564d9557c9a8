// recipe: which lexicons come with the program, and how each is made from the packages named in
// data/lexicons/packages.txt. A lexicon remembers what it was made from, so one that would come out
// the same is not made again.
#ifndef LOGOMACHY_SOURCES_RECIPE_H
#define LOGOMACHY_SOURCES_RECIPE_H

#include "sources/kitchen.h"

struct recipe {
    const char *name;
    const char *lang;
    const char *const *packages; // ends with NULL
    bool (*cook)(struct kitchen *k);
};

extern const struct recipe recipes[]; // ends with a NULL name

const struct recipe *recipe_find(const char *name); // NULL: none has that name

// What a lexicon made now would be made from: recipe, format and the versions of its packages.
bool recipe_origin(const struct recipe *r, const char *sources, struct buf *out,
                   struct reason *why);

// The bytes of the lexicon.
bool recipe_make(const struct recipe *r, const char *sources, struct buf *out, struct reason *why);

#endif
