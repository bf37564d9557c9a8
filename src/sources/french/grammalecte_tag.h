// grammalecte_tag: what a tag of Grammalecte's dictionary says of a form (french/grammalecte.h).
//
//     ok = grammalecte_tag(TEXT(":N:m:s/*")).classes == CLASS_NOUN;
#ifndef LOGOMACHY_SOURCES_FRENCH_GRAMMALECTE_TAG_H
#define LOGOMACHY_SOURCES_FRENCH_GRAMMALECTE_TAG_H

#include "base/text.h"

struct grammalecte_tag {
    bool wanted;       // nothing that no game takes: a name, a symbol, half a word
    bool unit;         // a unit of measurement
    bool interjection; // may do without a vowel
    bool plural;       // and not singular as well
    unsigned classes;  // of a form that dictionaries list
    unsigned alone;    // its classes if it has no other form
};

struct grammalecte_tag grammalecte_tag(struct text text);

#endif
