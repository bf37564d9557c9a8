// The engine for SQLite: one file beside the program, readers that never wait for the writer (WAL),
// and a flush of the log at each commit.
#include "store/backends/sqlite_open.h"

#include "base/bug.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// SQLite says SQLITE_FULL for a full disk only, not for a quota or a limit on files; and it does
// not always know the system's error, so the caller hands on the errno that it found.
static enum store_status status_of(int rc, int error)
{
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return STORE_OK;
    case SQLITE_CONSTRAINT:
        if (rc == SQLITE_CONSTRAINT_UNIQUE || rc == SQLITE_CONSTRAINT_PRIMARYKEY)
            return STORE_TAKEN;
        return rc == SQLITE_CONSTRAINT_FOREIGNKEY ? STORE_NONE : STORE_BROKEN;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_BUSY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_DAMAGED;
    case SQLITE_IOERR:
        return error == ENOSPC || error == EDQUOT || error == EFBIG ? STORE_FULL : STORE_BROKEN;
    default:
        return STORE_BROKEN;
    }
}

// SQLite counts $1, $2... by the order in which they appear; we go by their names.
static void number_parameters(struct sqlite_statement *s)
{
    int count = sqlite3_bind_parameter_count(s->prepared);
    BUG_UNLESS(count <= SQL_VALUES_MAX);
    s->parameters = (unsigned)count;
    for (int i = 0; i < count; i++) {
        const char *name = sqlite3_bind_parameter_name(s->prepared, i + 1);
        uint32_t number = 0;
        BUG_UNLESS(name && text_to_u32(text_of(name + 1), &number));
        BUG_UNLESS(number >= 1 && number <= SQL_VALUES_MAX);
        s->parameter[i] = (uint8_t)(number - 1);
    }
}

// The place of a statement in the cache: its own, or the one that was not used for longest. NULL
// where all are running, which takes as many rows that run statements within each other.
static struct sqlite_statement *find_place(struct sqlite *c, const char *text, uint64_t hash)
{
    struct sqlite_statement *oldest = NULL;
    for (unsigned i = 0; i < SQLITE_KEPT; i++) {
        struct sqlite_statement *s = &c->kept[i];
        if (s->running)
            continue;
        if (s->prepared && s->hash == hash && strcmp(sqlite3_sql(s->prepared), text) == 0)
            return s;
        if (!oldest || s->used < oldest->used)
            oldest = s;
    }
    return oldest;
}

static int check_out(struct sqlite *c, const char *text, struct sqlite_statement **out)
{
    uint64_t hash = XXH3_64bits(text, strlen(text));
    struct sqlite_statement *s = find_place(c, text, hash);
    int rc = SQLITE_OK;
    if (!s)
        return SQLITE_NOMEM;
    if (!s->prepared || s->hash != hash || strcmp(sqlite3_sql(s->prepared), text) != 0) {
        sqlite3_finalize(s->prepared);
        s->prepared = NULL;
        s->used = 0;
        rc = sqlite3_prepare_v3(c->db, text, -1, SQLITE_PREPARE_PERSISTENT, &s->prepared, NULL);
        if (rc != SQLITE_OK)
            return rc;
        s->hash = hash;
        number_parameters(s);
    }
    s->used = ++c->uses;
    s->running = true;
    *out = s;
    return rc;
}

static int bind_values(struct sqlite_statement *s, const struct sql_value *value, unsigned values)
{
    int rc = SQLITE_OK;
    for (unsigned i = 0; i < s->parameters && rc == SQLITE_OK; i++) {
        const struct sql_value *v = &value[s->parameter[i]];
        BUG_UNLESS(s->parameter[i] < values);
        if (v->kind == SQL_NUMBER)
            rc = sqlite3_bind_int64(s->prepared, (int)i + 1, v->number);
        else if (v->kind == SQL_REAL)
            rc = sqlite3_bind_double(s->prepared, (int)i + 1, v->real);
        else if (v->kind == SQL_TEXT)
            rc = sqlite3_bind_text64(s->prepared, (int)i + 1, v->text.len ? v->text.at : "",
                                     v->text.len, SQLITE_STATIC, SQLITE_UTF8);
        else
            rc = sqlite3_bind_null(s->prepared, (int)i + 1);
    }
    return rc;
}

static void read_columns(sqlite3_stmt *s, struct sql_value *column)
{
    int columns = sqlite3_column_count(s);
    BUG_UNLESS(columns <= SQL_COLUMNS_MAX);
    for (int i = 0; i < columns; i++) {
        switch (sqlite3_column_type(s, i)) {
        case SQLITE_INTEGER:
            column[i] = sql_number(sqlite3_column_int64(s, i));
            break;
        case SQLITE_FLOAT:
            column[i] = sql_real(sqlite3_column_double(s, i));
            break;
        case SQLITE_TEXT:
            column[i] = sql_text((struct text){(const char *)sqlite3_column_text(s, i),
                                               (size_t)sqlite3_column_bytes(s, i)});
            break;
        default:
            column[i] = (struct sql_value){.kind = SQL_NULL};
        }
    }
}

static enum store_status sqlite_run(struct sql_connection *connection, const char *statement,
                                    const struct sql_value *value, unsigned values,
                                    sql_columns_fn *row, void *context, int64_t *changed)
{
    struct sqlite *c = (struct sqlite *)connection;
    struct sqlite_statement *s = NULL;
    struct sql_value column[SQL_COLUMNS_MAX];
    enum store_status status;
    int rc = check_out(c, statement, &s);
    if (rc == SQLITE_OK)
        rc = bind_values(s, value, values);
    errno = 0;
    while (rc == SQLITE_OK && (rc = sqlite3_step(s->prepared)) == SQLITE_ROW) {
        rc = SQLITE_OK;
        if (!row)
            continue;
        read_columns(s->prepared, column);
        if (!row(context, column))
            break;
    }
    status = status_of(rc, errno);
    *changed = sqlite3_changes64(c->db);
    if (s) {
        sqlite3_reset(s->prepared);
        sqlite3_clear_bindings(s->prepared);
        s->running = false;
    }
    return status;
}

static enum store_status sqlite_command(struct sql_connection *c, const char *text)
{
    int64_t changed;
    return sqlite_run(c, text, NULL, 0, NULL, NULL, &changed);
}

static enum store_status sqlite_ready(struct sql_connection *c)
{
    (void)c;
    return STORE_OK;
}

// SQLite has one writer at a time anyway.
static enum store_status sqlite_begin(struct sql_connection *c, bool alone)
{
    (void)alone;
    return sqlite_command(c, ((struct sqlite *)c)->writes ? "BEGIN IMMEDIATE" : "BEGIN");
}

static enum store_status sqlite_commit(struct sql_connection *c)
{
    return sqlite_command(c, "COMMIT");
}

static bool sqlite_lost(struct sql_connection *c)
{
    return sqlite3_get_autocommit(((struct sqlite *)c)->db) != 0;
}

static void sqlite_rollback(struct sql_connection *c)
{
    // It may say that it failed for the same reason that the transaction did; it is over all the
    // same.
    if (!sqlite_lost(c))
        (void)sqlite_command(c, "ROLLBACK");
}

static enum store_status sqlite_savepoint(struct sql_connection *c)
{
    return sqlite_command(c, "SAVEPOINT job");
}

static enum store_status sqlite_keep(struct sql_connection *c)
{
    return sqlite_command(c, "RELEASE job");
}

static enum store_status sqlite_undo(struct sql_connection *c)
{
    enum store_status status = sqlite_command(c, "ROLLBACK TO job");
    return status == STORE_OK ? sqlite_keep(c) : status;
}

// Checkpoints the write-ahead log. Runs between transactions, after the results are delivered, so
// that only the next batch waits for it. A reader of an old snapshot can keep it from finishing:
// then it is retried after the log has grown by as much again; when the log is far too long, it
// waits for readers.
static void sqlite_idle(struct sql_connection *connection)
{
    struct sqlite *c = (struct sqlite *)connection;
    bool wait = c->log_pages > SQLITE_LOG_PAGES;
    if (c->log_pages < c->checkpoint_at)
        return;
    sqlite3_wal_checkpoint_v2(
        c->db, NULL, wait ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    c->checkpoint_at = c->log_pages + SQLITE_CHECKPOINT_PAGES;
}

static void sqlite_plans(struct sql_connection *connection,
                         void (*plan)(void *context, const char *statement, const char *step),
                         void *context)
{
    struct sqlite *c = (struct sqlite *)connection;
    for (unsigned i = 0; i < SQLITE_KEPT; i++) {
        sqlite3_stmt *s = NULL;
        struct buf text = {0};
        if (!c->kept[i].prepared)
            continue;
        buf_printf(&text, "EXPLAIN QUERY PLAN %s", sqlite3_sql(c->kept[i].prepared));
        if (buf_ok(&text) &&
            sqlite3_prepare_v2(c->db, text.at, (int)text.len, &s, NULL) == SQLITE_OK)
            while (sqlite3_step(s) == SQLITE_ROW)
                plan(context, sqlite3_sql(c->kept[i].prepared),
                     (const char *)sqlite3_column_text(s, 3));
        sqlite3_finalize(s);
        buf_release(&text);
    }
}

// Anything that is not the address of a server is a file.
static bool sqlite_serves(const char *where)
{
    struct text t = text_of(where);
    return t.len && text_find_string(t, "://") == t.len;
}

const struct sql_engine sql_sqlite = {
    .name = "sqlite",
    .serves = sqlite_serves,
    .id_type = "INTEGER PRIMARY KEY AUTOINCREMENT",
    .key_type = "TEXT",
    .clustered = "WITHOUT ROWID",
    .columns = "SELECT c.name, c.pk, c.pk > 0 AND m.sql LIKE '%AUTOINCREMENT%'"
               " FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c"
               " WHERE m.type = 'table' AND m.name = $1 ORDER BY c.cid",
    .last_id = "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1",
    .drop_last_id = "DELETE FROM sqlite_sequence WHERE name = $1",
    .set_last_id = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)",
    .clock = "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    // A log has no gaps: n numbers are n entries.
    .entries_of = "SELECT n.key, e.seq, e.at, e.account, e.request, e.text"
                  " FROM json_each($1) AS n CROSS JOIN entries AS e"
                  " WHERE e.match_id = json_extract(n.value, '$[0]')"
                  " AND e.seq >= json_extract(n.value, '$[1]')"
                  " AND e.seq < json_extract(n.value, '$[1]') + $2 ORDER BY n.key, e.seq",
    .chat_behind = "SELECT c.match_id, c.id, c.account, c.at, c.hidden, c.text"
                   " FROM json_each($1) AS n CROSS JOIN chat AS c"
                   " WHERE c.match_id = json_extract(n.value, '$[0]')"
                   " AND c.id > json_extract(n.value, '$[1]')"
                   " AND c.id <= json_extract(n.value, '$[1]') + $2 ORDER BY n.key, c.id",
    .texts = "json_each($1) AS n",
    .open = sqlite_open,
    .close = sqlite_close,
    .ready = sqlite_ready,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .lost = sqlite_lost,
    .savepoint = sqlite_savepoint,
    .keep = sqlite_keep,
    .undo = sqlite_undo,
    .run = sqlite_run,
    .idle = sqlite_idle,
    .backup = sqlite_backup,
    .plans = sqlite_plans,
};
