// wordlist: a plain list of words, one a line, UTF-8: what an operator imports, what Debian's word
// list packages hold, and what data/lexicons keeps by hand.
//
//     # a comment
//     aa<TAB>n<TAB>rough cindery lava
//     abide<TAB>verb
//     okay<TAB>n,v,adj,adv
//     zymurgy
//
// After a tab there may be the word's classes, separated by commas, and after another tab its
// definition. Classes are n or noun, v or verb, a, adj or adjective, r, adv or adverb, other; the
// field may be empty. Blank lines and lines that start with # are skipped; a byte order mark and
// \r\n are tolerated.
#ifndef LOGOMACHY_SOURCES_READERS_WORDLIST_H
#define LOGOMACHY_SOURCES_READERS_WORDLIST_H

#include "sources/source.h"

// Words to pass over without a complaint, and whether the list marks words.
struct wordlist_options {
    bool skip_capitals; // words with a capital: names and abbreviations, except in German
    bool skip_joined;   // words with a hyphen, an apostrophe, a digit: anything but letters
    bool marks;         // a + before a word is a mark, not part of it: in data/lexicons it is on
                        // words that only the international lexicon has
    bool skip_marked;   // words with that mark
    bool reasons;       // after the tab there is no class but the reason why the word is listed
};

// Called for a line that cannot be read, with its number from 1 and the reason (whose `line` is the
// same). Reading goes on with the next line. Returns false to stop after all; the reader then
// returns false and leaves its own reason alone.
typedef bool wordlist_bad_fn(void *context, uint32_t line, const struct reason *reason);

// `options` NULL: every word. `bad` NULL: the first line that cannot be read is refused as a whole,
// as it is for lists that come with the program or a package. `context` is for `bad` only. Letters
// are not looked at: whether a word folds into the alphabet is for the sink to say.
bool wordlist_read(struct text list, const struct wordlist_options *options,
                   const struct source_sink *sink, wordlist_bad_fn *bad, void *context,
                   struct reason *why);

#endif
