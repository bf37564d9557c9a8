// recipes: one function per lexicon, by language (english/recipes.c and so on), and the steps that
// several of them take. Only the table in recipe.c calls the recipes.
//
//     struct build_context b;
//     ok = build_context_open(&b, "build/sources", TEXT("fr"), &why) && recipe_french(&b);
//     build_context_close(&b);
#ifndef LOGOMACHY_SOURCES_RECIPES_H
#define LOGOMACHY_SOURCES_RECIPES_H

#include "sources/build_context.h"
#include "sources/wikdict.h"

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

// A list of data/lexicons.
bool read_own(struct build_context *b, const char *name, const struct source_sink *sink);

// Words that dictionaries agree on are at least as familiar as wikdict_tier() says.
bool grade_by_dictionaries(struct build_context *b, const struct wikdict *dictionaries);

// A form is at most one tier less familiar than its lemma: people who know gucken know guckt.
bool grade_forms(struct build_context *b);

#endif
