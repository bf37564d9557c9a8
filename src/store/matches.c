#include "store/matches.h"

#include "base/bug.h"
#include "store/match_rows.h"

#include <string.h>

static enum store_status add_seat(struct store_tx *tx, const struct store_match *m,
                                  const struct store_seat *s)
{
    return sql_change(
        tx,
        "INSERT INTO seats (match_id, seat, account, level, score, rating_before, rating_after,"
        " won, status, created, game, lang, solo, deal, unranked)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        SQL_WITH(sql_string(m->id), sql_number(s->seat), sql_number(s->account),
                 sql_number(s->level), sql_number(s->score), sql_real(s->rating_before),
                 sql_real(s->rating_after), sql_number(s->won), sql_number(m->status),
                 sql_number(m->created), sql_string(m->game), sql_string(m->lang),
                 sql_number(m->seats == 1), sql_string(m->deal), sql_number(m->unranked[0] != 0)));
}

enum store_status store_match_add(struct store_tx *tx, const struct store_match *m,
                                  const struct store_seat *seats)
{
    enum store_status status = sql_change(
        tx,
        "INSERT INTO matches (id, game, lang, lexicon, seats, rated, listed, status, creator,"
        " created, started, ended, deadline, turn, seed, seed_hash, result, end_reason, terms,"
        " previous, deal, owner, unranked) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, "
        "$12, $13,"
        " $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) ON CONFLICT DO NOTHING",
        SQL_WITH(sql_string(m->id), sql_string(m->game), sql_string(m->lang),
                 sql_string(m->lexicon), sql_number(m->seats), sql_number(m->rated),
                 sql_number(m->listed), sql_number(m->status), sql_number(m->creator),
                 sql_number(m->created), sql_number(m->started), sql_number(m->ended),
                 sql_number(m->deadline), sql_number(m->turn), sql_string(m->seed),
                 sql_string(m->seed_hash), sql_string(m->result), sql_string(m->end_reason),
                 sql_string(m->terms), sql_string(m->previous), sql_string(m->deal),
                 sql_number((int64_t)m->owner), sql_string(m->unranked)));
    BUG_UNLESS(m->seats >= 1 && m->seats <= SEATS_MAX);
    if (status == STORE_NONE)
        return STORE_TAKEN;
    for (unsigned i = 0; i < m->seats && status == STORE_OK; i++) {
        BUG_UNLESS(seats[i].seat == i);
        status = add_seat(tx, m, &seats[i]);
    }
    return status;
}

struct one_match {
    struct store_match *match;
    struct store_seat *seats;
};

static bool matches_keep_match(void *context, const struct store_match *m,
                               const struct store_seat *seats)
{
    struct one_match *one = context;
    *one->match = *m;
    for (unsigned i = 0; one->seats && i < m->seats; i++)
        one->seats[i] = seats[i];
    return false;
}

enum store_status store_match_get(struct store_tx *tx, const char *id, struct store_match *m,
                                  struct store_seat seats[SEATS_MAX])
{
    struct one_match one = {m, seats};
    struct match_rows rows = {.sink = matches_keep_match, .context = &one};
    enum store_status status =
        sql_find(tx,
                 "SELECT " MATCH_COLUMNS " FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
                 " WHERE m.id = $1 ORDER BY s.seat",
                 SQL_WITH(sql_string(id)), match_row, &rows);
    return match_rows_end(&rows, status);
}

static bool matches_keep_id(void *context, struct sql_reader *r)
{
    char id[STORE_MATCH_ID];
    SQL_TAKE(r, id);
    memcpy(context, id, sizeof id);
    return false;
}

enum store_status store_match_rematch(struct store_tx *tx, const char *previous,
                                      char id[STORE_MATCH_ID])
{
    enum store_status status = sql_find(
        tx,
        "SELECT id FROM matches WHERE previous = $1 AND previous <> '' AND status <> $2"
        " ORDER BY created DESC, id DESC LIMIT 1",
        SQL_WITH(sql_string(previous), sql_number(MATCH_ROW_ABORTED)), matches_keep_id, id);
    return status;
}

enum store_status store_match_hold(struct store_tx *tx, const char *id)
{
    // Changes nothing. On PostgreSQL it locks the row; SQLite has one writer at a time anyway.
    return sql_change(tx, "UPDATE matches SET turn = turn WHERE id = $1", SQL_WITH(sql_string(id)));
}

enum store_status store_match_save(struct store_tx *tx, const struct store_match *m)
{
    // In two parts: a move changes only what is in no index but that of the deadlines.
    enum store_status status = sql_change(
        tx,
        "UPDATE matches SET rated = $2, started = $3, ended = $4, deadline = $5, turn = $6,"
        " seed = $7, seed_hash = $8, result = $9, end_reason = $10, terms = $11, unranked = $12"
        " WHERE id = $1",
        SQL_WITH(sql_string(m->id), sql_number(m->rated), sql_number(m->started),
                 sql_number(m->ended), sql_number(m->deadline), sql_number(m->turn),
                 sql_string(m->seed), sql_string(m->seed_hash), sql_string(m->result),
                 sql_string(m->end_reason), sql_string(m->terms), sql_string(m->unranked)));
    if (status == STORE_OK)
        status = sql_run(tx,
                         "UPDATE matches SET status = $2, listed = $3,"
                         " owner = CASE WHEN $2 < 2 THEN owner ELSE 0 END"
                         " WHERE id = $1 AND (status <> $2 OR listed <> $3)",
                         SQL_WITH(sql_string(m->id), sql_number(m->status), sql_number(m->listed)),
                         NULL, NULL);
    if (status == STORE_OK && tx->changed)
        status = sql_run(
            tx, "UPDATE seats SET status = $2, unranked = $3 WHERE match_id = $1",
            SQL_WITH(sql_string(m->id), sql_number(m->status), sql_number(m->unranked[0] != 0)),
            NULL, NULL);
    return status;
}

enum store_status store_match_deadline(struct store_tx *tx, const char *id, int64_t deadline)
{
    return sql_change(tx, "UPDATE matches SET deadline = $2 WHERE id = $1",
                      SQL_WITH(sql_string(id), sql_number(deadline)));
}

enum store_status store_seat_save(struct store_tx *tx, const char *match,
                                  const struct store_seat *seat)
{
    return sql_change(tx,
                      "UPDATE seats SET account = $3, level = $4, score = $5, rating_before = $6,"
                      " rating_after = $7, won = $8 WHERE match_id = $1 AND seat = $2",
                      SQL_WITH(sql_string(match), sql_number(seat->seat), sql_number(seat->account),
                               sql_number(seat->level), sql_number(seat->score),
                               sql_real(seat->rating_before), sql_real(seat->rating_after),
                               sql_number(seat->won)));
}

struct running_rows {
    store_running_sink *sink;
    void *context;
    bool stopped;
};

static bool matches_running_row(void *context, struct sql_reader *r)
{
    struct running_rows *rows = context;
    char id[STORE_MATCH_ID];
    int64_t deadline;
    SQL_TAKE(r, id);
    deadline = sql_take_number(r);
    rows->stopped = r->bad || !rows->sink(rows->context, id, deadline);
    return !rows->stopped;
}

enum store_status store_match_running(struct store_tx *tx, int64_t until, store_running_sink *sink,
                                      void *context)
{
    struct running_rows rows = {.sink = sink, .context = context};
    enum store_status status =
        sql_run(tx,
                "SELECT id, deadline FROM matches WHERE status = 1 AND deadline > 0"
                " AND deadline <= $1 ORDER BY deadline, id",
                SQL_WITH(sql_number(until ? until : INT64_MAX)), matches_running_row, &rows);
    if (status == STORE_OK && !until && !rows.stopped)
        status = sql_run(tx,
                         "SELECT id, deadline FROM matches WHERE status = 1 AND deadline = 0"
                         " ORDER BY id",
                         SQL_NOTHING, matches_running_row, &rows);
    return status;
}

struct stale_rows {
    store_stale_sink *sink;
    void *context;
};

static bool matches_stale_row(void *context, struct sql_reader *r)
{
    struct stale_rows *rows = context;
    char id[STORE_MATCH_ID];
    SQL_TAKE(r, id);
    int64_t at = sql_take_number(r), last = sql_take_number(r);
    return !r->bad && rows->sink(rows->context, id, at, last);
}

#define LAST_ENTRY                                                                        \
    "COALESCE((SELECT e.at FROM entries AS e WHERE e.match_id = m.id ORDER BY e.seq DESC" \
    " LIMIT 1), m.created)"

enum store_status store_match_stale(struct store_tx *tx, const struct store_stale_query *q,
                                    store_stale_sink *sink, void *context)
{
    struct stale_rows rows = {.sink = sink, .context = context};
    enum store_status status;
    if (q->kind == STORE_STALE_IDLE)
        status = sql_run(tx,
                         "SELECT m.id, 0, " LAST_ENTRY " FROM matches AS m WHERE m.status = 1"
                         " AND m.deadline = 0 AND m.id > $1 ORDER BY m.id LIMIT $2",
                         SQL_WITH(sql_string(q->after_id), sql_number(q->limit)), matches_stale_row,
                         &rows);
    else
        status =
            sql_run(tx,
                    "SELECT m.id, m.created, " LAST_ENTRY " FROM matches AS m"
                    " WHERE m.listed = $1 AND m.status = 0 AND m.created < $2"
                    " AND (m.created, m.id) > ($3, $4) ORDER BY m.created, m.id LIMIT $5",
                    SQL_WITH(sql_number(q->kind == STORE_STALE_LISTED), sql_number(q->before),
                             sql_number(q->after), sql_string(q->after_id), sql_number(q->limit)),
                    matches_stale_row, &rows);
    return status;
}

enum store_status store_match_computers(struct store_tx *tx, store_last_sink *sink, void *context)
{
    struct last_rows rows = {.sink = sink, .context = context};
    return sql_run(tx,
                   "SELECT m.id, COALESCE((SELECT MAX(e.seq) FROM entries AS e"
                   " WHERE e.match_id = m.id), -1)"
                   " FROM seats AS s JOIN matches AS m ON m.id = s.match_id"
                   " WHERE s.level > 0 AND s.status = 1"
                   " AND ((" MATCH_TURN " >> s.seat) & 1) = 1",
                   SQL_NOTHING, last_row, &rows);
}

struct played_rows {
    store_played_sink *sink;
    void *context;
};

static bool matches_played_row(void *context, struct sql_reader *r)
{
    struct played_rows *rows = context;
    char match[STORE_MATCH_ID];
    int64_t account = sql_take_number(r);
    SQL_TAKE(r, match);
    int32_t last = (int32_t)sql_take_number(r);
    return !r->bad && rows->sink(rows->context, account, match, last);
}

enum { PLAYERS_AT_ONCE = 16 }; // values of a statement; the last time the rest of them are 0

enum store_status store_match_played(struct store_tx *tx, const int64_t *account, size_t count,
                                     store_played_sink *sink, void *context)
{
    struct played_rows rows = {.sink = sink, .context = context};
    enum store_status status = STORE_OK;
    for (size_t from = 0; from < count && status == STORE_OK; from += PLAYERS_AT_ONCE) {
        struct sql_value players[PLAYERS_AT_ONCE];
        for (size_t i = 0; i < PLAYERS_AT_ONCE; i++)
            players[i] = sql_number(from + i < count ? account[from + i] : 0);
        status = sql_run(tx,
                         "SELECT s.account, s.match_id, (SELECT COALESCE(MAX(e.seq), 0)"
                         " FROM entries AS e WHERE e.match_id = s.match_id) FROM seats AS s"
                         " WHERE s.account IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,"
                         " $13, $14, $15, $16) AND s.account > 0 AND s.status IN (0, 1)",
                         players, PLAYERS_AT_ONCE, matches_played_row, &rows);
    }
    return status;
}

enum store_status store_match_owned(struct store_tx *tx, uint64_t owner, int64_t account,
                                    unsigned level, struct store_owned *out)
{
    struct sql_value own = sql_number((int64_t)owner);
    enum store_status status = sql_count(
        tx,
        "SELECT COUNT(*) FROM matches WHERE owner = $1 AND owner <> 0 AND status IN (0, 1)"
        " AND status = 0 AND listed = 1",
        SQL_WITH(own), &out->open);
    if (status == STORE_OK)
        status = sql_count(tx,
                           "SELECT COUNT(*) FROM matches WHERE owner = $1 AND owner <> 0"
                           " AND status IN (0, 1) AND status = 0 AND listed = 1 AND creator = $2",
                           SQL_WITH(own, sql_number(account)), &out->by_same);
    if (status == STORE_OK)
        status = sql_count(tx,
                           "SELECT COUNT(*) FROM matches AS m WHERE m.owner = $1 AND m.owner <> 0"
                           " AND m.status IN (0, 1) AND EXISTS (SELECT 1 FROM seats AS s"
                           " WHERE s.match_id = m.id AND s.level >= $2)",
                           SQL_WITH(own, sql_number(level)), &out->computers);
    return status;
}

enum store_status store_match_count(struct store_tx *tx, enum store_match_status status,
                                    int64_t *count)
{
    return sql_count(tx, "SELECT COUNT(*) FROM matches WHERE listed IN (0, 1) AND status = $1",
                     SQL_WITH(sql_number(status)), count);
}
