// sqlite_open: a connection to an SQLite file: opening, what is checked then, closing, copying.
// With sqlite.c, which uses it, the only files that know sqlite3.h.
#ifndef LOGOMACHY_STORE_SQLITE_OPEN_H
#define LOGOMACHY_STORE_SQLITE_OPEN_H

#include "store/sql.h"

#include <sqlite3.h>

enum {
    SQLITE_KEPT = 160, // prepared statements of a connection
    // Length of the log at which it is moved into the database. Pages of matches that go on are in
    // it many times, and are moved once.
    SQLITE_CHECKPOINT_PAGES = 32000,
    SQLITE_LOG_PAGES = 8 * SQLITE_CHECKPOINT_PAGES, // length that it should not get to
    SQLITE_APPLICATION = 0x4c6f676f                 // marks our files: "Logo"
};

struct sqlite_statement {
    sqlite3_stmt *prepared;
    uint64_t hash; // of its text
    uint64_t used; // the larger, the later
    bool running;
    uint8_t parameter[SQL_VALUES_MAX]; // which value goes there
    unsigned parameters;
};

struct sqlite {
    struct sql_connection connection; // first
    sqlite3 *db;
    bool writes;
    int log_pages, checkpoint_at;
    uint64_t uses;
    struct sqlite_statement kept[SQLITE_KEPT];
};

struct sql_connection *sqlite_open(const struct store_options *o, bool writes, struct reason *why);
void sqlite_close(struct sql_connection *c);
bool sqlite_backup(const struct store_options *o, const char *path, struct reason *why);

#endif
