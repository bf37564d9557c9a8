// best: the high-score table of solitaire games: the ten best scores per config, in a text file in
// the user's data directory (XDG). Each line has date, config and score, separated by tabs. struct
// bests is a plain value and needs no release.
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
    int32_t score[BESTS]; // highest first
    char date[BESTS][BESTS_DATE + 1];
    unsigned rank; // of the new score, from 0; BESTS: not in the table
};

// Adds a score with today's date to the table of the same game, language, lexicon and settings.
// False if there is no data directory, or the file cannot be read or written.
bool bests_add(struct bests *b, const struct config *c, int32_t score, struct reason *why);

#endif
