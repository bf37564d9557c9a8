// sqlite_log: how SQLite's log (WAL) gets to the disk. SQLite writes it in two short pieces for
// every page, and each would be a system call; a batch of moves has hundreds. Here pieces that
// follow each other are kept and written as one, at the latest when SQLite asks for them to be
// flushed, or reads the file.
//
// Only for a connection with synchronous = FULL: then every commit is flushed before the pages in
// it become known to other connections, which read the file themselves.
#ifndef LOGOMACHY_STORE_SQLITE_LOG_H
#define LOGOMACHY_STORE_SQLITE_LOG_H

// The name for sqlite3_open_v2(), or NULL, which is its own: no memory. Any thread may ask.
const char *sqlite_log_vfs(void);

#endif
