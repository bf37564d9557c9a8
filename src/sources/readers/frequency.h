// frequency: how common words are, from a language model of the on-screen keyboard Onboard (Debian
// package onboard-data, GPL-3+), which has one for en, fr, de, nl and ru alike: what Wikipedia's
// prose uses, some 45,000 words each, with how often.
//
//     \data\                           the model has pairs of words too (\2-grams:), which are
//     ngram 1=45115                    not read
//
//     \1-grams:
//     1 <unk>
//     7901460 le
//
// Only words of letters have a rank, the most frequent first. Rank becomes tier so that each tier
// has about half again as many words as the one before:
//     tier   1       2       3        4        5        6
//     rank   2,000   5,000   10,000   18,000   28,000   the rest of the list
// The list holds forms as they are written, so every form of a word has a tier of its own. For the
// many forms and compounds that it lacks there are two tiers more, told apart by a struct
// frequency:
//     tier 7   the word is plainly made from listed ones: after four or more letters that they
//              share it differs from one only in an ending of up to three, or it is two of them
//              put together (Haustür, with or without a linking s, es, n, en, er, e)
//     tier 8   everything else
//
//     struct frequency f = {0};
//     struct word word = {0};
//     ok = frequency_read(text, false, &(struct source_sink){frequency_take, &f}, &why);
//     frequency_sort(&f);
//     unsigned tier = frequency_tier(&f, &word);
//     frequency_release(&f);
#ifndef LOGOMACHY_SOURCES_READERS_FREQUENCY_H
#define LOGOMACHY_SOURCES_READERS_FREQUENCY_H

#include "lexicon/alphabet.h"
#include "sources/source.h"

enum { FREQUENCY_LISTED = 6 }; // the last tier of words that are in the list themselves

// Gives the words by falling rank, each with its tier. Words with a capital are names, and have no
// rank, unless `capitals` says that nouns are written so (German).
bool frequency_read(struct text model, bool capitals, const struct source_sink *sink,
                    struct reason *why);

// The tiers of a language's words. Where several spellings fold into one word, the best tier
// counts.
struct frequency {
    const struct alphabet *alphabet; // set by the user
    struct frequency_word {
        struct word word;
        uint8_t tier;
        uint32_t count;
        double share; // of both corpora, while they are blended
    } * listed;       // sorted by frequency_sort(); owned
    size_t count;
    size_t cap;
};

bool frequency_take(void *frequency, const struct source_entry *entry); // a source_sink_fn
void frequency_sort(struct frequency *f);                               // after the last was taken

// Ranks the words of two corpora by the geometric mean of their shares, so that a word that only one
// of them uses, though often, is not familiar: Wikipedia has hundreds of articles on sea lilies and their
// cirri. A word that a corpus lacks counts as if it were there 0.2 times in a million. Sorts the
// words. False if there is no memory.
bool frequency_blend(struct frequency *f, struct frequency *other);

unsigned frequency_tier(const struct frequency *f, const struct word *word); // 1 to 8
void frequency_release(struct frequency *f);

#endif
