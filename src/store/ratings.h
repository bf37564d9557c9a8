// ratings: Glicko-2 ratings per account and game (computed by match/rating.h), their history, and
// leaderboards. Within a job (see store.h).
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_rating r;
//     if (store_rating_get(tx, 7, "balda", &r) == STORE_NONE)
//         ok = false; /* not rated yet */
#ifndef LOGOMACHY_STORE_RATINGS_H
#define LOGOMACHY_STORE_RATINGS_H

#include "store/store.h"

struct store_rating {
    int64_t account;
    char game[24]; // name of the preset
    double rating, deviation, volatility;
    int32_t games;
    int64_t at; // of the last change
};

enum store_status store_rating_get(struct store_tx *tx, int64_t account, const char *game,
                                   struct store_rating *r) STORE_CHECKED;

// Sets the rating and appends it to the history, keyed by the match that changed it. STORE_TAKEN,
// with nothing changed: that match has been counted already. STORE_NONE: no such account.
enum store_status store_rating_put(struct store_tx *tx, const struct store_rating *r,
                                   const char *match) STORE_CHECKED;

typedef bool store_rating_sink(void *context, const struct store_rating *r);

// All games of an account, by name.
enum store_status store_ratings_of(struct store_tx *tx, int64_t account, store_rating_sink *sink,
                                   void *context) STORE_CHECKED;

// The rating after each match, newest first. Keys of the page: `at` and the match.
typedef bool store_rating_history_sink(void *context, const struct store_rating *r,
                                       const char *match);
enum store_status store_rating_history(struct store_tx *tx, int64_t account, const char *game,
                                       const struct store_page *page,
                                       store_rating_history_sink *sink,
                                       void *context) STORE_CHECKED;

// A page of a game's leaderboard, best first, without closed and banned accounts.
struct store_leaderboard {
    const char *game;
    double max_deviation;
    const struct store_rating *after; // last row of the previous page: rating and account; or NULL
    unsigned limit;
};
typedef bool store_leader_sink(void *context, const struct store_rating *r, const char *name);
enum store_status store_leaderboard(struct store_tx *tx, const struct store_leaderboard *page,
                                    store_leader_sink *sink, void *context) STORE_CHECKED;

// The rank of an account in that list, from 1. STORE_NONE: not listed, or below STORE_RANK_MAX,
// where counting would take long.
enum { STORE_RANK_MAX = 10000 };
enum store_status store_rating_rank(struct store_tx *tx, int64_t account, const char *game,
                                    double max_deviation, int64_t *rank) STORE_CHECKED;

#endif
