// The recipes themselves, by language: recipes_english.c, recipes_russian.c, recipes_western.c.
#ifndef LOGOMACHY_SOURCES_RECIPES_H
#define LOGOMACHY_SOURCES_RECIPES_H

#include "sources/kitchen.h"

bool cook_english(struct kitchen *k);
bool cook_english_large(struct kitchen *k);
bool cook_english_international(struct kitchen *k);
bool cook_english_american(struct kitchen *k);
bool cook_english_common(struct kitchen *k);
bool cook_russian(struct kitchen *k);
bool cook_french(struct kitchen *k);
bool cook_german(struct kitchen *k);
bool cook_dutch(struct kitchen *k);

// Gives every word of the lexicon a tier by how often a language is written with it; `model` is a
// file of onboard-data. `capitals`: nouns have them.
bool grade_by_frequency(struct kitchen *k, const char *model, bool capitals);

#endif
