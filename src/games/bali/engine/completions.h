// bali_hopes: what a run of letters can still become: is it a word, and which words that have it
// inside need only a few letters more. Found through the word graph, few letters first, and
// remembered: the same runs come up again and again in a search.
//
//     const struct bali_run *run = bali_hopes_find(&hopes, letters, length);
//     for (unsigned i = 0; i < run->count; i++) ...hopes.hope[run->first + i]...
//
// The answer is good until the next call. It does not depend on what is in the deck, so that it can
// be kept while cards come and go.
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_COMPLETIONS_H
#define LOGOMACHY_GAMES_BALI_ENGINE_COMPLETIONS_H

#include "games/bali/pack.h"
#include "lexicon/lexicon.h"

enum {
    HOPE_LETTERS = 5, // that may be missing at most
    HOPE_TIMES = 4,   // how often the same one may be
    HOPES_OF_RUN = 24,
    HOPES_RUNS = 1 << 15,
    HOPES_ROOM = 1 << 19,
};

// A word that a run may become. Each letter that is missing is letter * HOPE_TIMES + how many of
// the same stand before it in the list.
struct bali_hope {
    uint8_t missing[HOPE_LETTERS];
    uint8_t count;
    uint8_t value; // of the missing cards
};

struct bali_run {
    uint64_t key;   // 0: free
    uint32_t first; // of its hopes, the most promising that there are
    uint32_t next;  // letters that may be set above or below it, as graph_letters() has them
    uint8_t count;
    bool word;  // long enough to be taken, and known
    bool known; // a known word has it inside, or it is one
};

// Whose words they are: those of low levels are familiar ones, and of them some are overlooked.
struct bali_mind {
    unsigned tier;                  // the least familiar words it knows; 0: it knows all
    unsigned overlooks, per_letter; // in per cent: of the shortest words; more for each letter
    uint32_t salt;                  // other words are overlooked with another
};

struct bali_hopes {
    const struct lexicon *lexicon;
    struct bali_mind mind;
    unsigned min_word;
    uint8_t value[LETTERS_MAX + 1];
    float chance[LETTERS_MAX + 1]; // that a card of the letter comes along
    // Where each letter and the one behind it lead from the way around: the first steps of asking
    // what may follow a run.
    graph_arc pair[LETTERS_MAX + 1][LETTERS_MAX + 1];
    struct bali_run *run; // a hash table
    unsigned runs;
    struct bali_hope *hope;
    uint32_t hopes;
};

// False: no memory, or no pack for the language.
bool bali_hopes_init(struct bali_hopes *h, const struct lexicon *lexicon, unsigned min_word,
                     const struct bali_mind *mind);
void bali_hopes_release(struct bali_hopes *h);

// Does the mind know the word? One that is in the lexicon.
bool bali_hopes_knows(const struct bali_hopes *h, const uint8_t *letter, unsigned len);

const struct bali_run *bali_hopes_find(struct bali_hopes *h, const uint8_t *letter, unsigned len);

#endif
