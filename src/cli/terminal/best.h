// play_best: the best scores of who plays alone, kept in a file of the user's: the ten best of each
// way to play, a line each: date, the game and how it was set up, score, with tabs between them.
//
//     struct bests best;
//     if (bests_add(&best, config, score, &why)) ...best.score[best.rank] is this one...
#ifndef LOGOMACHY_CLI_TERMINAL_BEST_H
#define LOGOMACHY_CLI_TERMINAL_BEST_H

#include "rules/config.h"

enum { BESTS = 10, BESTS_DATE = 10 };

struct bests {
    unsigned count;
    int32_t score[BESTS]; // the highest first
    char date[BESTS][BESTS_DATE + 1];
    unsigned rank; // of the new one; BESTS: it is not among them
};

// Puts a score of today among those of the same game, language, lexicon and settings. Refused where
// there is no place for the file, or it cannot be read or written.
bool bests_add(struct bests *b, const struct config *c, int32_t score, struct reason *why);

#endif
