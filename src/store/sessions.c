// The keys that accounts come in with: see accounts.h.
#include "store/accounts.h"
#include "store/sql.h"

#define SESSION_COLUMNS "hash, account, created, expires, token, label"

struct session_rows {
    store_session_sink *sink;
    void *context;
};

static bool session_row(void *context, struct sql_reader *r)
{
    struct session_rows *rows = context;
    struct store_session s;
    SQL_TAKE(r, s.hash);
    s.account = sql_take_number(r);
    s.created = sql_take_number(r);
    s.expires = sql_take_number(r);
    s.token = sql_take_flag(r);
    SQL_TAKE(r, s.label);
    return !r->bad && rows->sink(rows->context, &s);
}

static bool session_keep(void *context, const struct store_session *s)
{
    *(struct store_session *)context = *s;
    return false;
}

// Why nothing was inserted for an account: it does not exist, or the key is in use.
static enum store_status not_inserted(struct store_tx *tx, int64_t account)
{
    bool there = false;
    enum store_status status = sql_has(tx, "SELECT 1 FROM accounts WHERE id = $1 AND closed = 0",
                                       SQL_WITH(sql_number(account)), &there);
    if (status != STORE_OK)
        return status;
    return there ? STORE_TAKEN : STORE_NONE;
}

// Right logins are not limited: the oldest sessions of a browser make room.
static enum store_status drop_oldest(struct store_tx *tx, int64_t account)
{
    return sql_run(
        tx,
        "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE account = $1"
        " AND token = 0 ORDER BY created DESC, hash DESC LIMIT 1000 OFFSET $2)",
        SQL_WITH(sql_number(account), sql_number(SESSIONS_KEPT)), NULL, NULL);
}

enum store_status store_session_add(struct store_tx *tx, const struct store_session *s)
{
    enum store_status status =
        sql_change(tx,
                   "INSERT INTO sessions (" SESSION_COLUMNS ") SELECT $1, $2, $3, $4, $5, $6"
                   " WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $2 AND closed = 0)"
                   " ON CONFLICT DO NOTHING",
                   SQL_WITH(sql_string(s->hash), sql_number(s->account), sql_number(s->created),
                            sql_number(s->expires), sql_number(s->token), sql_string(s->label)));
    if (status == STORE_OK && !s->token)
        return drop_oldest(tx, s->account);
    return status == STORE_NONE ? not_inserted(tx, s->account) : status;
}

enum store_status store_session_get(struct store_tx *tx, const char *hash, struct store_session *s)
{
    struct session_rows rows = {session_keep, s};
    return sql_find(tx, "SELECT " SESSION_COLUMNS " FROM sessions WHERE hash = $1",
                    SQL_WITH(sql_string(hash)), session_row, &rows);
}

enum store_status store_session_touch(struct store_tx *tx, const char *hash, int64_t expires)
{
    return sql_change(tx, "UPDATE sessions SET expires = $2 WHERE hash = $1",
                      SQL_WITH(sql_string(hash), sql_number(expires)));
}

enum store_status store_session_drop(struct store_tx *tx, const char *hash)
{
    return sql_change(tx, "DELETE FROM sessions WHERE hash = $1", SQL_WITH(sql_string(hash)));
}

enum store_status store_session_drop_all(struct store_tx *tx, int64_t account, const char *except)
{
    return sql_run(tx, "DELETE FROM sessions WHERE account = $1 AND hash <> $2",
                   SQL_WITH(sql_number(account), sql_string(except)), NULL, NULL);
}

enum store_status store_session_drop_kind(struct store_tx *tx, int64_t account, bool token,
                                          const char *except)
{
    return sql_run(tx, "DELETE FROM sessions WHERE account = $1 AND token = $2 AND hash <> $3",
                   SQL_WITH(sql_number(account), sql_number(token), sql_string(except)), NULL,
                   NULL);
}

enum store_status store_session_list(struct store_tx *tx, int64_t account, store_session_sink *sink,
                                     void *context)
{
    struct session_rows rows = {sink, context};
    return sql_run(
        tx, "SELECT " SESSION_COLUMNS " FROM sessions WHERE account = $1 ORDER BY created, hash",
        SQL_WITH(sql_number(account)), session_row, &rows);
}

enum store_status store_session_drop_expired(struct store_tx *tx, int64_t now)
{
    enum store_status status = sql_run(tx, "DELETE FROM sessions WHERE expires <= $1",
                                       SQL_WITH(sql_number(now)), NULL, NULL);
    if (status == STORE_OK)
        status = sql_run(tx, "DELETE FROM tickets WHERE expires <= $1", SQL_WITH(sql_number(now)),
                         NULL, NULL);
    if (status == STORE_OK)
        status = sql_run(tx, "DELETE FROM past_names WHERE until <= $1", SQL_WITH(sql_number(now)),
                         NULL, NULL);
    return status;
}

enum store_status store_ticket_add(struct store_tx *tx, const struct store_ticket *t)
{
    enum store_status status =
        sql_change(tx,
                   "INSERT INTO tickets (hash, account, kind, detail, expires)"
                   " SELECT $1, $2, $3, $4, $5"
                   " WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $2 AND closed = 0)"
                   " ON CONFLICT DO NOTHING",
                   SQL_WITH(sql_string(t->hash), sql_number(t->account), sql_string(t->kind),
                            sql_string(t->detail), sql_number(t->expires)));
    return status == STORE_NONE ? not_inserted(tx, t->account) : status;
}

static bool sessions_ticket_row(void *context, struct sql_reader *r)
{
    struct store_ticket *t = context;
    SQL_TAKE(r, t->hash);
    t->account = sql_take_number(r);
    SQL_TAKE(r, t->kind);
    SQL_TAKE(r, t->detail);
    t->expires = sql_take_number(r);
    return true;
}

enum store_status store_ticket_take(struct store_tx *tx, const char *hash, const char *kind,
                                    struct store_ticket *t)
{
    return sql_find(tx,
                    "DELETE FROM tickets WHERE hash = $1 AND kind = $2"
                    " RETURNING hash, account, kind, detail, expires",
                    SQL_WITH(sql_string(hash), sql_string(kind)), sessions_ticket_row, t);
}

enum store_status store_ticket_drop_all(struct store_tx *tx, int64_t account, const char *kind)
{
    return sql_run(tx, "DELETE FROM tickets WHERE account = $1 AND kind = $2",
                   SQL_WITH(sql_number(account), sql_string(kind)), NULL, NULL);
}
