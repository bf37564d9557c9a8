// sqlite_open: connections to an SQLite file: opening with its checks, closing, online backup. With
// sqlite.c, which uses it, and sqlite_log.c the only files that include sqlite3.h.
//
//     struct store_options o = {.where = "site.db"};
//     struct sql_connection *c = sqlite_open(&o, true, &why);
//     if (c)
//         sqlite_close(c);
#ifndef LOGOMACHY_STORE_BACKENDS_SQLITE_OPEN_H
#define LOGOMACHY_STORE_BACKENDS_SQLITE_OPEN_H

#include "store/sql.h"

#include <sqlite3.h>

enum {
    SQLITE_KEPT = 160, // prepared statements of a connection
    // Length of the write-ahead log at which it is checkpointed. Hot pages are in the log many
    // times, and a checkpoint copies each once.
    SQLITE_CHECKPOINT_PAGES = 32000,
    SQLITE_LOG_PAGES = 8 * SQLITE_CHECKPOINT_PAGES, // length that it should not reach
    SQLITE_APPLICATION = 0x4c6f676f                 // application_id of our files: "Logo"
};

struct sqlite_statement {
    sqlite3_stmt *prepared;
    uint64_t hash; // of its text
    uint64_t used; // LRU: the larger, the later
    bool running;
    uint8_t parameter[SQL_VALUES_MAX]; // index of the value of each parameter
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
