// Mutes, reports, suggestions, mails and notes: see social.h. Chat is in chat.c.
#include "store/social.h"

#include "store/sql.h"

enum store_status store_mute_set(struct store_tx *tx, int64_t account, int64_t other, int64_t at)
{
    bool there = false;
    enum store_status status = sql_change(
        tx,
        "INSERT INTO mutes (account, other, at) SELECT $1, $2, $3"
        " WHERE EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND closed = 0)"
        " AND EXISTS (SELECT 1 FROM accounts WHERE id = $2 AND closed = 0) ON CONFLICT DO NOTHING",
        SQL_WITH(sql_number(account), sql_number(other), sql_number(at)));
    if (status != STORE_NONE)
        return status;
    status = store_mute_has(tx, account, other, &there);
    return status == STORE_OK && !there ? STORE_NONE : status;
}

enum store_status store_mute_unset(struct store_tx *tx, int64_t account, int64_t other)
{
    return sql_run(tx, "DELETE FROM mutes WHERE account = $1 AND other = $2",
                   SQL_WITH(sql_number(account), sql_number(other)), NULL, NULL);
}

enum store_status store_mute_has(struct store_tx *tx, int64_t account, int64_t other, bool *muted)
{
    return sql_has(tx, "SELECT 1 FROM mutes WHERE account = $1 AND other = $2",
                   SQL_WITH(sql_number(account), sql_number(other)), muted);
}

struct rows {
    union {
        store_mute_sink *mute;
        store_muted_by_sink *muted_by;
        store_report_sink *report;
        store_suggestion_sink *suggestion;
        store_mail_sink *mail;
    } sink;
    void *context;
};

static bool social_mute_row(void *context, struct sql_reader *r)
{
    struct rows *rows = context;
    int64_t other = sql_take_number(r);
    char name[41];
    SQL_TAKE(r, name);
    return !r->bad && rows->sink.mute(rows->context, other, name);
}

enum store_status store_mute_list(struct store_tx *tx, int64_t account, store_mute_sink *sink,
                                  void *context)
{
    struct rows rows = {.sink.mute = sink, .context = context};
    return sql_run(tx,
                   "SELECT m.other, a.name FROM mutes AS m JOIN accounts AS a ON a.id = m.other"
                   " WHERE m.account = $1 ORDER BY m.other",
                   SQL_WITH(sql_number(account)), social_mute_row, &rows);
}

static bool social_muted_by_row(void *context, struct sql_reader *r)
{
    struct rows *rows = context;
    int64_t account = sql_take_number(r);
    return !r->bad && rows->sink.muted_by(rows->context, account);
}

enum store_status store_muted_by(struct store_tx *tx, int64_t other, store_muted_by_sink *sink,
                                 void *context)
{
    struct rows rows = {.sink.muted_by = sink, .context = context};
    return sql_run(tx, "SELECT account FROM mutes WHERE other = $1 ORDER BY account",
                   SQL_WITH(sql_number(other)), social_muted_by_row, &rows);
}

// Reports and suggestions are queues that administrators work through. They differ in their columns
// only.
struct queue {
    const char *all, *open, *by_author, *resolve; // statements
    sql_row_fn *row;
};

#define QUEUE_STATEMENTS(table, columns)                                                         \
    .all = "SELECT " columns " FROM " table " WHERE id > $1 ORDER BY id LIMIT $2",               \
    .open =                                                                                      \
        "SELECT " columns " FROM " table " WHERE resolved = 0 AND id > $1 ORDER BY id LIMIT $2", \
    .by_author =                                                                                 \
        "SELECT " columns " FROM " table " WHERE author = $1 AND id > $2 ORDER BY id LIMIT $3",  \
    .resolve = "UPDATE " table " SET resolved = $2 WHERE id = $1"

static enum store_status queue_list(struct store_tx *tx, const struct queue *q, bool open_only,
                                    const struct store_page *page, struct rows *rows)
{
    return sql_run(tx, open_only ? q->open : q->all,
                   SQL_WITH(sql_number(page->after), sql_number(page->limit)), q->row, rows);
}

static enum store_status queue_of(struct store_tx *tx, const struct queue *q, int64_t author,
                                  const struct store_page *page, struct rows *rows)
{
    return sql_run(tx, q->by_author,
                   SQL_WITH(sql_number(author), sql_number(page->after), sql_number(page->limit)),
                   q->row, rows);
}

static enum store_status queue_resolve(struct store_tx *tx, const struct queue *q, int64_t id,
                                       bool resolved)
{
    return sql_change(tx, q->resolve, SQL_WITH(sql_number(id), sql_number(resolved)));
}

enum store_status store_report_add(struct store_tx *tx, struct store_report *r)
{
    return sql_count(tx,
                     "INSERT INTO reports (author, about, match_id, at, resolved, text)"
                     " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                     SQL_WITH(sql_number(r->author), sql_number(r->about), sql_string(r->match),
                              sql_number(r->at), sql_number(r->resolved), sql_text(r->text)),
                     &r->id);
}

static bool social_report_row(void *context, struct sql_reader *r)
{
    struct rows *rows = context;
    struct store_report report = {.id = sql_take_number(r)};
    report.author = sql_take_number(r);
    report.about = sql_take_number(r);
    SQL_TAKE(r, report.match);
    report.at = sql_take_number(r);
    report.resolved = sql_take_flag(r);
    report.text = sql_take_text(r);
    return !r->bad && rows->sink.report(rows->context, &report);
}

static const struct queue reports = {
    QUEUE_STATEMENTS("reports", "id, author, about, match_id, at, resolved, text"),
    .row = social_report_row};

enum store_status store_report_list(struct store_tx *tx, bool open_only,
                                    const struct store_page *page, store_report_sink *sink,
                                    void *context)
{
    struct rows rows = {.sink.report = sink, .context = context};
    return queue_list(tx, &reports, open_only, page, &rows);
}

enum store_status store_report_of(struct store_tx *tx, int64_t author,
                                  const struct store_page *page, store_report_sink *sink,
                                  void *context)
{
    struct rows rows = {.sink.report = sink, .context = context};
    return queue_of(tx, &reports, author, page, &rows);
}

enum store_status store_report_resolve(struct store_tx *tx, int64_t id, bool resolved)
{
    return queue_resolve(tx, &reports, id, resolved);
}

enum store_status store_suggestion_add(struct store_tx *tx, struct store_suggestion *s)
{
    return sql_count(tx,
                     "INSERT INTO suggestions (author, lexicon, word, at, resolved, note)"
                     " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                     SQL_WITH(sql_number(s->author), sql_string(s->lexicon), sql_string(s->word),
                              sql_number(s->at), sql_number(s->resolved), sql_text(s->note)),
                     &s->id);
}

enum store_status store_suggestion_add_once(struct store_tx *tx, struct store_suggestion *s,
                                            int64_t other)
{
    bool known;
    enum store_status status =
        sql_has(tx,
                "SELECT 1 FROM suggestions"
                " WHERE author IN ($1, $2) AND lexicon = $3 AND word = $4 AND note = $5 LIMIT 1",
                SQL_WITH(sql_number(s->author), sql_number(other), sql_string(s->lexicon),
                         sql_string(s->word), sql_text(s->note)),
                &known);
    return status != STORE_OK || known ? status : store_suggestion_add(tx, s);
}

static bool social_suggestion_row(void *context, struct sql_reader *r)
{
    struct rows *rows = context;
    struct store_suggestion s = {.id = sql_take_number(r)};
    s.author = sql_take_number(r);
    SQL_TAKE(r, s.lexicon);
    SQL_TAKE(r, s.word);
    s.at = sql_take_number(r);
    s.resolved = sql_take_flag(r);
    s.note = sql_take_text(r);
    return !r->bad && rows->sink.suggestion(rows->context, &s);
}

static const struct queue suggestions = {
    QUEUE_STATEMENTS("suggestions", "id, author, lexicon, word, at, resolved, note"),
    .row = social_suggestion_row};

enum store_status store_suggestion_list(struct store_tx *tx, bool open_only,
                                        const struct store_page *page, store_suggestion_sink *sink,
                                        void *context)
{
    struct rows rows = {.sink.suggestion = sink, .context = context};
    return queue_list(tx, &suggestions, open_only, page, &rows);
}

enum store_status store_suggestion_of(struct store_tx *tx, int64_t author,
                                      const struct store_page *page, store_suggestion_sink *sink,
                                      void *context)
{
    struct rows rows = {.sink.suggestion = sink, .context = context};
    return queue_of(tx, &suggestions, author, page, &rows);
}

enum store_status store_suggestion_resolve(struct store_tx *tx, int64_t id, bool resolved)
{
    return queue_resolve(tx, &suggestions, id, resolved);
}

enum store_status store_mail_add(struct store_tx *tx, struct store_mail *m)
{
    return sql_count(tx,
                     "INSERT INTO mails (recipient, subject, body, at, next_try, tries)"
                     " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                     SQL_WITH(sql_string(m->to), sql_text(m->subject), sql_text(m->body),
                              sql_number(m->at), sql_number(m->next_try), sql_number(m->tries)),
                     &m->id);
}

static bool social_mail_row(void *context, struct sql_reader *r)
{
    struct rows *rows = context;
    struct store_mail m = {.id = sql_take_number(r)};
    SQL_TAKE(r, m.to);
    m.subject = sql_take_text(r);
    m.body = sql_take_text(r);
    m.at = sql_take_number(r);
    m.next_try = sql_take_number(r);
    m.tries = sql_take_below(r, INT32_MAX);
    m.claim = sql_take_number(r);
    return !r->bad && rows->sink.mail(rows->context, &m);
}

// Which mails: due `now`, tried `least` to `most` times, at most `limit`; claimed until `until`.
struct claim {
    int64_t now, until;
    unsigned least, most, limit;
};

// The outer condition is asked again of a row that another process changed meanwhile, the inner one
// is not. The inner limit keeps a long backlog from being grouped at every look; what it leaves out
// comes next.
static enum store_status claim_mails(struct store_tx *tx, const struct claim *c, struct rows *rows,
                                     int64_t *claimed)
{
    enum store_status status =
        sql_run(tx,
                "UPDATE mails SET claimed = $2, tries = tries + 1 WHERE id IN (SELECT one.id FROM ("
                "SELECT MIN(due.id) AS id, MIN(due.next_try) AS since FROM ("
                "SELECT m.id, m.recipient, m.next_try FROM mails AS m WHERE m.next_try <= $1"
                " AND m.claimed <= $1 AND m.tries >= $3 AND m.tries <= $4 AND NOT EXISTS (SELECT 1"
                " FROM mails AS o WHERE o.recipient = m.recipient AND o.claimed > $1)"
                " ORDER BY m.next_try, m.id LIMIT 256) AS due GROUP BY due.recipient) AS one"
                " ORDER BY one.since, one.id LIMIT $5) AND claimed <= $1"
                " RETURNING id, recipient, subject, body, at, next_try, tries, claimed",
                SQL_WITH(sql_number(c->now), sql_number(c->until), sql_number(c->least),
                         sql_number(c->most), sql_number(c->limit)),
                social_mail_row, rows);
    *claimed += status == STORE_OK ? tx->changed : 0;
    return status;
}

enum store_status store_mail_claim(struct store_tx *tx, const struct store_mail_claim *c,
                                   store_mail_sink *sink, void *context)
{
    struct rows rows = {.sink.mail = sink, .context = context};
    struct claim claim = {.limit = c->most};
    int64_t claimed = 0;
    enum store_status status = sql_clock(tx, &claim.now);
    claim.until = claim.now + c->ms;
    if (status == STORE_OK)
        status = claim_mails(tx, &claim, &rows, &claimed);
    claim.least = 1;
    claim.most = INT32_MAX;
    claim.limit = c->most - (unsigned)claimed;
    if (claim.limit > c->agains)
        claim.limit = c->agains;
    if (status == STORE_OK && claim.limit)
        status = claim_mails(tx, &claim, &rows, &claimed);
    return status == STORE_OK && claimed == 0 ? STORE_NONE : status;
}

enum store_status store_mail_delay(struct store_tx *tx, const struct store_mail *m, int64_t ms)
{
    int64_t now;
    enum store_status status = sql_clock(tx, &now);
    if (status == STORE_OK)
        status = sql_change(
            tx, "UPDATE mails SET next_try = $3, claimed = 0 WHERE id = $1 AND claimed = $2",
            SQL_WITH(sql_number(m->id), sql_number(m->claim), sql_number(now + ms)));
    if (status == STORE_OK)
        status = sql_run(tx,
                         "UPDATE mails SET next_try = $2 WHERE recipient = $1 AND next_try < $2"
                         " AND claimed = 0",
                         SQL_WITH(sql_string(m->to), sql_number(now + ms)), NULL, NULL);
    return status;
}

enum store_status store_mail_release(struct store_tx *tx, const struct store_mail *m)
{
    return sql_change(
        tx, "UPDATE mails SET claimed = 0, tries = tries - 1 WHERE id = $1 AND claimed = $2",
        SQL_WITH(sql_number(m->id), sql_number(m->claim)));
}

enum store_status store_mail_drop(struct store_tx *tx, int64_t id)
{
    return sql_change(tx, "DELETE FROM mails WHERE id = $1", SQL_WITH(sql_number(id)));
}

enum store_status store_mail_count(struct store_tx *tx, int64_t *count)
{
    return sql_count(tx, "SELECT COUNT(*) FROM mails", SQL_NOTHING, count);
}

enum store_status store_note_put(struct store_tx *tx, const char *key, struct text text)
{
    return sql_change(tx,
                      "INSERT INTO notes (name, text) VALUES ($1, $2)"
                      " ON CONFLICT (name) DO UPDATE SET text = $2",
                      SQL_WITH(sql_string(key), sql_text(text)));
}

static bool social_note_row(void *context, struct sql_reader *r)
{
    buf_add_text(context, sql_take_text(r));
    return false;
}

enum store_status store_note_get(struct store_tx *tx, const char *key, struct buf *text)
{
    enum store_status status = sql_find(tx, "SELECT text FROM notes WHERE name = $1",
                                        SQL_WITH(sql_string(key)), social_note_row, text);
    return buf_ok(text) ? status : STORE_BROKEN;
}
