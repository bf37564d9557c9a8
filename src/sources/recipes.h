// recipes: one function per lexicon, by language: recipes_english*.c, recipes_russian.c,
// recipes_western.c. Only the table in recipe.c calls them.
#ifndef LOGOMACHY_SOURCES_RECIPES_H
#define LOGOMACHY_SOURCES_RECIPES_H

#include "sources/build_context.h"

bool recipe_english(struct build_context *b);
bool recipe_english_large(struct build_context *b);
bool recipe_english_huge(struct build_context *b);
bool recipe_english_international(struct build_context *b);
bool recipe_english_american(struct build_context *b);
bool recipe_english_common(struct build_context *b);
bool recipe_russian(struct build_context *b);
bool recipe_french(struct build_context *b);
bool recipe_german(struct build_context *b);
bool recipe_dutch(struct build_context *b);

// Gives every word a tier by its frequency; `model` is a file of onboard-data. `capitals`: the
// language capitalizes nouns.
bool grade_by_frequency(struct build_context *b, const char *model, bool capitals);

#endif
