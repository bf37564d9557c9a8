#include "store/rows.h"

#include "base/bug.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// --- The description of a table.

static bool rows_add_column(void *context, struct sql_reader *row)
{
    struct rows *r = context;
    if (r->columns == SQL_VALUES_MAX) {
        r->columns++; // more than there may be
        return false;
    }
    struct rows_column *c = &r->column[r->columns];
    SQL_TAKE(row, c->name);
    c->key = sql_take_below(row, SQL_VALUES_MAX);
    c->counts = sql_take_flag(row);
    r->columns++;
    return !row->bad;
}

// The columns of the key, in its order.
static bool find_key(struct rows *r)
{
    for (unsigned i = 0; i < r->columns; i++)
        r->keys += r->column[i].key > 0;
    for (unsigned i = 0; i < r->columns; i++) {
        if (r->column[i].key > r->keys)
            return false;
        if (r->column[i].key)
            r->key[r->column[i].key - 1] = i;
    }
    return r->keys > 0;
}

static void add_names(const struct rows *r, struct buf *out)
{
    for (unsigned i = 0; i < r->columns; i++)
        buf_printf(out, "%s%s", i ? ", " : "", r->column[i].name);
}

static void add_key(const struct rows *r, struct buf *out)
{
    for (unsigned i = 0; i < r->keys; i++)
        buf_printf(out, "%s%s", i ? ", " : "", r->column[r->key[i]].name);
}

static void add_parameters(unsigned count, struct buf *out)
{
    for (unsigned i = 0; i < count; i++)
        buf_printf(out, "%s$%u", i ? ", " : "", i + 1);
}

static void print_select(const struct rows *r, bool goes_on, struct buf *out)
{
    buf_add_string(out, "SELECT ");
    add_names(r, out);
    buf_printf(out, " FROM %s", r->table);
    if (goes_on) {
        buf_add_string(out, " WHERE (");
        add_key(r, out);
        buf_add_string(out, ") > (");
        add_parameters(r->keys, out);
        buf_add_string(out, ")");
    }
    buf_add_string(out, " ORDER BY ");
    add_key(r, out);
    buf_printf(out, " LIMIT %d", ROWS_PAGE);
}

static bool print_statements(struct rows *r)
{
    print_select(r, false, &r->first);
    print_select(r, true, &r->next);
    buf_printf(&r->insert, "INSERT INTO %s (", r->table);
    add_names(r, &r->insert);
    buf_add_string(&r->insert, ") VALUES (");
    add_parameters(r->columns, &r->insert);
    buf_add_string(&r->insert, ")");
    buf_printf(&r->count, "SELECT COUNT(*) FROM %s", r->table);
    buf_printf(&r->empty, "DELETE FROM %s", r->table);
    struct buf *const all[] = {&r->first, &r->next, &r->insert, &r->count, &r->empty};
    bool ok = true;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        buf_add_byte(all[i], '\0');
        ok = ok && buf_ok(all[i]);
    }
    return ok;
}

enum store_status rows_describe(struct rows *r, struct store_tx *tx, const char *table)
{
    *r = (struct rows){0};
    BUG_UNLESS(strlen(table) < sizeof r->table);
    snprintf(r->table, sizeof r->table, "%s", table);
    enum store_status status =
        sql_find(tx, tx->engine->columns, SQL_WITH(sql_string(table)), rows_add_column, r);
    if (status != STORE_OK)
        return status;
    if (r->columns > SQL_VALUES_MAX || !find_key(r) || !print_statements(r))
        return STORE_BROKEN;
    return STORE_OK;
}

void rows_release(struct rows *r)
{
    buf_release(&r->first);
    buf_release(&r->next);
    buf_release(&r->insert);
    buf_release(&r->count);
    buf_release(&r->empty);
}

bool rows_alike(const struct rows *a, const struct rows *b)
{
    if (strcmp(a->table, b->table) != 0 || a->columns != b->columns || a->keys != b->keys)
        return false;
    for (unsigned i = 0; i < a->columns; i++)
        if (strcmp(a->column[i].name, b->column[i].name) != 0 ||
            a->column[i].key != b->column[i].key || a->column[i].counts != b->column[i].counts)
            return false;
    return true;
}

// --- Digests.

static void add_value(const struct sql_value *v, struct buf *out)
{
    buf_add_byte(out, (unsigned char)v->kind);
    if (v->kind == SQL_NUMBER) {
        buf_add(out, &v->number, sizeof v->number);
    } else if (v->kind == SQL_REAL) {
        double real = v->real + 0.0; // not every engine keeps the sign of a zero
        buf_add(out, &real, sizeof real);
    } else if (v->kind == SQL_TEXT) {
        buf_add(out, &v->text.len, sizeof v->text.len);
        buf_add_text(out, v->text);
    }
}

static bool digest_row(struct rows_walk *w, const struct rows *r, const struct sql_value *column)
{
    buf_clear(&w->scratch);
    for (unsigned i = 0; i < r->columns; i++)
        add_value(&column[i], &w->scratch);
    if (!buf_ok(&w->scratch))
        return false;
    XXH128_hash_t hash = XXH3_128bits(w->scratch.at, w->scratch.len);
    w->digest.rows++;
    w->digest.low += hash.low64;
    w->digest.high += hash.high64;
    return true;
}

bool rows_digest_equal(const struct rows_digest *a, const struct rows_digest *b)
{
    return a->rows == b->rows && a->low == b->low && a->high == b->high;
}

// --- Walking.

struct page {
    const struct rows *rows;
    struct rows_walk *walk;
    sql_row_fn *row;
    void *context;
    unsigned count;
    bool failed;
};

// The page goes on behind the key of its last row, which is gone by then.
static bool keep_key(struct rows_walk *w, const struct rows *r, const struct sql_value *column)
{
    size_t at = 0;
    buf_clear(&w->texts);
    for (unsigned i = 0; i < r->keys; i++) {
        w->last[i] = column[r->key[i]];
        if (w->last[i].kind == SQL_TEXT)
            buf_add_text(&w->texts, w->last[i].text);
    }
    for (unsigned i = 0; i < r->keys && buf_ok(&w->texts); i++)
        if (w->last[i].kind == SQL_TEXT && w->last[i].text.len) {
            w->last[i].text.at = w->texts.at + at;
            at += w->last[i].text.len;
        }
    return buf_ok(&w->texts);
}

static bool rows_keep_page_row(void *context, struct sql_reader *row)
{
    struct page *p = context;
    p->failed = !digest_row(p->walk, p->rows, row->at);
    if (++p->count == ROWS_PAGE)
        p->failed = p->failed || !keep_key(p->walk, p->rows, row->at);
    if (p->failed)
        return false;
    if (p->row && !p->row(p->context, row)) {
        p->walk->over = true;
        return false;
    }
    return true;
}

enum store_status rows_page(const struct rows *r, struct store_tx *tx, struct rows_walk *w,
                            sql_row_fn *row, void *context)
{
    struct page p = {.rows = r, .walk = w, .row = row, .context = context};
    bool begins = w->digest.rows == 0;
    BUG_UNLESS(!w->over);
    enum store_status status = sql_run(tx, begins ? r->first.at : r->next.at, w->last,
                                       begins ? 0 : r->keys, rows_keep_page_row, &p);
    w->over = w->over || p.count < ROWS_PAGE;
    return p.failed ? STORE_BROKEN : status;
}

void rows_walk_release(struct rows_walk *w)
{
    buf_release(&w->texts);
    buf_release(&w->scratch);
}

enum store_status rows_digest(const struct rows *r, struct store_tx *tx, struct rows_digest *d)
{
    struct rows_walk w = {.over = false};
    enum store_status status = STORE_OK;
    while (status == STORE_OK && !w.over)
        status = rows_page(r, tx, &w, NULL, NULL);
    *d = w.digest;
    rows_walk_release(&w);
    return status;
}

// --- Writing.

enum store_status rows_insert(const struct rows *r, struct store_tx *tx,
                              const struct sql_value *column)
{
    return sql_change(tx, r->insert.at, column, r->columns);
}

static enum store_status last_number(const struct rows *r, struct store_tx *tx, const char *column,
                                     int64_t *last)
{
    char text[2 * ROWS_NAME + 40];
    int64_t largest = 0;
    snprintf(text, sizeof text, "SELECT COALESCE(MAX(%s), 0) FROM %s", column, r->table);
    enum store_status status =
        sql_count(tx, tx->engine->last_id, SQL_WITH(sql_string(r->table)), last);
    if (status == STORE_OK)
        status = sql_count(tx, text, SQL_NOTHING, &largest);
    *last = *last > largest ? *last : largest;
    return status;
}

enum store_status rows_go_on(const struct rows *r, struct store_tx *tx, struct store_tx *from)
{
    enum store_status status = STORE_OK;
    for (unsigned i = 0; i < r->columns && status == STORE_OK; i++) {
        const char *column = r->column[i].name;
        int64_t last = 0;
        if (!r->column[i].counts)
            continue;
        status = last_number(r, from, column, &last);
        if (status == STORE_OK && tx->engine->drop_last_id)
            status =
                sql_run(tx, tx->engine->drop_last_id, SQL_WITH(sql_string(r->table)), NULL, NULL);
        if (status == STORE_OK && last > 0)
            status = sql_run(tx, tx->engine->set_last_id,
                             SQL_WITH(sql_string(r->table), sql_number(last), sql_string(column)),
                             NULL, NULL);
    }
    return status;
}
