// The engine for PostgreSQL: a server of its own, which several processes of ours use at once. What
// a move writes is sent without waiting for each answer; the answers are looked at before the
// commit. Only jobs that read what they then change ask to write alone.
#include "store/backends/postgres_open.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// Types of parameters, as the server numbers them.
enum { TYPE_BIGINT = 20, TYPE_TEXT = 25, TYPE_DOUBLE = 701 };

// Answers that are waited for at a time: few enough to lie in the socket while we still send.
enum { POSTED_MAX = 64 };

static struct postgres *own(struct sql_connection *c)
{
    return (struct postgres *)c;
}

static bool starts(const char *state, const char *with)
{
    return strncmp(state, with, strlen(with)) == 0;
}

// A server that is away, or has no connection to spare, comes back: that is busy, not broken.
static enum store_status status_of(const PGconn *db, const PGresult *result)
{
    static const char *const busy[] = {"08", "40", "55P03", "57", "53300", "25006"};
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    switch (result ? PQresultStatus(result) : PGRES_FATAL_ERROR) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
        return STORE_OK;
    default:
        break;
    }
    if (!state)
        return PQstatus(db) == CONNECTION_OK ? STORE_BROKEN : STORE_BUSY;
    if (starts(state, "23505"))
        return STORE_TAKEN;
    if (starts(state, "23503"))
        return STORE_NONE;
    if (starts(state, "53100"))
        return STORE_FULL;
    // One statement took too long; the server is well.
    if (starts(state, "57014"))
        return STORE_BROKEN;
    if (starts(state, "XX001") || starts(state, "XX002"))
        return STORE_DAMAGED;
    for (unsigned i = 0; i < sizeof busy / sizeof *busy; i++)
        if (starts(state, busy[i]))
            return STORE_BUSY;
    return STORE_BROKEN;
}

// --- Values.

// The parameters of a statement, in the server's binary format.
struct arguments {
    uint64_t hash; // of the statement and the kinds of its values
    Oid type[SQL_VALUES_MAX];
    const char *at[SQL_VALUES_MAX];
    int length[SQL_VALUES_MAX], binary[SQL_VALUES_MAX];
    unsigned char number[SQL_VALUES_MAX][8];
};

static void put_number(struct arguments *a, unsigned i, uint64_t bits, Oid type)
{
    for (unsigned k = 0; k < 8; k++)
        a->number[i][k] = (unsigned char)(bits >> (56 - 8 * k));
    a->at[i] = (const char *)a->number[i];
    a->length[i] = 8;
    a->type[i] = type;
}

static void put_value(struct arguments *a, unsigned i, const struct sql_value *v)
{
    uint64_t bits;
    a->binary[i] = 1;
    switch (v->kind) {
    case SQL_NUMBER:
        put_number(a, i, (uint64_t)v->number, TYPE_BIGINT);
        break;
    case SQL_REAL:
        memcpy(&bits, &v->real, sizeof bits);
        put_number(a, i, bits, TYPE_DOUBLE);
        break;
    case SQL_TEXT:
        a->at[i] = v->text.len ? v->text.at : "";
        a->length[i] = (int)v->text.len;
        a->type[i] = TYPE_TEXT;
        break;
    case SQL_NULL:
        a->at[i] = NULL;
        a->length[i] = 0;
        a->type[i] = 0;
        break;
    }
}

static void put_values(struct arguments *a, const char *statement, const struct sql_value *value,
                       unsigned values)
{
    a->hash = XXH3_64bits(statement, strlen(statement));
    for (unsigned i = 0; i < values; i++) {
        put_value(a, i, &value[i]);
        a->hash = a->hash * 31 + a->type[i];
    }
}

static bool read_value(const PGresult *r, int row, int column, struct sql_value *out)
{
    const char *text = PQgetvalue(r, row, column);
    size_t len = (size_t)PQgetlength(r, row, column);
    switch (PQgetisnull(r, row, column) ? 0 : PQftype(r, column)) {
    case 0:
        *out = (struct sql_value){.kind = SQL_NULL};
        return true;
    case TYPE_BIGINT:
    case 21:   // smallint
    case 23:   // integer
    case 1700: // numeric: a sum of bigints
        *out = sql_number(strtoll(text, NULL, 10));
        return true;
    case TYPE_DOUBLE:
        *out = sql_real(strtod(text, NULL));
        return true;
    case TYPE_TEXT:
        *out = sql_text((struct text){text, len});
        return true;
    default:
        return false;
    }
}

static enum store_status give_rows(const PGresult *r, sql_columns_fn *row, void *context)
{
    struct sql_value column[SQL_COLUMNS_MAX];
    int columns = PQnfields(r);
    BUG_UNLESS(columns <= SQL_COLUMNS_MAX);
    for (int i = 0; i < PQntuples(r); i++) {
        for (int k = 0; k < columns; k++)
            if (!read_value(r, i, k, &column[k]))
                return STORE_BROKEN;
        if (!row(context, column))
            break;
    }
    return STORE_OK;
}

// --- Statements that are sent ahead.

// Takes in the answer to one statement. All that were sent must have written something.
static void take_answer(struct postgres *c)
{
    PGresult *r = postgres_answer(c);
    enum store_status status = status_of(c->db, r);
    if (status == STORE_OK && strtol(PQcmdTuples(r), NULL, 10) == 0)
        status = STORE_NONE;
    if (c->posted_status == STORE_OK)
        c->posted_status = status;
    PQclear(r);
    // A NULL stands behind each.
    if (r)
        PQclear(postgres_answer(c));
}

static enum store_status postgres_collect(struct sql_connection *connection)
{
    struct postgres *c = own(connection);
    enum store_status status;
    if (PQpipelineStatus(c->db) == PQ_PIPELINE_OFF)
        return STORE_OK;
    if (!PQpipelineSync(c->db))
        c->posted_status = STORE_BUSY;
    for (; c->posted && PQstatus(c->db) == CONNECTION_OK; c->posted--)
        take_answer(c);
    PQclear(postgres_answer(c)); // to the synchronisation itself
    PQexitPipelineMode(c->db);
    status = PQstatus(c->db) == CONNECTION_OK ? c->posted_status : STORE_BUSY;
    c->posted = 0;
    c->posted_status = STORE_OK;
    return status;
}

static enum store_status postgres_command(struct postgres *c, const char *text)
{
    enum store_status status = postgres_collect(&c->connection);
    PGresult *r = postgres_ask(c, text);
    if (status == STORE_OK)
        status = status_of(c->db, r);
    PQclear(r);
    return status;
}

// --- Prepared statements.

static bool *prepared_place(struct postgres *c, uint64_t hash, uint64_t **at)
{
    for (unsigned i = 0; i < POSTGRES_KEPT; i++) {
        unsigned place = (unsigned)(hash + i) % POSTGRES_KEPT;
        *at = &c->kept[place];
        if (!c->in_use[place] || c->kept[place] == hash)
            return &c->in_use[place];
    }
    return NULL;
}

static void name_of(uint64_t hash, char out[20])
{
    snprintf(out, 20, "s%016llx", (unsigned long long)hash);
}

// Prepares a statement unless it is. Once for each connection, so nothing waits for it later.
static enum store_status prepare(struct postgres *c, const char *statement,
                                 const struct arguments *a, unsigned values)
{
    char name[20];
    uint64_t *at = NULL;
    bool *in_use = prepared_place(c, a->hash, &at);
    BUG_UNLESS(in_use);
    if (*in_use)
        return STORE_OK;
    enum store_status status = postgres_collect(&c->connection);
    if (status != STORE_OK)
        return status;
    name_of(a->hash, name);
    PGresult *r = postgres_answers(c, PQsendPrepare(c->db, name, statement, (int)values, a->type));
    status = status_of(c->db, r);
    PQclear(r);
    if (status == STORE_OK) {
        *at = a->hash;
        *in_use = true;
    }
    return status;
}

static enum store_status postgres_post(struct sql_connection *connection, const char *statement,
                                       const struct sql_value *value, unsigned values)
{
    struct postgres *c = own(connection);
    struct arguments a;
    char name[20];
    put_values(&a, statement, value, values);
    enum store_status status = prepare(c, statement, &a, values);
    if (status == STORE_OK && c->posted == POSTED_MAX)
        status = postgres_collect(connection);
    if (status != STORE_OK)
        return status;
    name_of(a.hash, name);
    if (!PQenterPipelineMode(c->db) ||
        !PQsendQueryPrepared(c->db, name, (int)values, a.at, a.length, a.binary, 0))
        return STORE_BUSY;
    c->posted++;
    return STORE_OK;
}

static enum store_status postgres_run(struct sql_connection *connection, const char *statement,
                                      const struct sql_value *value, unsigned values,
                                      sql_columns_fn *row, void *context, int64_t *changed)
{
    struct postgres *c = own(connection);
    struct arguments a;
    char name[20];
    put_values(&a, statement, value, values);
    enum store_status status = prepare(c, statement, &a, values);
    if (status == STORE_OK)
        status = postgres_collect(connection);
    if (status != STORE_OK)
        return status;
    name_of(a.hash, name);
    PGresult *r = postgres_answers(
        c, PQsendQueryPrepared(c->db, name, (int)values, a.at, a.length, a.binary, 0));
    status = status_of(c->db, r);
    *changed = status == STORE_OK ? strtoll(PQcmdTuples(r), NULL, 10) : 0;
    if (status == STORE_OK && row)
        status = give_rows(r, row, context);
    PQclear(r);
    return status;
}

// --- Transactions.

// A connection that the server has closed meanwhile shows it when one looks: nothing has to fail
// for that first.
static enum store_status postgres_ready(struct sql_connection *connection)
{
    struct postgres *c = own(connection);
    if (PQstatus(c->db) == CONNECTION_OK)
        (void)PQconsumeInput(c->db);
    return PQstatus(c->db) == CONNECTION_OK || postgres_again(c) ? STORE_OK : STORE_BUSY;
}

// A COMMIT that was given up may still be under way, where it waits for a standby that is away. As
// long as it is, the next would do the same, and leave a connection behind each time.
static bool is_left_waiting(struct postgres *c)
{
    char question[140];
    if (!c->left_pid)
        return false;
    snprintf(question, sizeof question,
             "SELECT 1 FROM pg_stat_activity"
             " WHERE pid = %d AND state = 'active' AND query = 'COMMIT'",
             c->left_pid);
    PGresult *r = postgres_ask(c, question);
    bool waits = status_of(c->db, r) != STORE_OK || PQntuples(r) > 0;
    PQclear(r);
    if (!waits)
        c->left_pid = 0;
    return waits;
}

static enum store_status postgres_begin(struct sql_connection *connection, bool alone)
{
    struct postgres *c = own(connection);
    if (postgres_ready(connection) != STORE_OK || is_left_waiting(c))
        return STORE_BUSY;
    if (!c->writes)
        return postgres_command(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // The advisory lock that serializes these transactions; the number is used for nothing else.
    return postgres_command(c, alone ? "BEGIN; SELECT pg_advisory_xact_lock(4958311)" : "BEGIN");
}

// COMMIT was sent, and its outcome is unknown.
static bool is_unsure(const PGconn *db, const PGresult *result)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    return PQstatus(db) != CONNECTION_OK || !state || starts(state, "08") || starts(state, "57P") ||
           starts(state, "40003");
}

static enum store_status postgres_commit(struct sql_connection *connection)
{
    struct postgres *c = own(connection);
    enum store_status status = postgres_collect(connection);
    if (status == STORE_OK && PQstatus(c->db) != CONNECTION_OK)
        status = STORE_BUSY;
    if (status != STORE_OK)
        return status;
    int pid = PQbackendPID(c->db);
    PGresult *r = postgres_ask(c, "COMMIT");
    status = status_of(c->db, r);
    // A transaction that had failed is rolled back by COMMIT, which then says so.
    if (status == STORE_OK && strcmp(PQcmdStatus(r), "COMMIT") != 0)
        status = STORE_BROKEN;
    else if (status != STORE_OK && is_unsure(c->db, r))
        status = STORE_UNKNOWN;
    if (c->hangs)
        c->left_pid = pid;
    PQclear(r);
    return status;
}

static bool postgres_lost(struct sql_connection *c)
{
    return PQstatus(own(c)->db) != CONNECTION_OK || PQtransactionStatus(own(c)->db) == PQTRANS_IDLE;
}

static void postgres_rollback(struct sql_connection *c)
{
    (void)postgres_collect(c);
    if (!postgres_lost(c))
        (void)postgres_command(own(c), "ROLLBACK");
}

static enum store_status postgres_savepoint(struct sql_connection *c)
{
    return postgres_command(own(c), "SAVEPOINT job");
}

static enum store_status postgres_keep(struct sql_connection *c)
{
    return postgres_command(own(c), "RELEASE job");
}

static enum store_status postgres_undo(struct sql_connection *c)
{
    return postgres_command(own(c), "ROLLBACK TO job; RELEASE job");
}

static bool postgres_hangs(struct sql_connection *c)
{
    return own(c)->hangs;
}

static void postgres_idle(struct sql_connection *c)
{
    (void)c; // the server looks after itself
}

static bool postgres_serves(const char *where)
{
    return starts(where, "postgresql://") || starts(where, "postgres://");
}

static bool postgres_backup(const struct store_options *o, const char *path, struct reason *why)
{
    (void)o;
    (void)path;
    return refuse(why, MSG_STORE_BACKUP_SERVER, "%s", "");
}

const struct sql_engine sql_postgres = {
    .name = "postgres",
    .serves = postgres_serves,
    .id_type = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    .key_type = "TEXT COLLATE \"C\"",
    .clustered = "",
    .columns = "SELECT c.column_name::text, COALESCE(k.ordinal_position, 0),"
               " CASE c.is_identity WHEN 'YES' THEN 1 ELSE 0 END"
               " FROM information_schema.columns AS c"
               " LEFT JOIN information_schema.table_constraints AS t"
               " ON t.table_schema = c.table_schema AND t.table_name = c.table_name"
               " AND t.constraint_type = 'PRIMARY KEY'"
               " LEFT JOIN information_schema.key_column_usage AS k"
               " ON k.constraint_schema = t.constraint_schema"
               " AND k.constraint_name = t.constraint_name AND k.table_name = c.table_name"
               " AND k.column_name = c.column_name"
               " WHERE c.table_schema = current_schema() AND c.table_name = $1"
               " ORDER BY c.ordinal_position",
    .last_id = "SELECT COALESCE(MAX(s.last_value), 0) FROM pg_sequences AS s"
               " WHERE s.schemaname = current_schema() AND s.sequencename IN"
               " (SELECT c.table_name || '_' || c.column_name || '_seq'"
               " FROM information_schema.columns AS c WHERE c.table_schema = current_schema()"
               " AND c.table_name = $1 AND c.is_identity = 'YES')",
    .set_last_id = "SELECT setval(pg_get_serial_sequence($1, $3), $2)",
    .clock = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    // However many logs there are, each is found by a step in the index of its own.
    .entries_of = "SELECT n.place, e.seq, e.at, e.account, e.request, e.text"
                  " FROM (SELECT ordinality - 1 AS place, value ->> 0 AS match,"
                  " CAST(value ->> 1 AS BIGINT) AS seq"
                  " FROM json_array_elements(CAST($1 AS JSON)) WITH ORDINALITY) AS n"
                  " CROSS JOIN LATERAL (SELECT * FROM entries WHERE match_id = n.match"
                  " AND entries.seq >= n.seq ORDER BY entries.seq LIMIT $2) AS e"
                  " ORDER BY n.place, e.seq",
    .chat_behind = "SELECT c.match_id, c.id, c.account, c.at, c.hidden, c.text"
                   " FROM (SELECT ordinality AS place, value ->> 0 AS match,"
                   " CAST(value ->> 1 AS BIGINT) AS id"
                   " FROM json_array_elements(CAST($1 AS JSON)) WITH ORDINALITY) AS n"
                   " CROSS JOIN LATERAL (SELECT * FROM chat WHERE match_id = n.match"
                   " AND chat.id > n.id ORDER BY chat.id LIMIT $2) AS c"
                   " ORDER BY n.place, c.id",
    .texts = "json_array_elements_text(CAST($1 AS JSON)) AS n (value)",
    .shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .hangs = postgres_hangs,
    .patient = postgres_patient,
    .ready = postgres_ready,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .lost = postgres_lost,
    .savepoint = postgres_savepoint,
    .keep = postgres_keep,
    .undo = postgres_undo,
    .run = postgres_run,
    .post = postgres_post,
    .collect = postgres_collect,
    .idle = postgres_idle,
    .backup = postgres_backup,
};
