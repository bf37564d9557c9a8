#include "store/buckets.h"

#include "store/sql.h"

// A bucket that would be full much later than it ever can be is of a clock that was set back: it
// counts as full. A little later it may be: the clocks of processes differ by some milliseconds.
#define DEBT                                                                                  \
    "(CASE WHEN buckets.full_at > $2 AND buckets.full_at <= $2 + 2 * $4 THEN buckets.full_at" \
    " ELSE $2 END)"

enum store_status store_bucket_take(struct store_tx *tx, const struct store_bucket *b, int64_t now,
                                    int64_t *wait_ms)
{
    int64_t full_at = 0, cost_ms = b->cost_ms < b->capacity_ms ? b->cost_ms : b->capacity_ms;
    *wait_ms = 0;
    // One statement, so that two processes cannot take the same.
    enum store_status status =
        sql_change(tx,
                   "INSERT INTO buckets (name, full_at) VALUES ($1, $2 + $3)"
                   " ON CONFLICT (name) DO UPDATE SET full_at = " DEBT " + $3"
                   " WHERE " DEBT " + $3 <= $2 + $4",
                   SQL_WITH(sql_string(b->name), sql_number(now), sql_number(cost_ms),
                            sql_number(b->capacity_ms)));
    if (status != STORE_NONE)
        return status;
    status = sql_count(tx, "SELECT full_at FROM buckets WHERE name = $1",
                       SQL_WITH(sql_string(b->name)), &full_at);
    *wait_ms = full_at + cost_ms - b->capacity_ms - now;
    return status == STORE_OK ? STORE_REFUSED : status;
}

enum store_status store_bucket_give(struct store_tx *tx, const char *name, int64_t cost_ms)
{
    return sql_run(tx, "UPDATE buckets SET full_at = full_at - $2 WHERE name = $1",
                   SQL_WITH(sql_string(name), sql_number(cost_ms)), NULL, NULL);
}

enum store_status store_bucket_drop_full(struct store_tx *tx, int64_t now)
{
    return sql_run(tx, "DELETE FROM buckets WHERE full_at <= $1", SQL_WITH(sql_number(now)), NULL,
                   NULL);
}
