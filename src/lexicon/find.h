// find: the words of a lexicon that fit a pattern, a set of letters, or both. A pattern is letters,
// `?` for any one letter, `*` for any run of them (none too), `[AEIOU]` for one of these, `[A-E]`
// for one of a range, `[^AEIOU]` for one of the others.
//
//     struct find f = {0};
//     find_sink_fn *print = NULL; // gets each word
//     ok = find_pattern(&f, &lexicon->alphabet, TEXT("C?T*"), &why) &&
//          find_letters(&f, &lexicon->alphabet, TEXT("TACO?"), false, &why);
//     find_run(&f, lexicon, print, &out);
#ifndef LOGOMACHY_LEXICON_FIND_H
#define LOGOMACHY_LEXICON_FIND_H

#include "lexicon/lexicon.h"

enum { FIND_TOKENS = 63 };

struct find {
    // The pattern: sets of letters, one a place; `many` marks a `*`. None: any word.
    uint32_t token[FIND_TOKENS];
    bool many[FIND_TOKENS];
    unsigned tokens;
    // The letters that a word may be made of.
    bool limited;
    bool all; // every letter must be used
    uint8_t have[LETTERS_MAX + 1];
    uint8_t blanks;
    struct word_filter filter;
};

bool find_pattern(struct find *f, const struct alphabet *a, struct text pattern,
                  struct reason *why);

// `?` is a blank. With `all`, anagrams: words that use every letter.
bool find_letters(struct find *f, const struct alphabet *a, struct text letters, bool all,
                  struct reason *why);

// Calls the sink for each word in alphabetical order, until it returns false.
typedef bool find_sink_fn(void *context, const struct word *w, uint32_t index);
void find_run(const struct find *f, const struct lexicon *lex, find_sink_fn *sink, void *context);

#endif
