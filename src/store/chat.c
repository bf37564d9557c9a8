// Chat in matches: see social.h.
#include "store/social.h"

#include "store/sql.h"

// How often another process may take the number first before it is called busy.
enum { TRIES = 16 };

#define CHAT_COLUMNS "match_id, id, account, at, hidden, text"

// STORE_OK: the same request has been made, as c->id.
static enum store_status find_request(struct store_tx *tx, struct store_chat *c)
{
    return sql_count(tx,
                     "SELECT id FROM chat WHERE match_id = $1 AND account = $2 AND request = $3"
                     " AND request <> ''",
                     SQL_WITH(sql_string(c->match), sql_number(c->account), sql_string(c->request)),
                     &c->id);
}

enum store_status store_chat_add(struct store_tx *tx, struct store_chat *c)
{
    enum store_status found = c->request[0] ? find_request(tx, c) : STORE_NONE;
    if (found != STORE_NONE)
        return found == STORE_OK ? STORE_TAKEN : found;
    for (unsigned i = 0; i < TRIES; i++) {
        bool there = false;
        enum store_status status =
            sql_count(tx,
                      "INSERT INTO chat (" CHAT_COLUMNS ", request)"
                      " SELECT $1, n.last + 1, $2, $3, $4, $5, $6 FROM"
                      " (SELECT COALESCE(MAX(id), 0) AS last FROM chat WHERE match_id = $1) AS n"
                      " WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1)"
                      " ON CONFLICT DO NOTHING RETURNING id",
                      SQL_WITH(sql_string(c->match), sql_number(c->account), sql_number(c->at),
                               sql_number(c->hidden), sql_text(c->text), sql_string(c->request)),
                      &c->id);
        if (status != STORE_NONE)
            return status;
        status = sql_has(tx, "SELECT 1 FROM matches WHERE id = $1", SQL_WITH(sql_string(c->match)),
                         &there);
        if (status != STORE_OK || !there)
            return status == STORE_OK ? STORE_NONE : status;
    }
    return STORE_BUSY;
}

struct chat_rows {
    store_chat_sink *sink;
    void *context;
    bool enough; // the sink stopped
};

static bool chat_row(void *context, struct sql_reader *r)
{
    struct chat_rows *rows = context;
    struct store_chat c = {0};
    SQL_TAKE(r, c.match);
    c.id = sql_take_number(r);
    c.account = sql_take_number(r);
    c.at = sql_take_number(r);
    c.hidden = sql_take_flag(r);
    c.text = sql_take_text(r);
    rows->enough = r->bad || !rows->sink(rows->context, &c);
    return !rows->enough;
}

enum store_status store_chat_list(struct store_tx *tx, const char *match,
                                  const struct store_page *page, store_chat_sink *sink,
                                  void *context)
{
    struct chat_rows rows = {.sink = sink, .context = context};
    return sql_run(tx,
                   "SELECT " CHAT_COLUMNS " FROM chat WHERE match_id = $1 AND id > $2"
                   " ORDER BY id LIMIT $3",
                   SQL_WITH(sql_string(match), sql_number(page->after), sql_number(page->limit)),
                   chat_row, &rows);
}

// As JSON: ["match", after] of each.
static enum store_status chat_talk_behind(struct store_tx *tx, const struct store_talk *talk,
                                          size_t count, struct chat_rows *rows)
{
    struct buf json = {0};
    enum store_status status = STORE_BROKEN;
    buf_add_byte(&json, '[');
    for (size_t i = 0; i < count; i++) {
        buf_add_string(&json, i ? ",[\"" : "[\"");
        buf_add_json(&json, text_of(talk[i].match));
        buf_printf(&json, "\",%lld]", (long long)talk[i].after);
    }
    buf_add_byte(&json, ']');
    if (buf_ok(&json))
        status = sql_run(tx, tx->engine->chat_behind,
                         SQL_WITH(sql_text(buf_text(&json)), sql_number(STORE_TALK_EACH)), chat_row,
                         rows);
    buf_release(&json);
    return status;
}

static enum store_status chat_talk_hidden(struct store_tx *tx, const struct store_talk *talk,
                                          size_t count, struct chat_rows *rows)
{
    struct buf json = {0}, statement = {0};
    enum store_status status = STORE_BROKEN;
    for (size_t i = 0; i < count; i++) {
        buf_add_string(&json, i ? "\",\"" : "[\"");
        buf_add_json(&json, text_of(talk[i].match));
    }
    buf_add_string(&json, "\"]");
    buf_printf(&statement,
               "SELECT " CHAT_COLUMNS " FROM chat WHERE hidden = 1"
               " AND match_id IN (SELECT n.value FROM %s)",
               tx->engine->texts);
    buf_add_byte(&statement, '\0');
    if (buf_ok(&json) && buf_ok(&statement))
        status = sql_run(tx, statement.at, SQL_WITH(sql_text(buf_text(&json))), chat_row, rows);
    buf_release(&json);
    buf_release(&statement);
    return status;
}

typedef enum store_status talk_fn(struct store_tx *tx, const struct store_talk *talk, size_t count,
                                  struct chat_rows *rows);

// A list of any length is sent in pieces of some.
static enum store_status in_pieces(struct store_tx *tx, const struct store_talk *talk, size_t count,
                                   talk_fn *read, struct chat_rows *rows)
{
    enum { AT_ONCE = 512 };
    enum store_status status = STORE_OK;
    for (size_t from = 0; from < count && status == STORE_OK && !rows->enough; from += AT_ONCE)
        status = read(tx, talk + from, count - from < AT_ONCE ? count - from : AT_ONCE, rows);
    return status;
}

enum store_status store_chat_behind(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink, void *context)
{
    struct chat_rows rows = {.sink = sink, .context = context};
    return in_pieces(tx, talk, count, chat_talk_behind, &rows);
}

enum store_status store_chat_hidden(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink, void *context)
{
    struct chat_rows rows = {.sink = sink, .context = context};
    return in_pieces(tx, talk, count, chat_talk_hidden, &rows);
}

enum store_status store_chat_last(struct store_tx *tx, const char *match, int64_t *id)
{
    return sql_count(tx, "SELECT COALESCE(MAX(id), 0) FROM chat WHERE match_id = $1",
                     SQL_WITH(sql_string(match)), id);
}

enum store_status store_chat_hide(struct store_tx *tx, const char *match, int64_t id, bool hidden)
{
    return sql_change(tx, "UPDATE chat SET hidden = $3 WHERE match_id = $1 AND id = $2",
                      SQL_WITH(sql_string(match), sql_number(id), sql_number(hidden)));
}

enum store_status store_chat_of(struct store_tx *tx, int64_t account, const struct store_page *page,
                                store_chat_sink *sink, void *context)
{
    struct chat_rows rows = {.sink = sink, .context = context};
    return sql_run(tx,
                   "SELECT " CHAT_COLUMNS
                   " FROM chat WHERE account = $1 AND (match_id, id) > ($2, $3)"
                   " ORDER BY match_id, id LIMIT $4",
                   SQL_WITH(sql_number(account), sql_string(page->after_id),
                            sql_number(page->after), sql_number(page->limit)),
                   chat_row, &rows);
}
