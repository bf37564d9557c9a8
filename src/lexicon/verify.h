// verify: checks all of a lexicon: every word, every path through the graph, every definition. For
// tests and `logomachy lexicon check`; opening a lexicon checks only what memory safety needs.
#ifndef LOGOMACHY_LEXICON_VERIFY_H
#define LOGOMACHY_LEXICON_VERIFY_H

#include "lexicon/lexicon.h"

struct verify_result {
    uint32_t words;
    uint64_t splits; // ways to start inside a word, over all words: one for each letter
    struct text_counts counts;
};

// Every word has its number, its length and every split; the graph spells nothing else, forwards
// or around; all definitions unpack.
bool lexicon_verify(const struct lexicon *lex, struct verify_result *result, struct reason *why);

#endif
