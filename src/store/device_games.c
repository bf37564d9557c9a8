#include "store/device_games.h"

#include "store/sql.h"

#define COLUMNS "account, id, version, begun, changed, head, record"

static enum store_status add(struct store_tx *tx, const struct store_device_game *g)
{
    return sql_change(tx,
                      "INSERT INTO device_games (" COLUMNS ") SELECT $1, $2, $3, $4, $5, $6, $7"
                      " WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND closed = 0)"
                      " ON CONFLICT DO NOTHING",
                      SQL_WITH(sql_number(g->account), sql_string(g->id), sql_number(g->version),
                               sql_number(g->begun), sql_number(g->changed), sql_text(g->head),
                               sql_text(g->record)));
}

static enum store_status replace(struct store_tx *tx, const struct store_device_game *g,
                                 int64_t version)
{
    return sql_change(tx,
                      "UPDATE device_games SET version = $3, begun = $4, changed = $5, head = $6,"
                      " record = $7 WHERE account = $1 AND id = $2 AND version = $8",
                      SQL_WITH(sql_number(g->account), sql_string(g->id), sql_number(g->version),
                               sql_number(g->begun), sql_number(g->changed), sql_text(g->head),
                               sql_text(g->record), sql_number(version)));
}

enum store_status store_device_game_put(struct store_tx *tx, const struct store_device_game *g,
                                        int64_t instead_of)
{
    bool there = false;
    enum store_status status = instead_of ? replace(tx, g, instead_of) : add(tx, g);
    if (status != STORE_NONE)
        return status;
    status = sql_has(tx, "SELECT 1 FROM accounts WHERE id = $1 AND closed = 0",
                     SQL_WITH(sql_number(g->account)), &there);
    return status != STORE_OK ? status : there ? STORE_TAKEN : STORE_NONE;
}

struct rows {
    store_device_game_sink *sink;
    void *context;
};

static bool device_games_game_row(void *context, struct sql_reader *r)
{
    const struct rows *rows = context;
    struct store_device_game g = {.account = sql_take_number(r)};
    SQL_TAKE(r, g.id);
    g.version = sql_take_number(r);
    g.begun = sql_take_number(r);
    g.changed = sql_take_number(r);
    g.head = sql_take_text(r);
    g.record = sql_take_text(r);
    return !r->bad && rows->sink(rows->context, &g);
}

enum store_status store_device_game_get(struct store_tx *tx, int64_t account, const char *id,
                                        store_device_game_sink *sink, void *context)
{
    struct rows rows = {sink, context};
    return sql_find(tx, "SELECT " COLUMNS " FROM device_games WHERE account = $1 AND id = $2",
                    SQL_WITH(sql_number(account), sql_string(id)), device_games_game_row, &rows);
}

enum store_status store_device_game_list(struct store_tx *tx, int64_t account,
                                         const struct store_page *page,
                                         store_device_game_sink *sink, void *context)
{
    struct rows rows = {sink, context};
    return sql_run(
        tx,
        "SELECT " COLUMNS " FROM device_games WHERE account = $1 AND id > $2 ORDER BY id LIMIT $3",
        SQL_WITH(sql_number(account), sql_string(page->after_id), sql_number(page->limit)),
        device_games_game_row, &rows);
}

enum store_status store_device_game_count(struct store_tx *tx, int64_t account, int64_t *count)
{
    return sql_count(tx, "SELECT COUNT(*) FROM device_games WHERE account = $1",
                     SQL_WITH(sql_number(account)), count);
}

enum store_status store_device_game_drop(struct store_tx *tx, int64_t account, const char *id)
{
    return sql_run(tx, "DELETE FROM device_games WHERE account = $1 AND id = $2",
                   SQL_WITH(sql_number(account), sql_string(id)), NULL, NULL);
}
