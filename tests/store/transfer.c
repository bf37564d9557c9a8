// A site that is moved from a file to the engine of the suite and back: nothing is lost, whenever
// it is cut off. The rows are made from the schema itself, so a table that is new is in it too.
#include "store/support.h"

#include "store/schema.h"
#include "store/transfer.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 40, MANY_ROWS = 2500, NIGHTS = 6, FILES = 2 + NIGHTS };

// --- Files beside the database of the suite.

static char folder[TEST_PATH];
static pid_t owner;

static void file_path(unsigned number, char out[256])
{
    snprintf(out, 256, "%s/%u.db", folder, number);
}

static void remove_files(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    for (unsigned i = 0; i < FILES; i++)
        for (unsigned k = 0; k < sizeof tails / sizeof *tails; k++) {
            char path[256], name[300];
            file_path(i, path);
            snprintf(name, sizeof name, "%s%s", path, tails[k]);
            unlink(name);
        }
}

static void remove_folder(void)
{
    if (getpid() != owner)
        return;
    remove_files();
    rmdir(folder);
}

static void fresh_folder(void)
{
    if (*folder) {
        remove_files();
        return;
    }
    test_folder(folder);
    owner = getpid();
    atexit(remove_folder);
}

static sqlite3 *open_raw(const char *path)
{
    sqlite3 *db = NULL;
    CHECK_NUMBER(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static void run_raw(sqlite3 *db, const char *text)
{
    char *error = NULL;
    if (sqlite3_exec(db, text, NULL, NULL, &error) != SQLITE_OK)
        test_fail(__FILE__, __LINE__, "%s: %s", text, error);
    sqlite3_free(error);
}

static int64_t ask_raw(sqlite3 *db, const char *text)
{
    sqlite3_stmt *s = NULL;
    int64_t number = -1;
    CHECK_NUMBER(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK);
    if (sqlite3_step(s) == SQLITE_ROW)
        number = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return number;
}

// --- Rows of all kinds, made up from the columns.

struct cell {
    const char *type;
    char refers[64]; // to the key of that table
    bool is_key;
    bool counts;
    char name[64];
};

static int rows_of(const char *table)
{
    return strcmp(table, "entries") == 0 ? MANY_ROWS : ROWS;
}

static int64_t some_number(const char *type, int row)
{
    static const struct {
        const char *type;
        int64_t low, high;
    } ranges[] = {{"SMALLINT", INT16_MIN, INT16_MAX},
                  {"INTEGER", INT32_MIN, INT32_MAX},
                  {"BIGINT", INT64_MIN, INT64_MAX}};
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strcmp(type, ranges[i].type) == 0)
            return row % 5 == 0   ? ranges[i].low
                   : row % 5 == 1 ? ranges[i].high
                   : row % 5 == 2 ? 0
                                  : row % 300;
    test_fail(__FILE__, __LINE__, "what is a %s?", type);
    return 0;
}

static void bind_text(sqlite3_stmt *s, int place, const char *column, int row)
{
    char text[160];
    snprintf(text, sizeof text, "%s %d 'ünï' \"\\ Ж\t\n\xf0\x9f\x98\x80", column, row);
    sqlite3_bind_text(s, place, row % 7 ? text : "", -1, SQLITE_TRANSIENT);
}

static void bind_key_text(sqlite3_stmt *s, int place, int row)
{
    char text[32];
    snprintf(text, sizeof text, "%c%d é", row % 2 ? 'k' : 'Z', row);
    sqlite3_bind_text(s, place, text, -1, SQLITE_TRANSIENT);
}

static void bind_cell(sqlite3_stmt *s, int place, const struct cell *c, int row)
{
    static const double reals[] = {0.1, 1e300, -1500.123456789, 5e-324, 2.0 / 3};
    bool text = strcmp(c->type, "TEXT") == 0;
    int key = c->refers[0] ? row % rows_of(c->refers) : row;
    if ((c->is_key || c->refers[0]) && text)
        bind_key_text(s, place, key);
    else if (c->is_key || c->refers[0])
        sqlite3_bind_int64(s, place, key + 1);
    else if (text)
        bind_text(s, place, c->name, row);
    else if (strcmp(c->type, "DOUBLE PRECISION") == 0)
        sqlite3_bind_double(s, place, reals[row % 5]);
    else
        sqlite3_bind_int64(s, place, some_number(c->type, row));
}

static int read_cells(sqlite3 *db, const char *table, struct cell cell[SQL_VALUES_MAX],
                      char types[SQL_VALUES_MAX][32])
{
    sqlite3_stmt *s = NULL;
    int count = 0;
    CHECK_NUMBER(sqlite3_prepare_v2(db,
                                    "SELECT c.name, c.type, c.pk, f.\"table\""
                                    " FROM pragma_table_info(?1) AS c"
                                    " LEFT JOIN pragma_foreign_key_list(?1) AS f"
                                    " ON f.\"from\" = c.name ORDER BY c.cid",
                                    -1, &s, NULL),
                 SQLITE_OK);
    sqlite3_bind_text(s, 1, table, -1, SQLITE_STATIC);
    for (; sqlite3_step(s) == SQLITE_ROW; count++) {
        struct cell *c = &cell[count];
        const char *refers = (const char *)sqlite3_column_text(s, 3);
        *c = (struct cell){.type = types[count], .is_key = sqlite3_column_int(s, 2) > 0};
        SET(c->name, (const char *)sqlite3_column_text(s, 0));
        SET(types[count], (const char *)sqlite3_column_text(s, 1));
        SET(c->refers, refers ? refers : "");
    }
    sqlite3_finalize(s);
    CHECK(count > 0);
    return count;
}

// The mark of a database that is being filled stays as it is.
static void fill_table(void *context, struct text name)
{
    sqlite3 *db = context;
    char table[64], types[SQL_VALUES_MAX][32];
    struct cell cell[SQL_VALUES_MAX];
    struct buf insert = {0};
    sqlite3_stmt *s = NULL;
    snprintf(table, sizeof table, "%.*s", TEXT_ARG(name));
    if (strcmp(table, "moving") == 0)
        return;
    int cells = read_cells(db, table, cell, types);
    buf_printf(&insert, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < cells; i++)
        buf_add_string(&insert, ", ?");
    buf_add_string(&insert, ")");
    CHECK_NUMBER(sqlite3_prepare_v2(db, insert.at, (int)insert.len, &s, NULL), SQLITE_OK);
    for (int row = 0; row < rows_of(table); row++) {
        for (int i = 0; i < cells; i++)
            bind_cell(s, i + 1, &cell[i], row);
        if (sqlite3_step(s) != SQLITE_DONE)
            test_fail(__FILE__, __LINE__, "%s: %s", table, sqlite3_errmsg(db));
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    buf_release(&insert);
}

// A site in a file, whose tables are full. Ids were given that are no longer there.
static void make_site(const char *path, const char *key)
{
    store_close(open_store(path));
    sqlite3 *db = open_raw(path);
    struct buf note = {0};
    run_raw(db, "PRAGMA foreign_keys = ON; BEGIN");
    schema_tables(fill_table, db);
    buf_printf(&note, "INSERT INTO notes VALUES ('key', '%s'), ('alive', '1000')", key);
    buf_add_byte(&note, 0);
    run_raw(db, note.at);
    run_raw(db, "UPDATE sqlite_sequence SET seq = 777 WHERE name = 'accounts'");
    // Nobody is alive: that would be waited for.
    run_raw(db, "UPDATE processes SET until = until % 1000; DELETE FROM mails; COMMIT");
    CHECK_NUMBER(ask_raw(db, "SELECT COUNT(*) FROM pragma_foreign_key_check"), 0);
    sqlite3_close(db);
    buf_release(&note);
}

struct comparison {
    sqlite3 *db;
    int tables;
};

static void compare_table(void *context, struct text name)
{
    struct comparison *c = context;
    char text[300];
    static const char *const sides[][2] = {{"main", "other"}, {"other", "main"}};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 "SELECT COUNT(*) FROM (SELECT * FROM %s.%.*s EXCEPT SELECT * FROM %s.%.*s)",
                 sides[i][0], TEXT_ARG(name), sides[i][1], TEXT_ARG(name));
        if (ask_raw(c->db, text) != 0)
            test_fail(__FILE__, __LINE__, "%.*s differs", TEXT_ARG(name));
    }
    c->tables++;
}

// Compared by SQLite itself, which knows nothing of digests.
static void check_same(const char *path, const char *other)
{
    struct comparison c = {open_raw(path), 0};
    char attach[300];
    snprintf(attach, sizeof attach, "ATTACH '%s' AS other", other);
    run_raw(c.db, attach);
    schema_tables(compare_table, &c);
    CHECK(c.tables > 10);
    CHECK_NUMBER(ask_raw(c.db, "SELECT seq FROM other.sqlite_sequence WHERE name = 'accounts'"),
                 777);
    CHECK_NUMBER(ask_raw(c.db, "SELECT seq FROM other.sqlite_sequence WHERE name = 'mails'"), ROWS);
    sqlite3_close(c.db);
}

// --- Moving.

static bool move(const char *from, const char *to, struct reason *why)
{
    struct transfer_options o = {.from = from, .to = to};
    *why = (struct reason){0};
    return transfer_site(&o, why);
}

static void must_move(const char *from, const char *to)
{
    struct reason why;
    struct buf words = {0};
    if (move(from, to, &why))
        return;
    reason_word(&why, LANGUAGE_EN, &words);
    test_fail(__FILE__, __LINE__, "%.*s", TEXT_ARG(buf_text(&words)));
    buf_release(&words);
}

static void must_not_move(const char *from, const char *to, enum message because)
{
    struct reason why;
    CHECK(!move(from, to, &why));
    CHECK_NUMBER(why.what, because);
}

static void must_not_open(const char *where, enum message because)
{
    struct reason why = {0};
    struct store *s = store_open(&(struct store_options){.where = where}, &why);
    CHECK(!s);
    CHECK_NUMBER(why.what, because);
    store_close(s);
}

struct names {
    sqlite3 *db;
    int64_t count;
};

static void count_name(void *context, struct text name)
{
    struct names *n = context;
    char text[200];
    snprintf(text, sizeof text,
             "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '%.*s'",
             TEXT_ARG(name));
    CHECK_NUMBER(ask_raw(n->db, text), 1);
    n->count++;
}

static void every_table_is_known(void)
{
    char path[256];
    fresh_folder();
    file_path(0, path);
    store_close(open_store(path));
    struct names n = {open_raw(path), 0};
    schema_tables(count_name, &n);
    CHECK_NUMBER(ask_raw(n.db, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name"
                               " NOT IN ('schema_version', 'sqlite_sequence')"),
                 n.count);
    sqlite3_close(n.db);
}

static enum store_status add_account(struct store_tx *tx, void *context)
{
    struct store_account a = make_account(4000);
    enum store_status status = store_account_add(tx, &a);
    *(int64_t *)context = a.id;
    return status;
}

static void there_and_back(void)
{
    char site[256], back[256];
    const char *place = fresh_place();
    int64_t id = 0;
    fresh_folder();
    file_path(0, site);
    file_path(1, back);
    make_site(site, "abc");
    must_move(site, place);
    must_move(site, place); // there is nothing to do any more
    must_move(place, back);
    check_same(site, back);
    struct store *s = open_store(place);
    CHECK_STATUS(store_do(s, true, add_account, &id), STORE_OK);
    CHECK_NUMBER(id, 778);
    store_close(s);
    must_not_move(site, place, MSG_TRANSFER_FULL); // it has gone on
}

// --- Transactions that stand still.

// Rows read from the site, and how many of them while the target had a transaction.
static struct {
    const char *site, *target;
    sqlite3 *to;
    int read, held;
} seen;

static int see_row(unsigned kind, void *context, void *statement, void *unused)
{
    sqlite3 *db = sqlite3_db_handle(statement);
    const char *path = sqlite3_db_filename(db, "main");
    const char *sql = sqlite3_sql(statement); // NULL: SQLite's own, about the schema
    bool describes = !sql || strcasestr(sql, "pragma");
    (void)kind, (void)context, (void)unused;
    if (strcmp(path, seen.target) == 0)
        seen.to = db;
    if (strcmp(path, seen.site) != 0 || describes)
        return 0;
    seen.read++;
    seen.held += seen.to && !sqlite3_get_autocommit(seen.to);
    return 0;
}

static int see_rows(sqlite3 *db, char **error, const struct sqlite3_api_routines *unused)
{
    (void)error, (void)unused;
    return sqlite3_trace_v2(db, SQLITE_TRACE_ROW, see_row, NULL);
}

// A server gives up a transaction in which nothing happens for a while, and to read a long table of
// the site takes a while. Existing rows are compared without one.
static void comparing_keeps_no_transaction(void)
{
    char site[256], target[256];
    fresh_folder();
    file_path(0, site);
    file_path(1, target);
    make_site(site, "abc");
    must_move(site, target);
    seen.site = site;
    seen.target = target;
    CHECK_NUMBER(sqlite3_auto_extension((void (*)(void))see_rows), SQLITE_OK);
    must_move(site, target);
    CHECK_NUMBER(sqlite3_cancel_auto_extension((void (*)(void))see_rows), 1);
    CHECK(seen.to && seen.read > MANY_ROWS);
    CHECK_NUMBER(seen.held, 0);
}

// --- Cut off.

struct attempt {
    const char *from, *to;
    int calls; // it dies at this call of tell()
};

static void die(void *context, const struct transfer_progress *n)
{
    struct attempt *a = context;
    (void)n;
    if (--a->calls == 0)
        kill(getpid(), SIGKILL);
}

static void attempt(void *context)
{
    struct attempt *a = context;
    struct reason why;
    struct transfer_options o = {.from = a->from, .to = a->to, .tell = die, .context = a};
    CHECK(transfer_site(&o, &why));
}

static void cut_off_at_every_step(void)
{
    char site[256], back[256];
    const char *place = fresh_place();
    int tries = 1;
    fresh_folder();
    file_path(0, site);
    file_path(1, back);
    make_site(site, "abc");
    while (tries < 100 && !in_child(attempt, &(struct attempt){site, place, tries})) {
        must_not_open(place, MSG_TRANSFER_UNFINISHED);
        must_not_move(place, back, MSG_TRANSFER_UNFINISHED);
        tries++;
    }
    CHECK(tries > 15 && tries < 100);
    must_move(place, back);
    check_same(site, back);
}

static pid_t start_attempt(const char *from, const char *to)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        attempt(&(struct attempt){from, to, 0});
        _exit(test_failed() ? 1 : 0);
    }
    return child;
}

// At whatever moment that happens to be: opening, copying, or the end.
static void killed_at_any_moment(void)
{
    char site[256], back[256];
    fresh_folder();
    file_path(0, site);
    make_site(site, "abc");
    for (int night = 0; night < NIGHTS; night++) {
        const char *place = fresh_place();
        for (int i = 0; i < 2; i++) {
            pid_t child = start_attempt(site, place);
            nanosleep(&(struct timespec){.tv_nsec = (night * 2 + i) * 9000000L}, NULL);
            kill(child, SIGKILL);
            CHECK(waitpid(child, NULL, 0) == child);
        }
        must_move(site, place);
        file_path(2 + (unsigned)night, back);
        must_move(place, back);
        check_same(site, back);
    }
}

// The site has changed since the first attempt: the second is about what it is now.
static void a_site_that_goes_on(void)
{
    char site[256], back[256];
    const char *place = fresh_place();
    fresh_folder();
    file_path(0, site);
    file_path(1, back);
    make_site(site, "abc");
    CHECK(!in_child(attempt, &(struct attempt){site, place, 9}));
    sqlite3 *db = open_raw(site);
    run_raw(db, "UPDATE accounts SET name = 'another' WHERE id = 3");
    sqlite3_close(db);
    must_move(site, place);
    must_move(place, back);
    check_same(site, back);
}

// --- Others.

struct nested {
    const char *from, *to;
    bool begun;
};

static void begin_another(void *context, const struct transfer_progress *news)
{
    struct nested *n = context;
    (void)news;
    if (n->begun)
        return;
    n->begun = true;
    must_move(n->from, n->to);
}

static void one_of_two_ends(void)
{
    char site[256], back[256];
    const char *place = fresh_place();
    struct reason why = {0};
    fresh_folder();
    file_path(0, site);
    file_path(1, back);
    make_site(site, "abc");
    struct nested n = {site, place, false};
    struct transfer_options o = {.from = site, .to = place, .tell = begin_another, .context = &n};
    CHECK(!transfer_site(&o, &why));
    CHECK_NUMBER(why.what, MSG_TRANSFER_OVERTAKEN);
    must_move(place, back);
    check_same(site, back);
}

static void what_is_not_ours_is_left(void)
{
    char site[256], other[256], back[256];
    const char *place = fresh_place();
    fresh_folder();
    file_path(0, site);
    file_path(1, other);
    file_path(2, back);
    make_site(site, "abc");
    make_site(other, "def");
    CHECK(!in_child(attempt, &(struct attempt){other, place, 3}));
    must_not_move(site, place, MSG_TRANSFER_OTHER);
    must_move(other, place);
    must_not_move(site, place, MSG_TRANSFER_FULL);
    must_move(place, back);
    check_same(other, back);
    must_not_move("nowhere://x", back, MSG_STORE_ENGINE);
    remove_files();
    must_not_move(site, back, MSG_TRANSFER_EMPTY);
}

static enum store_status put_beat(struct store_tx *tx, void *context)
{
    char text[32];
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(text, sizeof text, "%lld", (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    return store_note_put(tx, "alive", text_of(text));
}

static pid_t start_server(const char *where)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        struct store *s = open_store(where);
        while (store_do(s, true, put_beat, NULL) == STORE_OK)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        _exit(1);
    }
    return child;
}

static void not_while_a_server_lives(void)
{
    char site[256], back[256];
    struct reason why = {0};
    fresh_folder();
    file_path(0, site);
    file_path(1, back);
    make_site(site, "abc");
    struct store *s = open_store(site);
    CHECK_STATUS(store_do(s, true, put_beat, NULL), STORE_OK);
    store_close(s);
    pid_t server = start_server(site);
    must_not_move(site, back, MSG_TRANSFER_IN_USE);
    struct transfer_options o = {.from = site, .to = back, .in_use = true};
    CHECK(transfer_site(&o, &why));
    kill(server, SIGKILL);
    CHECK(waitpid(server, NULL, 0) == server);
    store_close(open_store(back));
}

static const struct test tests[] = {
    TEST(every_table_is_known),
    TEST(there_and_back),
    TEST(comparing_keeps_no_transaction),
    TEST(cut_off_at_every_step),
    TEST(killed_at_any_moment),
    TEST(a_site_that_goes_on),
    TEST(one_of_two_ends),
    TEST(what_is_not_ours_is_left),
    TEST(not_while_a_server_lives),
};
TEST_MAIN(tests)
