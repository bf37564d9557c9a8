// The logs of matches: see matches.h.
#include "base/bug.h"
#include "store/match_rows.h"
#include "store/matches.h"
#include "store/sql.h"

#define ENTRY_COLUMNS "seq, at, account, request, text"

enum store_status store_entry_add(struct store_tx *tx, const char *match,
                                  const struct store_entry *e)
{
    bool there = false;
    enum store_status status = sql_change(
        tx,
        "INSERT INTO entries (match_id, " ENTRY_COLUMNS ", turn)"
        " SELECT $1, $2, $3, $4, $5, $6, $7"
        " WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1) ON CONFLICT DO NOTHING",
        SQL_WITH(sql_string(match), sql_number(e->seq), sql_number(e->at), sql_number(e->account),
                 sql_string(e->request), sql_text(e->text), sql_number(e->turn)));
    if (status != STORE_NONE)
        return status;
    status =
        sql_has(tx, "SELECT 1 FROM matches WHERE id = $1", SQL_WITH(sql_string(match)), &there);
    if (status != STORE_OK)
        return status;
    return there ? STORE_TAKEN : STORE_NONE;
}

struct entry_rows {
    store_entry_sink *sink;
    void *context;
};

static struct store_entry take_entry(struct sql_reader *r)
{
    struct store_entry e = {.seq = (int32_t)sql_take_number(r)};
    e.at = sql_take_number(r);
    e.account = sql_take_number(r);
    SQL_TAKE(r, e.request);
    e.text = sql_take_text(r);
    return e;
}

static bool entry_row(void *context, struct sql_reader *r)
{
    struct entry_rows *rows = context;
    struct store_entry e = take_entry(r);
    return !r->bad && rows->sink(rows->context, &e);
}

enum store_status store_entries(struct store_tx *tx, const char *match, int32_t from,
                                unsigned limit, store_entry_sink *sink, void *context)
{
    struct entry_rows rows = {.sink = sink, .context = context};
    return sql_run(tx,
                   "SELECT " ENTRY_COLUMNS " FROM entries WHERE match_id = $1 AND seq >= $2"
                   " ORDER BY seq LIMIT $3",
                   SQL_WITH(sql_string(match), sql_number(from),
                            sql_number(limit ? (int64_t)limit : INT64_MAX)),
                   entry_row, &rows);
}

struct catch_up_rows {
    store_catch_up_sink *sink;
    void *context;
    unsigned logs;
};

static bool entries_catch_up_row(void *context, struct sql_reader *r)
{
    struct catch_up_rows *rows = context;
    unsigned place = sql_take_below(r, rows->logs);
    struct store_entry e = take_entry(r);
    return !r->bad && rows->sink(rows->context, place, &e);
}

enum store_status store_entries_of(struct store_tx *tx, const struct store_log *log, size_t count,
                                   store_catch_up_sink *sink, void *context)
{
    struct catch_up_rows rows = {.sink = sink, .context = context, .logs = (unsigned)count};
    struct buf json = {0};
    enum store_status status = STORE_BROKEN;
    BUG_UNLESS(count <= STORE_CATCH_UP_LOGS);
    buf_add_byte(&json, '[');
    for (size_t i = 0; i < count; i++) {
        buf_add_string(&json, i ? ",[\"" : "[\"");
        buf_add_json(&json, text_of(log[i].match));
        buf_printf(&json, "\",%d]", log[i].from);
    }
    buf_add_byte(&json, ']');
    if (buf_ok(&json))
        status = sql_run(tx, tx->engine->entries_of,
                         SQL_WITH(sql_text(buf_text(&json)), sql_number(STORE_CATCH_UP_EACH)),
                         entries_catch_up_row, &rows);
    buf_release(&json);
    return status;
}

struct kept_entry {
    struct store_entry *entry;
    struct buf *text;
};

static bool entries_keep_entry(void *context, const struct store_entry *e)
{
    struct kept_entry *kept = context;
    size_t start = kept->text->len;
    buf_add_text(kept->text, e->text);
    *kept->entry = *e;
    kept->entry->text =
        buf_ok(kept->text) ? text_from(buf_text(kept->text), start) : (struct text){0};
    return false;
}

enum store_status store_entry_by_request(struct store_tx *tx, const char *match, int64_t account,
                                         const char *request, struct store_entry *e,
                                         struct buf *text)
{
    struct kept_entry kept = {e, text};
    struct entry_rows rows = {.sink = entries_keep_entry, .context = &kept};
    enum store_status status = sql_find(
        tx,
        "SELECT " ENTRY_COLUMNS " FROM entries WHERE match_id = $1 AND account = $2"
        " AND request = $3 AND request <> ''",
        SQL_WITH(sql_string(match), sql_number(account), sql_string(request)), entry_row, &rows);
    return buf_ok(text) ? status : STORE_BROKEN;
}

enum store_status store_entry_last(struct store_tx *tx, const char *match, int32_t *seq)
{
    int64_t number = -1;
    enum store_status status =
        sql_count(tx, "SELECT COALESCE(MAX(seq), -1) FROM entries WHERE match_id = $1",
                  SQL_WITH(sql_string(match)), &number);
    *seq = (int32_t)number;
    return status;
}

bool last_row(void *context, struct sql_reader *r)
{
    struct last_rows *rows = context;
    char match[STORE_MATCH_ID];
    SQL_TAKE(r, match);
    int32_t seq = (int32_t)sql_take_number(r);
    return !r->bad && rows->sink(rows->context, match, seq);
}

// The last of each is found by one step in the index, however long its log is.
static enum store_status last_of(struct store_tx *tx, const char (*match)[STORE_MATCH_ID],
                                 size_t count, struct last_rows *rows)
{
    struct buf json = {0}, statement = {0};
    enum store_status status = STORE_BROKEN;
    for (size_t i = 0; i < count; i++) {
        buf_add_string(&json, i ? "\",\"" : "[\"");
        buf_add_json(&json, text_of(match[i]));
    }
    buf_add_string(&json, "\"]");
    buf_printf(&statement,
               "SELECT id, (SELECT COALESCE(MAX(seq), 0) FROM entries WHERE match_id = matches.id)"
               " FROM matches WHERE id IN (SELECT n.value FROM %s)",
               tx->engine->texts);
    buf_add_byte(&statement, '\0');
    if (buf_ok(&json) && buf_ok(&statement))
        status = sql_run(tx, statement.at, SQL_WITH(sql_text(buf_text(&json))), last_row, rows);
    buf_release(&json);
    buf_release(&statement);
    return status;
}

enum store_status store_entry_last_of(struct store_tx *tx, const char (*match)[STORE_MATCH_ID],
                                      size_t count, store_last_sink *sink, void *context)
{
    enum { AT_ONCE = 512 }; // so that a list of any length is sent in pieces of some
    struct last_rows rows = {.sink = sink, .context = context};
    enum store_status status = STORE_OK;
    for (size_t from = 0; from < count && status == STORE_OK; from += AT_ONCE)
        status = last_of(tx, match + from, count - from < AT_ONCE ? count - from : AT_ONCE, &rows);
    return status;
}
