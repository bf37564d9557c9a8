// familiarity: how familiar a Russian noun is. OpenCorpora says nothing about that, and no single
// source does: lists of frequent words know the few thousand nouns that encyclopedias use and not
// the bee (пчела), and a spelling dictionary knows everything. Agreement of several sources is a
// good measure, so each gives points:
//
//     1 for each dictionary of another language that translates a word by this one, at most
//       RUSSIAN_DICTIONARIES
//     2 for a headword of the thesaurus
//     2 for a place in a list of frequent words, and 1 more for one in its upper half
//
// Tiers 1 to 5 need 9, 7, 5, 3 points and 1, and 6 none; a word that the spelling dictionary does
// not have is of tier 7 with points and 8 without.
//
//     const struct russian_evidence bee = {.dictionaries = 7, .thesaurus = true, .spelled = true};
//     ok = russian_tier(&bee) == 1;
#ifndef LOGOMACHY_SOURCES_RUSSIAN_FAMILIARITY_H
#define LOGOMACHY_SOURCES_RUSSIAN_FAMILIARITY_H

#include "lexicon/word.h"

#include <stdbool.h>

enum { RUSSIAN_DICTIONARIES = 7 };

struct russian_evidence {
    unsigned dictionaries;   // how many translate by it (sources/russian/translation.h)
    unsigned frequency_tier; // of frequency_tier() (sources/readers/frequency.h), 0: not listed
    bool spelled;            // the spelling dictionary has it (sources/readers/hunspell_list.h)
    bool thesaurus;          // it has an entry in the thesaurus (sources/readers/mythes.h)
};

unsigned russian_tier(const struct russian_evidence *e); // 1 to TIERS

#endif
