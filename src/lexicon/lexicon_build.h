// lexicon_build: collects words with classes, tiers and definitions, in any order, and writes the
// bytes of a lexicon file.
//
//     struct lexicon_builder *b = lexicon_builder_new(&lexicon->alphabet);
//     ok = lexicon_builder_add(b, &word, CLASS_NOUN, 2, &why) &&
//          lexicon_builder_define(b, &word, CLASS_NOUN, TEXT_DEFINITION, text, &why) &&
//          lexicon_builder_write(b, &out, &why);
//     lexicon_builder_free(b);
#ifndef LOGOMACHY_LEXICON_LEXICON_BUILD_H
#define LOGOMACHY_LEXICON_LEXICON_BUILD_H

#include "lexicon/alphabet.h"

struct lexicon_builder;

struct lexicon_builder *lexicon_builder_new(const struct alphabet *alphabet); // NULL: no memory
void lexicon_builder_free(struct lexicon_builder *b);

// A word. Its classes add up over all calls; its tier is the lowest that is named (0 names none).
bool lexicon_builder_add(struct lexicon_builder *b, const struct word *w, unsigned classes,
                         unsigned tier, struct reason *why);

bool lexicon_builder_has(const struct lexicon_builder *b, const struct word *w);

// The next word, in the order in which they came; false past the last. `at` begins at 0. Words may
// be added and removed in between.
bool lexicon_builder_next(const struct lexicon_builder *b, uint32_t *at, struct word *out);

// The classes that the word has so far; 0 also for a word that is not there.
unsigned lexicon_builder_classes(const struct lexicon_builder *b, const struct word *w);

// The tier that the word has so far; 0 where none was named.
unsigned lexicon_builder_tier(const struct lexicon_builder *b, const struct word *w);

// The word is nothing of these, whatever has been said so far. It may lose all its classes.
bool lexicon_builder_remove_classes(struct lexicon_builder *b, const struct word *w,
                                    unsigned classes, struct reason *why);

// Drops a word, and forgets what is known of it. False if it was not there.
bool lexicon_builder_remove(struct lexicon_builder *b, const struct word *w);

// Marks add up. A word may be marked before it is added; marks of words that never are, are
// dropped.
bool lexicon_builder_mark(struct lexicon_builder *b, const struct word *w, unsigned marks,
                          struct reason *why);
void lexicon_builder_unmark(struct lexicon_builder *b, const struct word *w, unsigned marks);
unsigned lexicon_builder_marks(const struct lexicon_builder *b, const struct word *w);

// The first word is an inflected form of the second, as one of these classes (WALKED of the verb WALK;
// 0: not known). Either may be added later; a pair is dropped if one is missing in the end. A word
// keeps the first LEMMAS_MAX.
bool lexicon_builder_lemma(struct lexicon_builder *b, const struct word *w,
                           const struct word *lemma, unsigned classes, struct reason *why);

// The lemmas of a word, whether they have been added or not. Returns how many.
unsigned lexicon_builder_lemmas(const struct lexicon_builder *b, const struct word *w,
                                struct word out[LEMMAS_MAX]);

// Adds a text about a word that has been added. Duplicates are kept once; texts keep the
// order in which they came.
bool lexicon_builder_define(struct lexicon_builder *b, const struct word *w, unsigned classes,
                            enum text_kind kind, struct text text, struct reason *why);

// The texts about a word, in the order in which they came, until the sink returns false.
typedef bool builder_text_fn(void *context, enum text_kind kind, struct text text);
void lexicon_builder_read(const struct lexicon_builder *b, const struct word *w,
                          builder_text_fn *take, void *context);

// How the word is written. Kept where that is more than its letters in small ("naïve", "e-mail"),
// and then the letters in small too, if they are another way to write it.
bool lexicon_builder_spell(struct lexicon_builder *b, const struct word *w, struct text spelling,
                           struct reason *why);

// A line `key value` for lexicon_meta(). "lang", "words" and the numbers of texts, forms and marks
// are added by themselves.
void lexicon_builder_meta(struct lexicon_builder *b, const char *key, struct text value);

uint32_t lexicon_builder_words(const struct lexicon_builder *b);
uint32_t lexicon_builder_texts(const struct lexicon_builder *b); // of all kinds

bool lexicon_builder_write(struct lexicon_builder *b, struct buf *out, struct reason *why);

#endif
