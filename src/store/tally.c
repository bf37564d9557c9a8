// How many matches an account is in: see matches.h. A game alone is no win.
#include "store/match_rows.h"
#include "store/matches.h"

struct tally_row {
    int64_t count, won;
};

static bool tally_row(void *context, struct sql_reader *r)
{
    struct tally_row *row = context;
    row->count = sql_take_number(r);
    row->won = sql_take_number(r);
    return false;
}

static enum store_status count_status(struct store_tx *tx, int64_t account, unsigned status,
                                      struct tally_row *row)
{
    return sql_find(tx,
                    "SELECT COUNT(*), COALESCE(SUM(won), 0) FROM (SELECT CASE WHEN solo = 1"
                    " THEN 0 ELSE won END AS won FROM seats"
                    " WHERE account = $1 AND account > 0 AND status = $2 LIMIT $3) AS page",
                    SQL_WITH(sql_number(account), sql_number(status), sql_number(STORE_TALLY_MAX)),
                    tally_row, row);
}

enum store_status store_match_tally(struct store_tx *tx, int64_t account, struct store_tally *t)
{
    enum store_status status = STORE_OK;
    *t = (struct store_tally){0};
    for (unsigned i = MATCH_ROW_OPEN; i <= MATCH_ROW_ABORTED && status == STORE_OK; i++) {
        struct tally_row row = {0};
        status = count_status(tx, account, i, &row);
        t->count[i] = row.count;
        if (i == MATCH_ROW_OVER)
            t->won = row.won;
    }
    if (status != STORE_OK)
        return status;
    return sql_count(
        tx,
        "SELECT COUNT(*) FROM (SELECT 1 FROM seats AS s"
        " JOIN matches AS m ON m.id = s.match_id"
        " WHERE s.account = $1 AND s.account > 0 AND s.status = $2"
        " AND ((" MATCH_TURN " >> s.seat) & 1) = 1 LIMIT $3) AS page",
        SQL_WITH(sql_number(account), sql_number(MATCH_ROW_RUNNING), sql_number(STORE_TALLY_MAX)),
        &t->to_move);
}
