// scowl: the English word lists of SCOWL, one file for each spelling, category and size. A file has
// one word a line, in UTF-8 as Debian ships it or in Latin-1 as upstream does; a file that is not
// valid UTF-8 is read as Latin-1.
//
// A file is called SPELLING-CATEGORY.SIZE, such as "british_variant_1-words.60". The games use the
// category "words" only, at sizes up to 80. Which spellings make which lexicon:
//   international  all of them
//   American       english, american, variant_1, variant_2: variant_1 and 2 are what American
//                  dictionaries give beside the first spelling (grey, theatre, abaci), whereas
//                  variant_3 is what they hardly give at all (gaol, analyse, advertize)
//
// The size says how common a word is; a list holds what the smaller ones lack. Nine sizes make
// eight tiers of familiarity: 55 is a small supplement to 50 and shares its tier.
//   size  10  20  35  40  50  55  60  70  80 and more
//   tier   1   2   3   4   5   5   6   7   8
// A word in several lists has the best of its tiers.
//
//     struct text spelling, category;
//     unsigned size;
//     ok = scowl_parse_name(TEXT("english-words.35"), &spelling, &category, &size) &&
//          scowl_is_american(spelling) && scowl_read(text, size, sink, &why);
#ifndef LOGOMACHY_SOURCES_ENGLISH_SCOWL_H
#define LOGOMACHY_SOURCES_ENGLISH_SCOWL_H

#include "sources/source.h"

// Takes the name of a file apart; false where it is no SCOWL list ("README"). The texts are parts
// of `name`.
bool scowl_parse_name(struct text name, struct text *spelling, struct text *category,
                      unsigned *size);

bool scowl_is_american(struct text spelling);

// Gives the words of one list of that size. Left out is what is no word in a game: possessives and
// other words with an apostrophe (dog's), and words with a capital (OKed, kW).
bool scowl_read(struct text list, unsigned size, const struct source_sink *sink,
                struct reason *why);

// Gives the names of one list ("upper", "proper-names") instead.
bool scowl_read_names(struct text list, const struct source_sink *sink, struct reason *why);

#endif
