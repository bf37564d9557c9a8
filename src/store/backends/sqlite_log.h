// sqlite_log: a VFS that coalesces writes to SQLite's write-ahead log (WAL). SQLite writes two
// short pieces per page, each a system call, and a batch of moves has hundreds. This VFS buffers
// adjacent pieces and writes them as one, at the latest when SQLite syncs or reads the file.
//
// Only for a connection with synchronous = FULL: then every commit is synced before its pages
// become visible to other connections, which read the file themselves.
//
//     const char *vfs = sqlite_log_vfs(); /* for sqlite3_open_v2() */
//     ok = vfs != NULL;
#ifndef LOGOMACHY_STORE_BACKENDS_SQLITE_LOG_H
#define LOGOMACHY_STORE_BACKENDS_SQLITE_LOG_H

// The name for sqlite3_open_v2(). NULL without memory, which selects SQLite's default. Any thread.
const char *sqlite_log_vfs(void);

#endif
