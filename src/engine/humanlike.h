// humanlike: the vocabulary of the low levels, which play like people. A player knows the words up
// to a tier of familiarity and overlooks some of those: more of the long, the rare and the awkward
// ones. A hash of the word and a seed decides, so within one turn the same word is seen or
// overlooked wherever it lies, and the same seed gives the same player.
//
//     struct humanlike player = {.tier = 2, .overlooks = 40, .per_letter = 20, .per_tier = 20};
//     player.seed = rng_next(&rng);
//     ok = humanlike_sees(&player, &(struct humanlike_word){.index = 17, .tier = 1, .letters = 5});
#ifndef LOGOMACHY_ENGINE_HUMANLIKE_H
#define LOGOMACHY_ENGINE_HUMANLIKE_H

#include <stdbool.h>
#include <stdint.h>

// Rates are in per cent.
struct humanlike {
    unsigned tier;       // the least familiar words it knows; 0: it knows all and overlooks none
    unsigned overlooks;  // of the shortest and most familiar words
    unsigned per_letter; // more for each letter past the third
    unsigned per_tier;   // more for each tier past the first
    unsigned per_cross;  // more for each word that the move forms beside it
    uint32_t seed;       // selects which words are overlooked; drawn again for each turn
};

struct humanlike_word {
    uint32_t index;   // in the lexicon
    unsigned tier;    // of familiarity, 1 is the most familiar
    unsigned letters; // of the word, or those that the player has to put down for it
    unsigned crosses; // words that the move forms beside it
};

bool humanlike_sees(const struct humanlike *h, const struct humanlike_word *w);

// Looks again and overlooks nothing, of the words it knows.
void humanlike_concentrate(struct humanlike *h);

// A number below `below` that depends on `what` and the seed alone.
unsigned humanlike_chance(const struct humanlike *h, uint64_t what, unsigned below);

#endif
