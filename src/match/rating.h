// rating: how strong a player is, by Glicko-2 (M. Glickman, "Example of the Glicko-2 system",
// 2022). A match is a rating period of its own; between matches the deviation grows with the days.
//
//     for (unsigned i = 0; i < seats; i++)
//         rating_rest(&player[i], days_since_last_match[i]);
//     rating_match(player, rank, seats);
//
// What is stored is what rating_match() made; the days are counted when it is read, so that a
// leaderboard may call rating_rest() on a copy.
#ifndef LOGOMACHY_MATCH_RATING_H
#define LOGOMACHY_MATCH_RATING_H

#include "rules/action.h"

// How fast volatility may change; the paper's example has 0.5.
#define RATING_TAU 0.5

// Rating periods that a day without a match counts for: at this pace the deviation of a player who
// is well known (60) comes to about 107 in a year.
#define RATING_PERIODS_PER_DAY 0.2

// Values outside are brought inside, in and out: so no input makes nonsense.
#define RATING_MIN 100.0
#define RATING_MAX 4000.0
#define RATING_DEVIATION_MIN 30.0
#define RATING_DEVIATION_MAX 350.0
#define RATING_VOLATILITY_MIN 0.01
#define RATING_VOLATILITY_MAX 0.15

struct rating {
    double rating, deviation, volatility;
};

// Who has not played yet.
#define RATING_NEW ((struct rating){1500.0, 350.0, 0.06})

// Above this deviation a rating says little yet: shown with a question mark, not on leaderboards.
#define RATING_PROVISIONAL 110.0

// One opponent and how it went: 1 won, 0.5 drawn or shared, 0 lost.
struct rating_game {
    struct rating opponent;
    double score;
};

// The rating after a period with these games.
struct rating rating_after(const struct rating *own, const struct rating_game *games,
                           unsigned count);

// Days without a match: only the deviation grows. Negative days are none.
void rating_rest(struct rating *r, double days);

// A match of 2 to SEATS_MAX players: everyone has a game with everyone else, won by the lower rank.
void rating_match(struct rating player[], const unsigned rank[], unsigned count);

#endif
