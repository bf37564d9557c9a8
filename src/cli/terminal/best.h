// best: high scores of solitaire games, in a file in the user's data folder: the ten best per config.
// Each line has date, config and score, separated by tabs.
//
//     struct bests best;
//     int32_t score = 404;
//     if (bests_add(&best, config, score, &why))
//         ok = best.score[best.rank] == score;
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
