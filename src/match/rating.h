// rating: Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2022). Each match is a rating
// period; between matches the deviation grows with the days.
//
//     struct rating player[2] = {RATING_NEW, RATING_NEW};
//     unsigned rank[2] = {0, 1};
//     for (unsigned i = 0; i < 2; i++)
//         rating_rest(&player[i], 3.5); // days since the last match
//     rating_match(player, rank, 2);
//
// Store the result of rating_match(); apply rating_rest() when reading, e.g. on a copy for a
// leaderboard.
#ifndef LOGOMACHY_MATCH_RATING_H
#define LOGOMACHY_MATCH_RATING_H

#include "rules/action.h"

// The system constant tau: how fast volatility may change; the paper's example has 0.5.
#define RATING_TAU 0.5

// Rating periods per day without a match: the deviation of an established player (60) grows to
// about 107 in a year.
#define RATING_PERIODS_PER_DAY 0.2

// Inputs and results are clamped to these ranges.
#define RATING_MIN 100.0
#define RATING_MAX 4000.0
#define RATING_DEVIATION_MIN 30.0
#define RATING_DEVIATION_MAX 350.0
#define RATING_VOLATILITY_MIN 0.01
#define RATING_VOLATILITY_MAX 0.15

struct rating {
    double rating, deviation, volatility;
};

// A new player.
#define RATING_NEW ((struct rating){1500.0, 350.0, 0.06})

// Above this deviation a rating is provisional: shown with a question mark, not on leaderboards.
#define RATING_PROVISIONAL 110.0

// One opponent and the score: 1 won, 0.5 drawn or shared, 0 lost.
struct rating_game {
    struct rating opponent;
    double score;
};

// The rating after a period with these games.
struct rating rating_after(const struct rating *own, const struct rating_game *games,
                           unsigned count);

// Days without a match increase the deviation only. Negative days count as 0.
void rating_rest(struct rating *r, double days);

// A match of 2 to SEATS_MAX players: one game per pair, won by the lower rank.
void rating_match(struct rating player[], const unsigned rank[], unsigned count);

#endif
