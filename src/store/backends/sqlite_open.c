#include "store/backends/sqlite_open.h"

#include "base/file.h"
#include "store/backends/sqlite_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MS = 5000 };

// SQLite says SQLITE_FULL only where it writes a page.
static bool is_no_room(int error)
{
    return error == ENOSPC || error == EDQUOT;
}

static bool refuse_rc(sqlite3 *db, int rc, const char *where, struct reason *why)
{
    switch (rc & 0xff) {
    case SQLITE_NOTADB:
        return refuse(why, MSG_STORE_NO_DATABASE, "%s", where);
    case SQLITE_CORRUPT:
        return refuse(why, MSG_STORE_DAMAGED, "%s\t%s", where, sqlite3_errmsg(db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return refuse(why, MSG_STORE_LOCKED, "%s", where);
    case SQLITE_FULL:
        return refuse(why, MSG_STORE_FULL, "%s", where);
    case SQLITE_NOMEM:
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    default:
        if (db && is_no_room(sqlite3_system_errno(db)))
            return refuse(why, MSG_STORE_FULL, "%s", where);
        return refuse(why, MSG_STORE_OPEN, "%s\t%s", where,
                      db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
    }
}

// One value that a pragma or a query gives, as text.
static int ask_once(sqlite3 *db, const char *text, char *out, size_t size)
{
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(db, text, -1, &s, NULL);
    *out = '\0';
    if (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        const char *value = (const char *)sqlite3_column_text(s, 0);
        snprintf(out, size, "%s", value ? value : "");
    }
    sqlite3_finalize(s);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Retries while other processes open or close the file: SQLite's busy timeout does not cover all of
// their locks.
static int ask(sqlite3 *db, const char *text, char *out, size_t size)
{
    int64_t end = now_ms() + BUSY_MS;
    int rc = ask_once(db, text, out, size);
    while ((rc & 0xff) == SQLITE_BUSY && now_ms() < end) {
        sqlite3_sleep(10);
        rc = ask_once(db, text, out, size);
    }
    return rc;
}

static int run_all(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL);
}

enum owner { OWNER_UNKNOWN, OWNER_NOBODY, OWNER_OTHER, OWNER_US };

static int find_owner(sqlite3 *db, enum owner *owner)
{
    char application[32], tables[32];
    int rc = ask(db, "PRAGMA application_id", application, sizeof application);
    *owner = OWNER_UNKNOWN;
    if (rc == SQLITE_OK)
        rc = ask(db, "SELECT COUNT(*) FROM sqlite_master", tables, sizeof tables);
    if (rc != SQLITE_OK)
        return rc;
    if (strtol(application, NULL, 10) == SQLITE_APPLICATION)
        *owner = OWNER_US;
    else if (strcmp(application, "0") == 0 && strcmp(tables, "0") == 0)
        *owner = OWNER_NOBODY;
    else
        *owner = OWNER_OTHER;
    return rc;
}

// Marks a file that has nothing in it as ours, under the lock of writers: another process may be
// making the same database.
static bool mark_new(sqlite3 *db, const char *where, struct reason *why)
{
    enum owner owner;
    char mark[64];
    int rc = find_owner(db, &owner);
    if (rc == SQLITE_OK && owner == OWNER_OTHER)
        return refuse(why, MSG_STORE_FOREIGN, "%s", where);
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", SQLITE_APPLICATION);
    if (rc == SQLITE_OK && owner == OWNER_NOBODY)
        rc = run_all(db, mark);
    if (rc == SQLITE_OK)
        rc = run_all(db, "COMMIT");
    return rc == SQLITE_OK || refuse_rc(db, rc, where, why);
}

// Before anything is changed: is this file ours, or new?
static bool check_owner(sqlite3 *db, const char *where, struct reason *why)
{
    enum owner owner;
    int rc = find_owner(db, &owner);
    if (rc == SQLITE_OK && owner == OWNER_US)
        return true;
    if (rc == SQLITE_OK)
        rc = run_all(db, "BEGIN IMMEDIATE");
    if (rc != SQLITE_OK)
        return refuse_rc(db, rc, where, why);
    if (mark_new(db, where, why))
        return true;
    run_all(db, "ROLLBACK");
    return false;
}

static bool check_whole(sqlite3 *db, const char *where, struct reason *why)
{
    char found[200];
    int rc = ask(db, "PRAGMA quick_check(1)", found, sizeof found);
    if (rc != SQLITE_OK)
        return refuse_rc(db, rc, where, why);
    return strcmp(found, "ok") == 0 || refuse(why, MSG_STORE_DAMAGED, "%s\t%s", where, found);
}

static int sqlite_open_log_grew(void *context, sqlite3 *db, const char *name, int pages)
{
    struct sqlite *c = context;
    (void)db;
    (void)name;
    if (pages < c->log_pages)
        c->checkpoint_at = SQLITE_CHECKPOINT_PAGES;
    c->log_pages = pages;
    return SQLITE_OK;
}

static bool set_up(struct sqlite *c, const char *where, struct reason *why)
{
    // Statement journals in memory: a full /tmp is no reason to fail. Erased data is
    // overwritten. Pages are distrusted: a damaged file must give errors and nothing else.
    static const char common[] =
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
        "PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; "
        "PRAGMA wal_autocheckpoint = 0;"
        "PRAGMA journal_size_limit = 67108864;";
    char mode[32];
    int rc = ask(c->db, "PRAGMA journal_mode = WAL", mode, sizeof mode);
    if (rc == SQLITE_OK && strcmp(mode, "wal") != 0)
        return refuse(why, MSG_STORE_OPEN, "%s\tjournal_mode = %s", where, mode);
    if (rc == SQLITE_OK)
        rc = run_all(c->db, common);
    if (rc == SQLITE_OK)
        rc = run_all(c->db, c->writes ? "PRAGMA cache_size = -16000" : "PRAGMA query_only = 1");
    if (c->writes)
        sqlite3_wal_hook(c->db, sqlite_open_log_grew, c);
    return rc == SQLITE_OK || refuse_rc(c->db, rc, where, why);
}

// SQLite would make the file readable for all; there are passwords in it.
static bool make_private(const char *path, struct reason *why)
{
    int fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    else if (is_no_room(errno))
        return refuse(why, MSG_STORE_FULL, "%s", path);
    else if (errno != EEXIST)
        return refuse(why, MSG_STORE_OPEN, "%s\t%s", path, strerror(errno));
    return true;
}

// A name could be special (":memory:", "file:..."); one that begins with a folder never is.
static bool open_file(const char *where, unsigned busy_ms, const char *vfs, sqlite3 **db,
                      struct reason *why)
{
    struct buf path = {0};
    int rc = SQLITE_NOMEM;
    *db = NULL;
    buf_printf(&path, "%s%s", *where == '/' ? "" : "./", where);
    if (buf_ok(&path) && !make_private(path.at, why)) {
        buf_release(&path);
        return false;
    }
    if (buf_ok(&path))
        rc = sqlite3_open_v2(path.at, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, vfs);
    buf_release(&path);
    if (rc == SQLITE_OK) {
        sqlite3_extended_result_codes(*db, 1);
        sqlite3_db_config(*db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_busy_timeout(*db, busy_ms ? (int)busy_ms : BUSY_MS);
        // The files beside it stay when it is closed: on a full disk there would be no room to make
        // them again, and nothing could be read.
        sqlite3_file_control(*db, "main", SQLITE_FCNTL_PERSIST_WAL, &(int){1});
        // Page size, for a new file: moves of many matches change a line here and a line there, and
        // whole pages are written, so small ones are less to write. Synchronous, for sqlite_log.h.
        run_all(*db, "PRAGMA page_size = 1024; PRAGMA synchronous = FULL");
        return true;
    }
    refuse_rc(*db, rc, where, why);
    sqlite3_close(*db);
    *db = NULL;
    return false;
}

struct sql_connection *sqlite_open(const struct store_options *o, bool writes, struct reason *why)
{
    struct sqlite *c = calloc(1, sizeof *c);
    if (!c) {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    c->connection.engine = &sql_sqlite;
    c->writes = writes;
    c->checkpoint_at = SQLITE_CHECKPOINT_PAGES;
    if (open_file(o->where, o->busy_ms, writes ? sqlite_log_vfs() : NULL, &c->db, why) &&
        check_owner(c->db, o->where, why) && set_up(c, o->where, why) &&
        (!writes || !o->check || check_whole(c->db, o->where, why)))
        return &c->connection;
    sqlite_close(&c->connection);
    return NULL;
}

void sqlite_close(struct sql_connection *connection)
{
    struct sqlite *c = (struct sqlite *)connection;
    for (unsigned i = 0; i < SQLITE_KEPT; i++)
        sqlite3_finalize(c->kept[i].prepared);
    sqlite3_close(c->db);
    free(c);
}

// All pages in one step, within one reading transaction: writers go on meanwhile.
static bool copy_to(sqlite3 *from, const char *path, struct reason *why)
{
    sqlite3 *to = NULL;
    sqlite3_backup *backup;
    int rc;
    if (!open_file(path, 0, NULL, &to, why))
        return false;
    backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup) {
        sqlite3_backup_step(backup, -1);
        rc = sqlite3_backup_finish(backup);
    } else {
        rc = sqlite3_errcode(to);
    }
    if (rc != SQLITE_OK)
        refuse(why, MSG_STORE_BACKUP, "%s\t%s", path, sqlite3_errmsg(to));
    sqlite3_close(to);
    return rc == SQLITE_OK;
}

static bool sync_folder(const char *path)
{
    struct buf folder = {0};
    const char *slash = strrchr(path, '/');
    int fd = -1;
    bool done = false;
    buf_printf(&folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    if (buf_ok(&folder))
        fd = open(folder.at, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        done = fsync(fd) == 0;
        close(fd);
    }
    buf_release(&folder);
    return done;
}

static void remove_all(const char *path)
{
    static const char *const tails[] = {"", "-journal", "-wal", "-shm"};
    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        struct buf name = {0};
        buf_printf(&name, "%s%s", path, tails[i]);
        if (buf_ok(&name))
            unlink(name.at);
        buf_release(&name);
    }
}

static bool backup_to(const struct store_options *o, const char *partial, const char *path,
                      struct reason *why)
{
    sqlite3 *from = NULL;
    bool done = open_file(o->where, o->busy_ms, NULL, &from, why) && copy_to(from, partial, why);
    sqlite3_close(from);
    if (done && (rename(partial, path) != 0 || !sync_folder(path)))
        done = refuse(why, MSG_STORE_BACKUP, "%s\t%s", path, strerror(errno));
    return done;
}

bool sqlite_backup(const struct store_options *o, const char *path, struct reason *why)
{
    struct buf partial = {0};
    bool done = false;
    // The place is taken at once; what stands there in the end is the whole copy or nothing.
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        return refuse(why, MSG_STORE_BACKUP, "%s\t%s", path, strerror(errno));
    close(fd);
    buf_printf(&partial, "%s.partial", path);
    if (buf_ok(&partial)) {
        remove_all(partial.at);
        done = backup_to(o, partial.at, path, why);
        remove_all(partial.at);
    } else {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    }
    if (!done)
        unlink(path);
    buf_release(&partial);
    return done;
}
