#include "store/accounts.h"

#include "store/sql.h"

#define ACCOUNT_COLUMNS                                                                     \
    "id, name, folded, kind, password, mail, lang, mail_turns, admin, banned, muted_until," \
    " created, seen, closed, skeleton"

struct account_rows {
    store_account_sink *sink;
    void *context;
};

static bool account_row(void *context, struct sql_reader *r)
{
    struct account_rows *rows = context;
    struct store_account a = {.id = sql_take_number(r)};
    SQL_TAKE(r, a.name);
    SQL_TAKE(r, a.key);
    a.kind = (enum store_account_kind)sql_take_below(r, ACCOUNT_BOT + 1);
    SQL_TAKE(r, a.password);
    SQL_TAKE(r, a.mail);
    SQL_TAKE(r, a.lang);
    a.mail_turns = sql_take_flag(r);
    a.admin = sql_take_flag(r);
    a.banned = sql_take_flag(r);
    a.muted_until = sql_take_number(r);
    a.created = sql_take_number(r);
    a.seen = sql_take_number(r);
    a.closed = sql_take_flag(r);
    SQL_TAKE(r, a.skeleton);
    return !r->bad && rows->sink(rows->context, &a);
}

enum store_status store_account_add(struct store_tx *tx, struct store_account *a)
{
    int64_t id = 0;
    enum store_status status = sql_count(
        tx,
        "INSERT INTO accounts (name, folded, kind, password, mail, lang, mail_turns, admin, banned,"
        " muted_until, created, seen, closed, skeleton)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13)"
        " ON CONFLICT DO NOTHING RETURNING id",
        SQL_WITH(sql_string(a->name), sql_string(a->key), sql_number(a->kind),
                 sql_string(a->password), sql_string(a->mail), sql_string(a->lang),
                 sql_number(a->mail_turns), sql_number(a->admin), sql_number(a->banned),
                 sql_number(a->muted_until), sql_number(a->created), sql_number(a->seen),
                 sql_string(a->skeleton)),
        &id);
    if (status == STORE_NONE)
        return STORE_TAKEN;
    if (status == STORE_OK)
        a->id = id;
    return status;
}

static bool account_keep(void *context, const struct store_account *a)
{
    *(struct store_account *)context = *a;
    return false;
}

static enum store_status account_find(struct store_tx *tx, const char *statement,
                                      struct sql_value key, struct store_account *a)
{
    struct account_rows rows = {account_keep, a};
    return sql_find(tx, statement, SQL_WITH(key), account_row, &rows);
}

enum store_status store_account_get(struct store_tx *tx, int64_t id, struct store_account *a)
{
    return account_find(tx, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE id = $1",
                        sql_number(id), a);
}

enum store_status store_account_by_key(struct store_tx *tx, const char *key,
                                       struct store_account *a)
{
    return account_find(
        tx, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE folded = $1 AND folded <> ''",
        sql_string(key), a);
}

enum store_status store_account_by_mail(struct store_tx *tx, const char *mail,
                                        struct store_account *a)
{
    // As it is written, if there is one; several may differ in case only, of a time when it
    // counted.
    enum store_status status = account_find(
        tx, "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE mail = $1 AND mail <> '' AND kind = 1",
        sql_string(mail), a);
    if (status != STORE_NONE)
        return status;
    return account_find(tx,
                        "SELECT " ACCOUNT_COLUMNS
                        " FROM accounts WHERE id = (SELECT MIN(id) FROM accounts"
                        " WHERE lower(mail) = lower($1) AND mail <> '' AND kind = 1)",
                        sql_string(mail), a);
}

enum store_status store_account_save(struct store_tx *tx, const struct store_account *a)
{
    enum store_status status = sql_savepoint(tx);
    if (status != STORE_OK)
        return status;
    return sql_settle(
        tx, sql_change(tx,
                       "UPDATE accounts SET name = $2, folded = $3, kind = $4, password = $5,"
                       " mail = $6, lang = $7, mail_turns = $8, admin = $9, banned = $10,"
                       " muted_until = $11, skeleton = $12 WHERE id = $1 AND closed = 0",
                       SQL_WITH(sql_number(a->id), sql_string(a->name), sql_string(a->key),
                                sql_number(a->kind), sql_string(a->password), sql_string(a->mail),
                                sql_string(a->lang), sql_number(a->mail_turns),
                                sql_number(a->admin), sql_number(a->banned),
                                sql_number(a->muted_until), sql_string(a->skeleton))));
}

enum store_status store_account_skeleton(struct store_tx *tx, int64_t id, const char *skeleton)
{
    bool taken = false;
    // Of two that look alike the older account keeps it.
    enum store_status status =
        sql_run(tx,
                "UPDATE accounts SET skeleton = '' WHERE skeleton = $1 AND skeleton <> ''"
                " AND id > $2 AND EXISTS (SELECT 1 FROM accounts AS own WHERE own.id = $2"
                " AND own.closed = 0 AND own.skeleton = '')",
                SQL_WITH(sql_string(skeleton), sql_number(id)), NULL, NULL);
    if (status == STORE_OK)
        status = sql_has(
            tx, "SELECT 1 FROM accounts WHERE skeleton = $1 AND skeleton <> '' AND id <> $2",
            SQL_WITH(sql_string(skeleton), sql_number(id)), &taken);
    if (status != STORE_OK || taken)
        return taken ? STORE_TAKEN : status;
    return sql_change(
        tx, "UPDATE accounts SET skeleton = $2 WHERE id = $1 AND closed = 0 AND skeleton = ''",
        SQL_WITH(sql_number(id), sql_string(skeleton)));
}

enum store_status store_name_reserve(struct store_tx *tx, const char *name, int64_t until)
{
    return sql_change(tx,
                      "INSERT INTO past_names (name, until) VALUES ($1, $2)"
                      " ON CONFLICT (name) DO UPDATE SET until = $2",
                      SQL_WITH(sql_string(name), sql_number(until)));
}

enum store_status store_name_reserved(struct store_tx *tx, const char *name, int64_t now,
                                      bool *reserved)
{
    return sql_has(tx, "SELECT 1 FROM past_names WHERE name = $1 AND until > $2",
                   SQL_WITH(sql_string(name), sql_number(now)), reserved);
}

enum store_status store_account_rehash(struct store_tx *tx, int64_t id, const char *old,
                                       const char *password)
{
    return sql_change(tx, "UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2",
                      SQL_WITH(sql_number(id), sql_string(old), sql_string(password)));
}

enum store_status store_account_seen(struct store_tx *tx, int64_t id, int64_t at)
{
    return sql_change(tx, "UPDATE accounts SET seen = $2 WHERE id = $1",
                      SQL_WITH(sql_number(id), sql_number(at)));
}

enum store_status store_account_close(struct store_tx *tx, int64_t id)
{
    // The mails first, while the address is still known.
    static const char *const steps[] = {
        "DELETE FROM mails WHERE recipient <> ''"
        " AND recipient = (SELECT mail FROM accounts WHERE id = $1)",
        "DELETE FROM sessions WHERE account = $1",
        "DELETE FROM tickets WHERE account = $1",
        "DELETE FROM mutes WHERE account = $1",
        "DELETE FROM mutes WHERE other = $1",
        "DELETE FROM device_games WHERE account = $1",
        "UPDATE chat SET text = '' WHERE account = $1",
        "UPDATE accounts SET name = '', folded = '', skeleton = '', password = '', mail = '', lang "
        "= '',"
        " mail_turns = 0, admin = 0, muted_until = 0, seen = 0, closed = 1 WHERE id = $1",
    };
    bool open = false;
    enum store_status status = sql_has(tx, "SELECT 1 FROM accounts WHERE id = $1 AND closed = 0",
                                       SQL_WITH(sql_number(id)), &open);
    if (status == STORE_OK && !open)
        return STORE_NONE;
    for (unsigned i = 0; i < sizeof steps / sizeof *steps && status == STORE_OK; i++)
        status = sql_run(tx, steps[i], SQL_WITH(sql_number(id)), NULL, NULL);
    return status;
}

enum store_status store_account_list(struct store_tx *tx, const char *prefix,
                                     const struct store_page *page, store_account_sink *sink,
                                     void *context)
{
    // A range scan: from the prefix to the prefix with U+10FFFF.
    static const char last[] = "\xf4\x8f\xbf\xbf";
    struct account_rows rows = {sink, context};
    struct buf end = {0};
    enum store_status status = STORE_BROKEN;
    buf_printf(&end, "%s%s", prefix, last);
    if (buf_ok(&end))
        status = sql_run(tx,
                         "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE folded <> ''"
                         " AND folded >= $1 AND folded < $2 AND folded > $3"
                         " ORDER BY folded LIMIT $4",
                         SQL_WITH(sql_string(prefix), sql_text(buf_text(&end)),
                                  sql_string(page->after_id), sql_number(page->limit)),
                         account_row, &rows);
    buf_release(&end);
    return status;
}
