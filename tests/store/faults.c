// Failures around the store: no room, locks, damage, processes killed in the middle. Most of
// it is about a database that is a file.
#include "store/support.h"

#include "base/file.h"
#include "base/rng.h"
#include "store/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BIG = 5000 };
static char big[BIG];

// An entry of m1, its text made from its number.
static struct text text_for(int seq)
{
    static char text[64];
    snprintf(text, sizeof text, "move %d Ж", seq);
    return text_of(text);
}

static enum store_status set_up(struct store_tx *tx, void *context)
{
    (void)context;
    add_accounts(tx, 2);
    add_match(tx, 1);
    return STORE_OK;
}

static enum store_status add_entry(struct store_tx *tx, void *context)
{
    struct store_entry e = make_entry(*(int *)context);
    e.text = text_for(e.seq);
    return store_entry_add(tx, "m1", &e);
}

static enum store_status add_big_entry(struct store_tx *tx, void *context)
{
    struct store_entry e = make_entry(*(int *)context);
    e.text = (struct text){big, sizeof big};
    return store_entry_add(tx, "m1", &e);
}

static bool count_entry(void *context, const struct store_entry *e)
{
    int *next = context;
    CHECK_NUMBER(e->seq, *next);
    if (e->text.len != BIG)
        CHECK(text_equal(e->text, text_for(e->seq)));
    ++*next;
    return true;
}

static enum store_status count_entries(struct store_tx *tx, void *context)
{
    *(int *)context = 0;
    return store_entries(tx, "m1", 0, 0, count_entry, context);
}

static int entries_in(struct store *s)
{
    int count = -1;
    CHECK_STATUS(store_do(s, false, count_entries, &count), STORE_OK);
    return count;
}

static struct store *open_checked(const char *where, struct reason *why)
{
    return store_open(&(struct store_options){.where = where, .check = true}, why);
}

// One way to run out of room, and to get it back.
struct shortage {
    char where[300];
    bool (*begin)(const char *where);
    void (*end)(const char *where);
};

static void fill_up(void *context)
{
    struct shortage *shortage = context;
    struct store *s;
    struct reason why;
    int seq = 0, kept;
    enum store_status status = STORE_OK;
    memset(big, 'x', sizeof big);
    s = open_store(shortage->where);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    CHECK(shortage->begin(shortage->where));
    while (seq < 5000 && (status = store_do(s, true, add_big_entry, &seq)) == STORE_OK)
        seq++;
    kept = seq;
    CHECK_STATUS(status, STORE_FULL);
    CHECK_STATUS(store_do(s, true, add_big_entry, &seq), STORE_FULL);
    CHECK(store_stats(s).failed_batches >= 2);
    CHECK_NUMBER(entries_in(s), kept); // nothing less, nothing more
    shortage->end(shortage->where);
    for (; seq < kept + 50; seq++)
        CHECK_STATUS(store_do(s, true, add_big_entry, &seq), STORE_OK);
    CHECK_NUMBER(entries_in(s), kept + 50);
    store_close(s);
    s = open_checked(shortage->where, &why);
    CHECK(s);
    if (s)
        CHECK_NUMBER(entries_in(s), kept + 50);
    store_close(s);
}

static bool limit_size(const char *where)
{
    (void)where;
    signal(SIGXFSZ, SIG_IGN);
    return setrlimit(RLIMIT_FSIZE, &(struct rlimit){400000, RLIM_INFINITY}) == 0;
}

static void lift_size(const char *where)
{
    (void)where;
    CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}) == 0);
}

static void files_may_not_grow(void)
{
    struct shortage shortage = {.begin = limit_size, .end = lift_size};
    if (!needs_file())
        return;
    snprintf(shortage.where, sizeof shortage.where, "%s", fresh_place());
    CHECK(in_child(fill_up, &shortage));
}

static char small_disk[280];

static bool disk_is_small(const char *where)
{
    (void)where;
    return true; // from the beginning
}

static void enlarge_disk(const char *where)
{
    (void)where;
    CHECK(mount("tmpfs", small_disk, "tmpfs", MS_REMOUNT, "size=64m") == 0);
}

// In a child with mounts of its own, so that nothing is left of them whatever happens. Says with
// `mounted` whether it could.
struct disk_test {
    struct shortage shortage;
    int mounted;
};

static void fill_small_disk(void *context)
{
    struct disk_test *t = context;
    bool mounted = unshare(CLONE_NEWNS) == 0 &&
                   mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                   mount("tmpfs", small_disk, "tmpfs", 0, "size=2m") == 0;
    if (mounted && write(t->mounted, "y", 1) == 1)
        fill_up(&t->shortage);
}

static void disk_fills_up(void)
{
    struct disk_test t = {.shortage = {.begin = disk_is_small, .end = enlarge_disk}};
    int answer[2];
    char mounted = 'n';
    if (!needs_file())
        return;
    snprintf(small_disk, sizeof small_disk, "%s.disk", fresh_place());
    snprintf(t.shortage.where, sizeof t.shortage.where, "%s/small.db", small_disk);
    CHECK(mkdir(small_disk, 0700) == 0);
    CHECK(pipe(answer) == 0);
    t.mounted = answer[1];
    CHECK(in_child(fill_small_disk, &t));
    close(answer[1]);
    if (read(answer[0], &mounted, 1) != 1)
        test_skip("not permitted: mounting a small disk");
    close(answer[0]);
    rmdir(small_disk);
}

// Another process that keeps the lock for too long.
static void locked(void)
{
    struct store_options o = {.where = fresh_place(), .busy_ms = 50};
    struct reason why;
    struct store *s;
    struct sql_connection *other;
    int seq = 0;
    if (!needs_file())
        return;
    s = store_open(&o, &why);
    CHECK(s);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    other = sql_sqlite.open(&o, true, &why);
    CHECK(other);
    CHECK_STATUS(sql_sqlite.begin(other, true), STORE_OK);
    CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_BUSY);
    CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_BUSY);
    CHECK_NUMBER(entries_in(s), 0);
    sql_sqlite.rollback(other);
    CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_OK);
    CHECK_NUMBER(entries_in(s), 1);
    sql_sqlite.close(other);
    store_close(s);
}

static void write_file(const char *path, const char *content, size_t size)
{
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(content, 1, size, f) == size);
    if (f)
        fclose(f);
}

static void check_refused(const char *where, enum message what)
{
    struct reason why = {.what = MESSAGES};
    struct store *s = store_open(&(struct store_options){.where = where, .check = true}, &why);
    CHECK(!s);
    if (why.what != what)
        test_fail(__FILE__, __LINE__, "message %d, want %d: %s", why.what, what, why.args);
    store_close(s);
}

static void what_is_no_database(void)
{
    static char text[20000];
    const char *where = fresh_place();
    char missing[400];
    struct file_map after;
    sqlite3 *db = NULL;
    if (!needs_file())
        return;
    memset(text, 'a', sizeof text);
    write_file(where, "hello\n", 6);
    check_refused(where, MSG_STORE_NO_DATABASE);
    write_file(where, text, sizeof text);
    check_refused(where, MSG_STORE_NO_DATABASE);
    CHECK(file_map(&after, where, NULL) && after.content.len == sizeof text); // left alone
    file_unmap(&after);
    check_refused("/", MSG_STORE_OPEN);
    snprintf(missing, sizeof missing, "%s.missing/file.db", where);
    check_refused(missing, MSG_STORE_OPEN);
    check_refused("oracle://host/name", MSG_STORE_ENGINE);
    check_refused("", MSG_STORE_ENGINE);
    where = fresh_place();
    CHECK(sqlite3_open(where, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, "CREATE TABLE songs (name TEXT)", NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    check_refused(where, MSG_STORE_FOREIGN);
}

static void newer_version(void)
{
    const char *where = fresh_place();
    sqlite3 *db = NULL;
    if (!needs_file())
        return;
    store_close(open_store(where));
    CHECK(sqlite3_open(where, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, "INSERT INTO schema_version VALUES (99)", NULL, NULL, NULL) ==
          SQLITE_OK);
    sqlite3_close(db);
    check_refused(where, MSG_STORE_NEWER);
}

// Little text and many keys, so that damage does not go unnoticed.
static enum store_status add_many(struct store_tx *tx, void *context)
{
    (void)context;
    for (int seq = 0; seq < 2000; seq++) {
        struct store_entry e = {.seq = seq, .account = 1, .text = TEXT("x")};
        snprintf(e.request, sizeof e.request, "%d", seq);
        if (seq % 200 == 0)
            e.text = (struct text){big, sizeof big};
        CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    }
    return STORE_OK;
}

static void make_large(const char *where)
{
    struct store *s = open_store(where);
    memset(big, 'x', sizeof big);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    CHECK_STATUS(store_do(s, true, add_many, NULL), STORE_OK);
    store_close(s);
}

static enum store_status use_everything(struct store_tx *tx, void *context)
{
    struct store_account a = make_account(3);
    int seq = 100000;
    enum store_status status = store_account_add(tx, &a);
    if (status == STORE_OK)
        status = add_entry(tx, &seq);
    (void)context;
    return status;
}

static bool take_any(void *context, const struct store_entry *e)
{
    *(size_t *)context += e->text.len;
    return true;
}

static enum store_status read_everything(struct store_tx *tx, void *context)
{
    return store_entries(tx, "m1", 0, 0, take_any, context);
}

static void spoil(const char *where, struct text whole, struct rng *r)
{
    char *copy = malloc(whole.len);
    memcpy(copy, whole.at, whole.len);
    // Beyond the header, which is tested above.
    for (unsigned i = 0, runs = 1 + rng_below(r, 20); i < runs; i++) {
        size_t at = 100 + rng_below(r, (uint32_t)whole.len - 200);
        for (size_t j = 0, run = 1 + rng_below(r, 90); j < run; j++)
            copy[at + j] = (char)rng_next(r);
    }
    write_file(where, copy, rng_below(r, 4) ? whole.len : rng_below(r, (uint32_t)whole.len));
    free(copy);
}

// A damaged file is refused, or at least never more than an error.
static void damaged_files(void)
{
    const char *where = fresh_place();
    struct file_map whole;
    struct rng r;
    unsigned refused = 0;
    if (!needs_file())
        return;
    make_large(where);
    CHECK(file_map(&whole, where, NULL));
    CHECK(rng_seed_hex(&r, TEXT("57")));
    for (int i = 0; i < 60; i++) {
        const char *victim = fresh_place();
        struct reason why;
        size_t bytes = 0;
        struct store *s;
        spoil(victim, whole.content, &r);
        s = open_checked(victim, &why);
        refused += !s;
        store_close(s);
        s = store_open(&(struct store_options){.where = victim}, &why);
        if (s) {
            enum store_status status = store_do(s, false, read_everything, &bytes);
            CHECK(status == STORE_OK || status == STORE_DAMAGED);
            status = store_do(s, true, use_everything, NULL);
            CHECK(status != STORE_FULL && status != STORE_BUSY);
        }
        store_close(s);
    }
    file_unmap(&whole);
    printf("# %u of 60 refused\n", refused);
    CHECK(refused > 30); // the others changed texts, numbers, or what was unused
}

// A child that keeps many jobs under way and tells of each that was acknowledged.
struct worker_job {
    struct store_job job;
    int seq;
};

static struct worker {
    const char *where;
    struct store *store;
    int next, out;
} worker;

static enum store_status worker_run(struct store_tx *tx, struct store_job *job)
{
    return add_entry(tx, &((struct worker_job *)job)->seq);
}

static void worker_done(struct store_job *job)
{
    struct worker_job *w = (struct worker_job *)job;
    if (job->status != STORE_OK || write(worker.out, &w->seq, sizeof w->seq) != sizeof w->seq)
        _exit(1);
    w->seq = worker.next++;
    store_write(worker.store, job);
}

_Noreturn static void work(void)
{
    static struct worker_job jobs[50];
    worker.store = open_store(worker.where);
    for (int i = 0; i < 50; i++) {
        jobs[i] = (struct worker_job){{.run = worker_run, .done = worker_done}, worker.next++};
        store_write(worker.store, &jobs[i].job);
    }
    for (;;) {
        store_finish(worker.store);
        usleep(100);
    }
}

// Reads the numbers that were acknowledged until enough have come, kills, and reads the rest.
static int last_acknowledged(int in, pid_t child, int enough)
{
    int seq, last = -1, count = 0;
    bool alive = true;
    while (read(in, &seq, sizeof seq) == sizeof seq) {
        last = seq > last ? seq : last;
        if (++count >= enough && alive) {
            CHECK(kill(child, SIGKILL) == 0);
            alive = false;
        }
    }
    CHECK(!alive);
    CHECK(waitpid(child, NULL, 0) == child);
    return last;
}

static void killed_in_the_middle(void)
{
    struct store *s;
    worker.where = fresh_place();
    s = open_store(worker.where);
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    store_close(s);
    for (int i = 0; i < 20; i++) {
        int ends[2], last;
        pid_t child;
        CHECK(pipe(ends) == 0);
        worker.out = ends[1];
        fflush(stdout);
        child = fork();
        if (child == 0)
            work();
        close(ends[1]);
        last = last_acknowledged(ends[0], child, 20 + i * 37);
        close(ends[0]);
        s = open_checked(worker.where, NULL);
        CHECK(s);
        if (!s)
            return;
        // Numbers were given out in order, so what is there has no gaps; entries_in() checks that.
        worker.next = entries_in(s);
        CHECK(worker.next > last);
        store_close(s);
    }
}

// The schema as it was in version 1, with something in it.
static void make_version_1(const char *where)
{
    static const char account[] =
        "INSERT INTO accounts (name, folded, kind, password, mail, lang, mail_turns, admin, banned,"
        " muted_until, created, seen, closed) VALUES ('Old', 'old', 1, '', 'o@example.org', 'de',"
        " 0, 0, 0, 0, 7, 7, 0)";
    static const char *const rows[] = {
        account,
        "INSERT INTO matches VALUES ('m1','balda','ru','',2,0,1,1,1,5,6,0,0,1,'','','','','t','')",
        "INSERT INTO seats VALUES ('m1', 0, 1, 0, 3, 0, 0, 0, 1, 5, 'balda', 'ru', 0)",
        "INSERT INTO seats VALUES ('m1', 1, 0, 2, 4, 0, 0, 0, 1, 5, 'balda', 'ru', 0)",
        "INSERT INTO entries VALUES ('m1', 0, 9, 1, 'r', 'move 0 Ж')",
    };
    struct store_options o = {.where = where};
    struct reason why;
    struct sql_connection *c = sql_sqlite.open(&o, true, &why);
    struct store_tx tx = {.engine = &sql_sqlite, .connection = c, .writes = true};
    int64_t version = 0;
    CHECK(c && schema_migrate(c, 1, where, &why));
    CHECK_STATUS(sql_count(&tx, "SELECT MAX(version) FROM schema_version", SQL_NOTHING, &version),
                 STORE_OK);
    CHECK_NUMBER(version, 1);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_STATUS(sql_run(&tx, rows[i], SQL_NOTHING, NULL, NULL), STORE_OK);
    sql_sqlite.close(c);
}

static enum store_status look_at_version_1(struct store_tx *tx, void *context)
{
    struct store_account a;
    struct store_match m;
    struct store_seat seats[SEATS_MAX];
    struct store_chat c = {.match = "m1", .account = 1, .text = TEXT("new here")};
    int64_t version = 0;
    (void)context;
    CHECK_STATUS(store_account_by_key(tx, "old", &a), STORE_OK);
    CHECK(a.id == 1 && strcmp(a.name, "Old") == 0);
    CHECK_STATUS(store_match_get(tx, "m1", &m, seats), STORE_OK);
    CHECK(m.created == 5 && strcmp(m.terms, "t") == 0 && seats[1].level == 2);
    CHECK_STATUS(store_chat_add(tx, &c), STORE_OK);
    CHECK_STATUS(sql_count(tx, "SELECT MAX(version) FROM schema_version", SQL_NOTHING, &version),
                 STORE_OK);
    CHECK_NUMBER(version, schema_newest());
    return STORE_OK;
}

static void migration(void)
{
    const char *where = fresh_place();
    struct store *s;
    if (!needs_file())
        return;
    CHECK(schema_newest() > 1);
    make_version_1(where);
    for (int i = 0; i < 2; i++) { // the second time there is nothing to do
        s = open_store(where);
        CHECK_STATUS(store_do(s, true, look_at_version_1, NULL), STORE_OK);
        CHECK_NUMBER(entries_in(s), 1);
        store_close(s);
    }
}

// Games alone in which moves were taken back leave the lists of the best; nobody else does.
static void migration_of_bests(void)
{
    static const char *const rows[] = {
        "INSERT INTO matches (id, game, lang, lexicon, seats, rated, listed, status, creator,"
        " created, started, ended, deadline, turn, seed, seed_hash, result, end_reason, terms,"
        " previous) SELECT 'm' || n, 'bali', 'en', '', CASE n WHEN 3 THEN 2 ELSE 1 END, 0, 1, 2, 1,"
        " n, 6, 7, 0, 0, '', '', 'none', 'played', 't', '' FROM (SELECT 1 AS n UNION SELECT 2"
        " UNION SELECT 3) AS numbers",
        "INSERT INTO seats (match_id, seat, account, level, score, rating_before, rating_after,"
        " won, status, created, game, lang, solo) SELECT id, 0, 0, 0, 50, 0, 0, 0, 2, 5, game,"
        " lang, CASE seats WHEN 1 THEN 1 ELSE 0 END FROM matches",
        "INSERT INTO entries (match_id, seq, at, account, request, text) VALUES"
        " ('m1', 1, 9, 1, '', 'move A done'), ('m2', 1, 9, 1, '', 'ask A takeback 1'),"
        " ('m3', 1, 9, 1, '', 'ask A takeback 1')",
    };
    const char *where = fresh_place();
    struct reason why;
    const struct sql_engine *engine = sql_engine_for(where, &why);
    struct store_options o = {.where = where};
    struct sql_connection *c = engine->open(&o, true, &why);
    struct store_tx tx = {.engine = engine, .connection = c, .writes = true};
    int64_t ranked = 0, marked = 0;
    CHECK(c && schema_migrate(c, 12, where, &why));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_STATUS(sql_run(&tx, rows[i], SQL_NOTHING, NULL, NULL), STORE_OK);
    CHECK(schema_migrate(c, schema_newest(), where, &why));
    CHECK_STATUS(sql_count(&tx, "SELECT COUNT(*) FROM seats WHERE solo = 1 AND unranked = 0",
                           SQL_NOTHING, &ranked),
                 STORE_OK);
    CHECK_NUMBER(ranked, 1);
    CHECK_STATUS(sql_count(&tx, "SELECT COUNT(*) FROM matches WHERE unranked = 'takeback'",
                           SQL_NOTHING, &marked),
                 STORE_OK);
    CHECK_NUMBER(marked, 1);
    engine->close(c);
}

static enum store_status look_at_version_8(struct store_tx *tx, void *context)
{
    int32_t *last = context;
    struct store_entry e = make_entry(4);
    CHECK_STATUS(store_entry_last(tx, "m1", last), STORE_OK);
    CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_TAKEN);
    CHECK_STATUS(store_entry_add(tx, "m2", &e), STORE_NONE);
    // The database itself does not look for the match any more.
    return sql_change(tx, "INSERT INTO entries VALUES ('m9', 1, 9, 1, 'r', 'A x', 1)", SQL_NOTHING);
}

// As it was written then: the table has had more columns since.
static void add_match_of_version_8(struct store_tx *tx)
{
    CHECK_STATUS(
        sql_change(tx,
                   "INSERT INTO matches (id, game, lang, lexicon, seats, rated, listed, status,"
                   " creator, created, started, ended, deadline, turn, seed, seed_hash, result,"
                   " end_reason, terms, previous, deal) VALUES ('m1', 'balda', 'en', 'en', 1, 0, 1,"
                   " 1, 1, 5000, 0, 0, 0, 0, '', 'abc', '', '', 'game balda', '', '')",
                   SQL_NOTHING),
        STORE_OK);
    CHECK_STATUS(sql_change(tx,
                            "INSERT INTO seats (match_id, seat, account, level, score,"
                            " rating_before, rating_after, won, status, created, game, lang, solo,"
                            " deal) VALUES ('m1', 0, 1, 0, 0, 0, 0, 0, 1, 5000, 'balda', 'en', 1,"
                            " '')",
                            SQL_NOTHING),
                 STORE_OK);
}

// The log is whole when the database has stopped looking for its match.
static void migration_of_entries(void)
{
    const char *where = fresh_place();
    struct reason why;
    const struct sql_engine *engine = sql_engine_for(where, &why);
    struct store_options o = {.where = where};
    struct sql_connection *c = engine->open(&o, true, &why);
    struct store_tx tx = {.engine = engine, .connection = c, .writes = true};
    int32_t last = 0;
    CHECK(c && schema_migrate(c, 8, where, &why));
    CHECK_STATUS(engine->begin(c, true), STORE_OK);
    add_match_of_version_8(&tx);
    for (int seq = 1; seq <= 3; seq++) {
        struct store_entry e = make_entry(seq);
        CHECK_STATUS(store_entry_add(&tx, "m1", &e), STORE_OK);
    }
    CHECK_STATUS(engine->commit(c), STORE_OK);
    engine->close(c);
    struct store *s = open_store(where);
    CHECK_STATUS(store_do(s, true, look_at_version_8, &last), STORE_OK);
    CHECK_NUMBER(last, 3);
    store_close(s);
}

struct writing {
    struct store *store;
    volatile bool stop;
    int seq;
};

static void *keep_writing(void *context)
{
    struct writing *w = context;
    while (!__atomic_load_n(&w->stop, __ATOMIC_SEQ_CST)) {
        if (store_do(w->store, true, add_big_entry, &w->seq) != STORE_OK)
            break;
        __atomic_add_fetch(&w->seq, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static void check_copy(const char *copy, int least)
{
    struct reason why;
    struct store *s = open_checked(copy, &why);
    struct stat found;
    CHECK(stat(copy, &found) == 0 && (found.st_mode & 0777) == 0600);
    CHECK(s);
    if (s)
        CHECK(entries_in(s) >= least);
    store_close(s);
    unlink(copy);
}

static void backup_while_writing(void)
{
    const char *where = fresh_place();
    char copy[400];
    struct writing w = {0};
    struct reason why;
    pthread_t thread;
    if (!needs_file())
        return;
    w.store = open_store(where);
    memset(big, 'x', sizeof big);
    CHECK_STATUS(store_do(w.store, true, set_up, NULL), STORE_OK);
    CHECK(pthread_create(&thread, NULL, keep_writing, &w) == 0);
    for (int i = 0; i < 5; i++) {
        int least;
        snprintf(copy, sizeof copy, "%s.copy%d", where, i);
        usleep(30000);
        least = __atomic_load_n(&w.seq, __ATOMIC_SEQ_CST);
        CHECK(store_backup(w.store, copy, &why));
        CHECK(!store_backup(w.store, copy, &why));
        CHECK(why.what == MSG_STORE_BACKUP);
        check_copy(copy, least);
    }
    __atomic_store_n(&w.stop, true, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    snprintf(copy, sizeof copy, "%s.nowhere/copy", where);
    CHECK(!store_backup(w.store, copy, &why));
    CHECK_NUMBER(entries_in(w.store), w.seq);
    store_close(w.store);
}

// No descriptors left: an error, and all is well when there are some again.
static void run_out_of_files(void *context)
{
    struct store *s = open_store(context);
    struct rlimit before;
    struct reason why;
    int seq = 0;
    CHECK_STATUS(store_do(s, true, set_up, NULL), STORE_OK);
    CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, before.rlim_max}) == 0);
    CHECK(!store_open(&(struct store_options){.where = context}, &why));
    CHECK(why.what == MSG_STORE_OPEN);
    CHECK_STATUS(store_do(s, true, add_entry, &seq), STORE_OK); // what is open stays open
    CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
    store_close(s);
    s = open_store(context);
    CHECK_NUMBER(entries_in(s), 1);
    store_close(s);
}

static void no_descriptors(void)
{
    char where[300];
    if (!needs_file())
        return;
    snprintf(where, sizeof where, "%s", fresh_place());
    CHECK(in_child(run_out_of_files, where));
}

static const struct test tests[] = {
    TEST(files_may_not_grow),
    TEST(disk_fills_up),
    TEST(locked),
    TEST(what_is_no_database),
    TEST(newer_version),
    TEST(damaged_files),
    TEST(killed_in_the_middle),
    TEST(migration),
    TEST(migration_of_bests),
    TEST(migration_of_entries),
    TEST(backup_while_writing),
    TEST(no_descriptors),
};
TEST_MAIN(tests)
