// ratings: how well an account plays a game (Glicko-2 numbers; src/match computes them), what they
// were after each match, and who is best. For use within a job (see store.h).
#ifndef LOGOMACHY_STORE_RATINGS_H
#define LOGOMACHY_STORE_RATINGS_H

#include "store/store.h"

struct store_rating {
    int64_t account;
    char game[24]; // the preset
    double rating, deviation, volatility;
    int32_t games;
    int64_t at; // of the last change
};

enum store_status store_rating_get(struct store_tx *tx, int64_t account, const char *game,
                                   struct store_rating *r) STORE_CHECKED;

// Sets the rating and writes it into the history under the match that changed it. STORE_TAKEN, with
// nothing changed, where that match has changed it already; STORE_NONE where there is no such
// account.
enum store_status store_rating_put(struct store_tx *tx, const struct store_rating *r,
                                   const char *match) STORE_CHECKED;

typedef bool store_rating_sink(void *context, const struct store_rating *r);

// All games of an account, by name.
enum store_status store_ratings_of(struct store_tx *tx, int64_t account, store_rating_sink *sink,
                                   void *context) STORE_CHECKED;

// What it was after each match, newest first. Goes on behind a match and its time, the last of the
// page before ("" and 0: begins).
typedef bool store_rating_history_sink(void *context, const struct store_rating *r,
                                       const char *match);
enum store_status store_rating_history(struct store_tx *tx, int64_t account, const char *game,
                                       int64_t before, const char *before_match, unsigned limit,
                                       store_rating_history_sink *sink,
                                       void *context) STORE_CHECKED;

// The best of a game, best first. Left out are deviations above `max_deviation` and accounts that
// are closed or banned. Goes on behind `after` (its rating and account; NULL: begins).
typedef bool store_leader_sink(void *context, const struct store_rating *r, const char *name);
enum store_status store_leaderboard(struct store_tx *tx, const char *game, double max_deviation,
                                    const struct store_rating *after, unsigned limit,
                                    store_leader_sink *sink, void *context) STORE_CHECKED;

// The place of an account in that list, from 1. STORE_NONE where it is not in it, or so far down
// that counting those before it would take long.
enum { STORE_RANK_MAX = 10000 };
enum store_status store_rating_rank(struct store_tx *tx, int64_t account, const char *game,
                                    double max_deviation, int64_t *rank) STORE_CHECKED;

#endif
