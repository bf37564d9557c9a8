// casing: does a text write a word small or with a capital? Dictionaries that capitalise every
// headword do not say which of them are names; how their own prose spells the word does.
//
//     struct casing c = {0};
//     struct text word = TEXT("bacon");
//     ok = casing_add(&c, word); // every word that will be asked about
//     casing_scan(&c, TEXT("Bacon eats bacon.")); // any number of texts
//     bool always_capital = casing_of(&c, word).small == 0;
//     casing_release(&c);
#ifndef LOGOMACHY_SOURCES_CASING_H
#define LOGOMACHY_SOURCES_CASING_H

#include "base/text.h"

// How often the word was seen: in small letters, and with a capital in the middle of a sentence.
struct casing_count {
    uint32_t small;
    uint32_t capital;
};

struct casing {
    struct casing_slot *slot; // owned
    size_t cap;               // a power of two, or 0
    size_t used;
};

void casing_release(struct casing *c);

// ASCII letters only, in any case. False where there is no memory.
bool casing_add(struct casing *c, struct text word);
void casing_scan(struct casing *c, struct text prose);
struct casing_count casing_of(const struct casing *c, struct text word);

#endif
