#include "store/ratings.h"

#include "store/sql.h"

#define RATING_COLUMNS "account, game, rating, deviation, volatility, games, at"

// Rows of ratings, some with a text behind: the match of a history, the name of a leader.
struct rating_rows {
    store_rating_sink *sink;
    store_rating_history_sink *sink_with_text;
    void *context;
};

static bool rating_row(void *context, struct sql_reader *r)
{
    struct rating_rows *rows = context;
    struct store_rating rating = {.account = sql_take_number(r)};
    char text[64] = "";
    SQL_TAKE(r, rating.game);
    rating.rating = sql_take_real(r);
    rating.deviation = sql_take_real(r);
    rating.volatility = sql_take_real(r);
    rating.games = (int32_t)sql_take_number(r);
    rating.at = sql_take_number(r);
    if (!rows->sink_with_text)
        return !r->bad && rows->sink(rows->context, &rating);
    SQL_TAKE(r, text);
    return !r->bad && rows->sink_with_text(rows->context, &rating, text);
}

static bool rating_keep(void *context, const struct store_rating *r)
{
    *(struct store_rating *)context = *r;
    return false;
}

enum store_status store_rating_get(struct store_tx *tx, int64_t account, const char *game,
                                   struct store_rating *r)
{
    struct rating_rows rows = {.sink = rating_keep, .context = r};
    return sql_find(tx, "SELECT " RATING_COLUMNS " FROM ratings WHERE account = $1 AND game = $2",
                    SQL_WITH(sql_number(account), sql_string(game)), rating_row, &rows);
}

static enum store_status add_history(struct store_tx *tx, const struct store_rating *r,
                                     const char *match)
{
    bool there = false;
    enum store_status status =
        sql_change(tx,
                   "INSERT INTO rating_history (" RATING_COLUMNS ", match_id)"
                   " SELECT $1, $2, $3, $4, $5, $6, $7, $8"
                   " WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $1) ON CONFLICT DO NOTHING",
                   SQL_WITH(sql_number(r->account), sql_string(r->game), sql_real(r->rating),
                            sql_real(r->deviation), sql_real(r->volatility), sql_number(r->games),
                            sql_number(r->at), sql_string(match)));
    if (status != STORE_NONE)
        return status;
    status = sql_has(tx, "SELECT 1 FROM accounts WHERE id = $1", SQL_WITH(sql_number(r->account)),
                     &there);
    if (status != STORE_OK)
        return status;
    return there ? STORE_TAKEN : STORE_NONE;
}

enum store_status store_rating_put(struct store_tx *tx, const struct store_rating *r,
                                   const char *match)
{
    enum store_status status = add_history(tx, r, match);
    if (status != STORE_OK)
        return status;
    return sql_change(
        tx,
        "INSERT INTO ratings (" RATING_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"
        " ON CONFLICT (account, game) DO UPDATE SET rating = $3, deviation = $4, volatility = $5,"
        " games = $6, at = $7",
        SQL_WITH(sql_number(r->account), sql_string(r->game), sql_real(r->rating),
                 sql_real(r->deviation), sql_real(r->volatility), sql_number(r->games),
                 sql_number(r->at)));
}

enum store_status store_ratings_of(struct store_tx *tx, int64_t account, store_rating_sink *sink,
                                   void *context)
{
    struct rating_rows rows = {.sink = sink, .context = context};
    return sql_run(tx, "SELECT " RATING_COLUMNS " FROM ratings WHERE account = $1 ORDER BY game",
                   SQL_WITH(sql_number(account)), rating_row, &rows);
}

enum store_status store_rating_history(struct store_tx *tx, int64_t account, const char *game,
                                       const struct store_page *page,
                                       store_rating_history_sink *sink, void *context)
{
    struct rating_rows rows = {.sink_with_text = sink, .context = context};
    return sql_run(tx,
                   "SELECT " RATING_COLUMNS
                   ", match_id FROM rating_history WHERE account = $1 AND game = $2"
                   " AND (at, match_id) < ($3, $4) ORDER BY at DESC, match_id DESC LIMIT $5",
                   SQL_WITH(sql_number(account), sql_string(game),
                            sql_number(page->after ? page->after : INT64_MAX),
                            sql_string(page->after_id), sql_number(page->limit)),
                   rating_row, &rows);
}

enum store_status store_leaderboard(struct store_tx *tx, const struct store_leaderboard *page,
                                    store_leader_sink *sink, void *context)
{
    // No rating comes near the beginning of the first page.
    const struct store_rating first = {.rating = 1e300};
    struct rating_rows rows = {.sink_with_text = sink, .context = context};
    const struct store_rating *after = page->after ? page->after : &first;
    return sql_run(tx,
                   "SELECT r.account, r.game, r.rating, r.deviation, r.volatility, r.games, r.at,"
                   " a.name FROM ratings AS r JOIN accounts AS a ON a.id = r.account"
                   " WHERE r.game = $1 AND (r.rating, r.account) < ($3, $4)"
                   " AND r.deviation <= $2 AND a.closed = 0 AND a.banned = 0"
                   " ORDER BY r.rating DESC, r.account DESC LIMIT $5",
                   SQL_WITH(sql_string(page->game), sql_real(page->max_deviation),
                            sql_real(after->rating), sql_number(after->account),
                            sql_number(page->limit)),
                   rating_row, &rows);
}

enum store_status store_rating_rank(struct store_tx *tx, int64_t account, const char *game,
                                    double max_deviation, int64_t *rank)
{
    int64_t better = 0;
    bool listed = false;
    struct store_rating own;
    enum store_status status = store_rating_get(tx, account, game, &own);
    if (status != STORE_OK)
        return status;
    status = sql_has(tx, "SELECT 1 FROM accounts WHERE id = $1 AND closed = 0 AND banned = 0",
                     SQL_WITH(sql_number(account)), &listed);
    if (status == STORE_OK && (!listed || own.deviation > max_deviation))
        return STORE_NONE;
    if (status == STORE_OK)
        status =
            sql_count(tx,
                      "SELECT COUNT(*) FROM (SELECT 1 FROM ratings AS r"
                      " JOIN accounts AS a ON a.id = r.account"
                      " WHERE r.game = $1 AND (r.rating, r.account) > ($3, $4)"
                      " AND r.deviation <= $2 AND a.closed = 0 AND a.banned = 0 LIMIT $5) AS one",
                      SQL_WITH(sql_string(game), sql_real(max_deviation), sql_real(own.rating),
                               sql_number(account), sql_number(STORE_RANK_MAX)),
                      &better);
    *rank = better + 1;
    return status == STORE_OK && better >= STORE_RANK_MAX ? STORE_NONE : status;
}
