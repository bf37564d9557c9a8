#include "store/transfer.h"

#include "base/bug.h"
#include "store/rows.h"
#include "store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    TABLES_MAX = 64,
    BEAT_OLD_MS = 60000, // a heartbeat older than this is ignored
    BEAT_WAIT_MS = 5000, // a live server writes one at least as often
    BEAT_LOOK_MS = 200,
};

// The mark of an unfinished target belongs to that database, and is not copied.
static const char mark_table[] = "moving";

struct side {
    const char *where;
    struct sql_connection *connection;
    struct store_tx tx;
};

struct transfer {
    const struct transfer_options *options;
    struct side from, to;
    struct rows table[TABLES_MAX];
    unsigned tables;
    char site[33];
    int64_t run; // which attempt this is: an older one that still lives notices that it is over
    enum store_status status; // of what a row was for
    struct reason *why;
};

// --- The two sides.

static bool refuse_status(const struct side *s, enum store_status status, struct reason *why)
{
    struct buf place = {0};
    store_print_place(s->where, &place);
    reason_set(why, 0, status == STORE_FULL ? MSG_STORE_FULL : MSG_API_STORE, "%.*s\t%s",
               TEXT_ARG(buf_text(&place)), store_status_name(status));
    buf_release(&place);
    return false;
}

static bool refuse_side(const struct side *s, enum message what, struct reason *why)
{
    struct buf place = {0};
    store_print_place(s->where, &place);
    reason_set(why, 0, what, "%.*s", TEXT_ARG(buf_text(&place)));
    buf_release(&place);
    return false;
}

static void side_close(struct side *s)
{
    if (s->connection)
        s->connection->engine->close(s->connection);
    s->connection = NULL;
}

static bool side_open(struct side *s, bool writes, struct reason *why)
{
    const struct sql_engine *engine = sql_engine_for(s->where, why);
    struct store_options options = {.where = s->where};
    s->connection = engine ? engine->open(&options, writes, why) : NULL;
    s->tx = (struct store_tx){.engine = engine, .connection = s->connection, .writes = writes};
    if (s->connection)
        sql_patient(s->connection, true);
    return s->connection != NULL;
}

static enum store_status side_begin(struct side *s)
{
    s->tx.failure = STORE_OK;
    return s->tx.engine->begin(s->connection, true);
}

// Ends the transaction: committed for STORE_OK, undone otherwise.
static enum store_status side_end(struct side *s, enum store_status status)
{
    if (status == STORE_OK)
        status = s->tx.engine->commit(s->connection);
    if (status != STORE_OK)
        s->tx.engine->rollback(s->connection);
    else
        s->tx.engine->idle(s->connection);
    return status;
}

// A database must have the tables that this program knows before it can be read or filled.
static bool open_from(struct transfer *t)
{
    if (!side_open(&t->from, true, t->why) ||
        !schema_migrate(t->from.connection, schema_newest(), t->from.where, t->why) ||
        !transfer_is_over(t->from.connection, t->from.where, t->why))
        return false;
    side_close(&t->from);
    return side_open(&t->from, false, t->why);
}

static bool open_to(struct transfer *t)
{
    return side_open(&t->to, true, t->why) &&
           schema_migrate(t->to.connection, schema_newest(), t->to.where, t->why);
}

// --- Heartbeats: does a server use the source?

struct beats {
    int64_t newest; // ms since 1970
    uint64_t print; // hash; changes with each heartbeat
};

static bool transfer_note_beat(void *context, struct sql_reader *r)
{
    struct beats *b = context;
    char text[32];
    snprintf(text, sizeof text, "%.*s", (int)r->at->text.len, r->at->text.at);
    int64_t at = r->at->kind == SQL_TEXT ? strtoll(text, NULL, 10) : r->at->number;
    b->newest = at > b->newest ? at : b->newest;
    b->print = b->print * 31 + (uint64_t)at;
    return true;
}

static enum store_status read_beats(struct side *s, struct beats *b)
{
    *b = (struct beats){0};
    enum store_status status = side_begin(s);
    if (status == STORE_OK)
        status = sql_run(&s->tx,
                         "SELECT text FROM notes WHERE name >= 'alive' AND name < 'alivf'"
                         " ORDER BY name",
                         SQL_NOTHING, transfer_note_beat, b);
    if (status == STORE_OK)
        status = sql_run(&s->tx, "SELECT until FROM processes ORDER BY name", SQL_NOTHING,
                         transfer_note_beat, b);
    s->tx.engine->rollback(s->connection);
    return status;
}

static int64_t clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// A recent heartbeat may be from a server that has stopped since; a live one writes another soon.
static bool check_unused(struct transfer *t)
{
    struct beats before, now;
    int64_t end = clock_ms(CLOCK_MONOTONIC) + BEAT_WAIT_MS;
    enum store_status status = read_beats(&t->from, &before);
    if (status == STORE_OK && before.newest < clock_ms(CLOCK_REALTIME) - BEAT_OLD_MS)
        return true;
    while (status == STORE_OK && clock_ms(CLOCK_MONOTONIC) < end) {
        nanosleep(&(struct timespec){.tv_nsec = BEAT_LOOK_MS * 1000000L}, NULL);
        status = read_beats(&t->from, &now);
        if (status == STORE_OK && now.print != before.print)
            return refuse_side(&t->from, MSG_TRANSFER_IN_USE, t->why);
    }
    return status == STORE_OK || refuse_status(&t->from, status, t->why);
}

// --- The tables.

struct listing {
    struct transfer *transfer;
    bool failed;
};

static bool describe(struct transfer *t, const char *name)
{
    struct rows there;
    if (t->tables == TABLES_MAX)
        BUG("more tables than a transfer knows");
    struct rows *here = &t->table[t->tables++];
    enum store_status status = rows_describe(here, &t->from.tx, name);
    if (status != STORE_OK)
        return refuse_status(&t->from, status, t->why);
    status = rows_describe(&there, &t->to.tx, name);
    bool alike = status == STORE_OK && rows_alike(here, &there);
    rows_release(&there);
    if (status != STORE_OK || !alike)
        return refuse_status(&t->to, status == STORE_OK ? STORE_BROKEN : status, t->why);
    return true;
}

static void transfer_list_table(void *context, struct text name)
{
    struct listing *l = context;
    char copy[ROWS_NAME];
    BUG_UNLESS(name.len < sizeof copy);
    snprintf(copy, sizeof copy, "%.*s", TEXT_ARG(name));
    if (!l->failed && strcmp(copy, mark_table) != 0)
        l->failed = !describe(l->transfer, copy);
}

static bool list_tables(struct transfer *t)
{
    struct listing l = {.transfer = t};
    enum store_status status = side_begin(&t->to);
    if (status != STORE_OK)
        return refuse_status(&t->to, status, t->why);
    schema_tables(transfer_list_table, &l);
    t->to.tx.engine->rollback(t->to.connection);
    return !l.failed;
}

static enum store_status count_rows(const struct rows *r, struct side *s, int64_t *rows)
{
    return sql_count(&s->tx, r->count.at, SQL_NOTHING, rows);
}

static enum store_status count_all(struct transfer *t, struct side *s, int64_t *rows)
{
    enum store_status status = STORE_OK;
    *rows = 0;
    for (unsigned i = 0; i < t->tables && status == STORE_OK; i++) {
        int64_t count = 0;
        status = count_rows(&t->table[i], s, &count);
        *rows += count;
    }
    return status;
}

static void tell(const struct transfer *t, const struct rows *r, const struct rows_digest *d,
                 int64_t all, bool done)
{
    struct transfer_progress progress = {
        .table = r->table, .rows = d->rows, .all = all, .done = done, .digest = {d->high, d->low}};
    if (t->options->tell)
        t->options->tell(t->options->context, &progress);
}

// How many rows the target has, and, if they are wanted, what is in them.
static enum store_status look_there(struct transfer *t, const struct rows *r, int64_t *rows,
                                    struct rows_digest *d)
{
    enum store_status status = side_begin(&t->to);
    if (status == STORE_OK)
        status = d ? rows_digest(r, &t->to.tx, d) : count_rows(r, &t->to, rows);
    t->to.tx.engine->rollback(t->to.connection);
    return status;
}

// Whether a table is the same on both sides already. To read all of a long one takes its time, and
// meanwhile the target has no transaction that would stand still: its server gives those up.
static enum store_status compare_table(struct transfer *t, const struct rows *r, bool *equal)
{
    struct rows_digest here = {0}, there = {0};
    int64_t rows = 0;
    *equal = false;
    enum store_status status = count_rows(r, &t->from, &here.rows);
    if (status == STORE_OK)
        status = look_there(t, r, &rows, NULL);
    if (status != STORE_OK || here.rows != rows)
        return status;
    status = rows_digest(r, &t->from.tx, &here);
    if (status == STORE_OK)
        status = look_there(t, r, &rows, &there);
    *equal = rows_digest_equal(&here, &there);
    if (status == STORE_OK && *equal)
        tell(t, r, &here, here.rows, true);
    return status;
}

// The number of tables, from the first on, that are the same on both sides.
static enum store_status count_equal(struct transfer *t, unsigned *equal)
{
    bool same = true;
    enum store_status status = STORE_OK;
    for (*equal = 0; status == STORE_OK && same && *equal < t->tables; *equal += same)
        status = compare_table(t, &t->table[*equal], &same);
    return status;
}

// --- The mark.

static bool transfer_take_site(void *context, struct sql_reader *r)
{
    struct transfer *t = context;
    XXH128_hash_t hash = XXH3_128bits(r->at->text.at, r->at->text.len);
    snprintf(t->site, sizeof t->site, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    return false;
}

// A site is known by the key that its first server has made; the mark has a hash of it.
static enum store_status name_site(struct transfer *t)
{
    return sql_run(&t->from.tx, "SELECT text FROM notes WHERE name = 'key'", SQL_NOTHING,
                   transfer_take_site, t);
}

struct mark {
    bool there;
    char site[33];
    int64_t run;
};

static bool transfer_take_mark(void *context, struct sql_reader *r)
{
    struct mark *m = context;
    m->there = true;
    SQL_TAKE(r, m->site);
    m->run = sql_take_number(r);
    return false;
}

static enum store_status read_mark(struct store_tx *tx, struct mark *m)
{
    *m = (struct mark){0};
    return sql_run(tx, "SELECT site, run FROM moving WHERE site >= ''", SQL_NOTHING,
                   transfer_take_mark, m);
}

enum claim { CLAIM_OURS, CLAIM_FULL, CLAIM_OTHER };

// The target is ours where it is empty, or where an earlier attempt for the same site has left it.
static enum store_status claim(struct transfer *t, enum claim *claim)
{
    struct mark mark;
    int64_t rows = 0;
    enum store_status status = read_mark(&t->to.tx, &mark);
    if (status == STORE_OK && !mark.there)
        status = count_all(t, &t->to, &rows);
    *claim = mark.there && strcmp(mark.site, t->site) != 0 ? CLAIM_OTHER
             : rows > 0                                    ? CLAIM_FULL
                                                           : CLAIM_OURS;
    if (status != STORE_OK || *claim != CLAIM_OURS)
        return status;
    t->run = mark.run + 1;
    return sql_run(&t->to.tx,
                   "INSERT INTO moving (site, run) VALUES ($1, $2)"
                   " ON CONFLICT (site) DO UPDATE SET run = excluded.run",
                   SQL_WITH(sql_string(t->site), sql_number(t->run)), NULL, NULL);
}

static bool claim_target(struct transfer *t, enum claim *result)
{
    enum store_status status = side_begin(&t->to);
    if (status == STORE_OK)
        status = side_end(&t->to, claim(t, result));
    if (status != STORE_OK)
        return refuse_status(&t->to, status, t->why);
    return *result != CLAIM_OTHER || refuse_side(&t->to, MSG_TRANSFER_OTHER, t->why);
}

// Each transaction makes sure that no later attempt has begun, which also keeps one from beginning
// before its end.
static enum store_status begin_marked(struct transfer *t)
{
    enum store_status status = side_begin(&t->to);
    if (status == STORE_OK)
        status = sql_change(&t->to.tx, "UPDATE moving SET run = run WHERE site = $1 AND run = $2",
                            SQL_WITH(sql_string(t->site), sql_number(t->run)));
    return status == STORE_NONE ? STORE_TAKEN : status;
}

static bool refuse_step(struct transfer *t, enum store_status status)
{
    if (status == STORE_TAKEN)
        return refuse_side(&t->to, MSG_TRANSFER_OVERTAKEN, t->why);
    return refuse_status(&t->to, status, t->why);
}

// --- Copying.

// Those that refer to others first.
static bool empty_tables(struct transfer *t, unsigned from)
{
    enum store_status status = begin_marked(t);
    for (unsigned i = t->tables; i-- > from && status == STORE_OK;)
        status = sql_run(&t->to.tx, t->table[i].empty.at, SQL_NOTHING, NULL, NULL);
    status = side_end(&t->to, status);
    return status == STORE_OK || refuse_step(t, status);
}

struct copying {
    struct transfer *transfer;
    const struct rows *rows;
};

static bool transfer_copy_row(void *context, struct sql_reader *r)
{
    const struct copying *c = context;
    struct transfer *t = c->transfer;
    t->status = rows_insert(c->rows, &t->to.tx, r->at);
    return t->status == STORE_OK;
}

// A page of rows is a transaction of the target. They are sent without waiting for each.
static bool copy_page(struct transfer *t, const struct rows *r, struct rows_walk *w)
{
    struct copying copying = {t, r};
    enum store_status status = begin_marked(t);
    if (status != STORE_OK) {
        (void)side_end(&t->to, status);
        return refuse_step(t, status);
    }
    t->status = STORE_OK;
    t->to.tx.smooth = true;
    enum store_status read = rows_page(r, &t->from.tx, w, transfer_copy_row, &copying);
    t->to.tx.smooth = false;
    status = read != STORE_OK ? read : t->status;
    if (status == STORE_OK && t->to.tx.engine->collect)
        status = t->to.tx.engine->collect(t->to.connection);
    status = side_end(&t->to, status);
    if (read != STORE_OK)
        return refuse_status(&t->from, read, t->why);
    return status == STORE_OK || refuse_step(t, status == STORE_TAKEN ? STORE_BROKEN : status);
}

// The target's digest after all rows were sent.
static enum store_status read_back(struct transfer *t, const struct rows *r, struct rows_digest *d)
{
    enum store_status status = begin_marked(t);
    if (status == STORE_OK)
        status = rows_digest(r, &t->to.tx, d);
    return side_end(&t->to, status);
}

static bool copy_rows(struct transfer *t, const struct rows *r, struct rows_walk *w)
{
    struct rows_digest there = {0};
    int64_t all = 0;
    enum store_status status = count_rows(r, &t->from, &all);
    if (status != STORE_OK)
        return refuse_status(&t->from, status, t->why);
    while (!w->over) {
        if (!copy_page(t, r, w))
            return false;
        tell(t, r, &w->digest, all, false);
    }
    status = read_back(t, r, &there);
    if (status != STORE_OK)
        return refuse_step(t, status);
    if (!rows_digest_equal(&w->digest, &there))
        return refuse(t->why, MSG_TRANSFER_DIFFERS, "%s\t%lld\t%lld", r->table,
                      (long long)w->digest.rows, (long long)there.rows);
    tell(t, r, &there, all, true);
    return true;
}

static bool copy_table(struct transfer *t, const struct rows *r)
{
    struct rows_walk w = {.over = false};
    bool copied = copy_rows(t, r, &w);
    rows_walk_release(&w);
    return copied;
}

// The target is a site from now on, which gives numbers behind those that were given.
static bool unmark(struct transfer *t)
{
    enum store_status status = begin_marked(t);
    for (unsigned i = 0; i < t->tables && status == STORE_OK; i++)
        status = rows_go_on(&t->table[i], &t->to.tx, &t->from.tx);
    if (status == STORE_OK)
        status = sql_run(&t->to.tx, "DELETE FROM moving", SQL_NOTHING, NULL, NULL);
    status = side_end(&t->to, status);
    return status == STORE_OK || refuse_step(t, status);
}

static bool copy_all(struct transfer *t)
{
    enum claim claim = CLAIM_OTHER;
    unsigned equal = 0;
    if (!claim_target(t, &claim))
        return false;
    enum store_status status = count_equal(t, &equal);
    if (status != STORE_OK)
        return refuse_status(&t->to, status, t->why);
    // Nothing that is not marked as ours is touched; but it may be what an earlier attempt has
    // brought to its end.
    if (claim == CLAIM_FULL)
        return equal == t->tables || refuse_side(&t->to, MSG_TRANSFER_FULL, t->why);
    if (equal < t->tables && !empty_tables(t, equal))
        return false;
    for (unsigned i = equal; i < t->tables; i++)
        if (!copy_table(t, &t->table[i]))
            return false;
    return unmark(t);
}

// All is read within one transaction.
static bool copy_state(struct transfer *t)
{
    int64_t rows = 0;
    enum store_status status = side_begin(&t->from);
    if (status == STORE_OK)
        status = name_site(t);
    if (status != STORE_OK)
        return refuse_status(&t->from, status, t->why);
    if (!list_tables(t))
        return false;
    status = count_all(t, &t->from, &rows);
    if (status != STORE_OK)
        return refuse_status(&t->from, status, t->why);
    return rows > 0 ? copy_all(t) : refuse_side(&t->from, MSG_TRANSFER_EMPTY, t->why);
}

bool transfer_site(const struct transfer_options *o, struct reason *why)
{
    struct transfer *t = calloc(1, sizeof *t);
    if (!t)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    *t = (struct transfer){
        .options = o, .from = {.where = o->from}, .to = {.where = o->to}, .why = why};
    bool done = open_from(t) && (o->in_use || check_unused(t)) && open_to(t) && copy_state(t);
    for (unsigned i = 0; i < t->tables; i++)
        rows_release(&t->table[i]);
    side_close(&t->from);
    side_close(&t->to);
    free(t);
    return done;
}

bool transfer_is_over(struct sql_connection *c, const char *where, struct reason *why)
{
    struct side side = {.where = where, .connection = c};
    struct mark mark;
    side.tx = (struct store_tx){.engine = c->engine, .connection = c, .writes = true};
    enum store_status status = side.tx.engine->begin(c, false);
    if (status == STORE_OK)
        status = read_mark(&side.tx, &mark);
    c->engine->rollback(c);
    if (status == STORE_BUSY)
        return refuse_side(&side, MSG_STORE_LOCKED, why);
    if (status != STORE_OK)
        return refuse_status(&side, status, why);
    return !mark.there || refuse_side(&side, MSG_TRANSFER_UNFINISHED, why);
}
