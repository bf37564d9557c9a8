#include "store/sql.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <string.h>

// Texts that PostgreSQL refuses are refused for all engines.
static bool storable(const struct sql_value *value, unsigned values)
{
    for (unsigned i = 0; i < values; i++) {
        struct text t = value[i].text;
        if (value[i].kind != SQL_TEXT || !t.len)
            continue;
        if (memchr(t.at, 0, t.len) || !utf8_valid(t))
            return false;
    }
    return true;
}

struct row_call {
    sql_row_fn *row;
    void *context;
    bool bad;
};

static bool sql_call_row(void *context, const struct sql_value *column)
{
    struct row_call *call = context;
    struct sql_reader reader = {column, false};
    bool more = call->row(call->context, &reader);
    call->bad = reader.bad;
    return more && !reader.bad;
}

enum store_status sql_run(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, sql_row_fn *row, void *context)
{
    enum store_status status;
    struct row_call call = {row, context, false};
    BUG_UNLESS(values <= SQL_VALUES_MAX);
    if (!tx->writes && !text_starts(text_of(statement), "SELECT"))
        BUG("a job that only reads writes: %s", statement);
    if (tx->single && tx->spent)
        BUG("a job of one statement has a second one: %s", statement);
    tx->spent = true;
    if (tx->failure)
        return tx->failure;
    if (!storable(value, values))
        return STORE_REFUSED;
    status = tx->engine->run(tx->connection, statement, value, values, row ? sql_call_row : NULL,
                             &call, &tx->changed);
    if (status >= STORE_FULL)
        tx->failure = status;
    return call.bad ? STORE_DAMAGED : status;
}

enum store_status sql_change(struct store_tx *tx, const char *statement,
                             const struct sql_value *value, unsigned values)
{
    if (tx->smooth && tx->engine->post) {
        if (!storable(value, values))
            return STORE_REFUSED;
        tx->changed = 1;
        return tx->failure ? tx->failure
                           : tx->engine->post(tx->connection, statement, value, values);
    }
    enum store_status status = sql_run(tx, statement, value, values, NULL, NULL);
    if (status == STORE_OK && tx->changed == 0)
        return STORE_NONE;
    return status;
}

struct find {
    sql_row_fn *row;
    void *context;
    bool found;
};

static bool sql_find_row(void *context, struct sql_reader *row)
{
    struct find *f = context;
    f->found = true;
    return f->row ? f->row(f->context, row) : false;
}

enum store_status sql_find(struct store_tx *tx, const char *statement,
                           const struct sql_value *value, unsigned values, sql_row_fn *row,
                           void *context)
{
    struct find f = {row, context, false};
    enum store_status status = sql_run(tx, statement, value, values, sql_find_row, &f);
    return status == STORE_OK && !f.found ? STORE_NONE : status;
}

enum store_status sql_has(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, bool *has)
{
    enum store_status status = sql_find(tx, statement, value, values, NULL, NULL);
    *has = status == STORE_OK;
    return status == STORE_NONE ? STORE_OK : status;
}

static bool sql_count_row(void *context, struct sql_reader *row)
{
    *(int64_t *)context = row->at->number;
    return true;
}

enum store_status sql_count(struct store_tx *tx, const char *statement,
                            const struct sql_value *value, unsigned values, int64_t *number)
{
    return sql_find(tx, statement, value, values, sql_count_row, number);
}

enum store_status sql_clock(struct store_tx *tx, int64_t *ms)
{
    return sql_count(tx, tx->engine->clock, SQL_NOTHING, ms);
}

void sql_patient(struct sql_connection *c, bool patient)
{
    if (c->engine->patient)
        c->engine->patient(c, patient);
}

const struct sql_engine *sql_engine_for(const char *where, struct reason *why)
{
    static const struct sql_engine *const engines[] = {&sql_postgres, &sql_sqlite};
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++)
        if (engines[i]->serves(where))
            return engines[i];
    reason_set(why, 0, MSG_STORE_ENGINE, "%s", where);
    return NULL;
}

enum store_status sql_savepoint(struct store_tx *tx)
{
    return tx->engine->savepoint(tx->connection);
}

enum store_status sql_settle(struct store_tx *tx, enum store_status status)
{
    enum store_status settled;
    if (status == STORE_OK)
        settled = tx->engine->keep(tx->connection);
    else
        settled = tx->engine->undo(tx->connection);
    if (settled == STORE_OK)
        return status;
    if (!tx->failure)
        tx->failure = settled;
    return settled;
}

static const struct sql_value *take(struct sql_reader *r, enum sql_kind kind)
{
    static const struct sql_value nothing = {.kind = SQL_NULL};
    const struct sql_value *value = r->at++;
    if (value->kind == kind)
        return value;
    r->bad = true;
    return &nothing;
}

int64_t sql_take_number(struct sql_reader *r)
{
    return take(r, SQL_NUMBER)->number;
}

unsigned sql_take_below(struct sql_reader *r, unsigned limit)
{
    int64_t number = sql_take_number(r);
    if (number >= 0 && number < limit)
        return (unsigned)number;
    r->bad = true;
    return 0;
}

bool sql_take_flag(struct sql_reader *r)
{
    return sql_take_number(r) != 0;
}

double sql_take_real(struct sql_reader *r)
{
    return take(r, SQL_REAL)->real;
}

struct text sql_take_text(struct sql_reader *r)
{
    return take(r, SQL_TEXT)->text;
}

void sql_take_string(struct sql_reader *r, char *out, size_t size)
{
    struct text t = sql_take_text(r);
    if (t.len >= size) {
        r->bad = true;
        t.len = 0;
    }
    if (t.len)
        memcpy(out, t.at, t.len);
    out[t.len] = '\0';
}
