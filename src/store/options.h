// options: which database to open, and how.
//
//     struct store_options o = {.where = "site.db", .busy_ms = 2000};
//     store_print_place(o.where, &out);
#ifndef LOGOMACHY_STORE_OPTIONS_H
#define LOGOMACHY_STORE_OPTIONS_H

#include "base/buf.h"

struct store_options {
    const char
        *where; // path of an SQLite file, created where there is none, or a postgresql:// URL
    void (*wake)(void *context); // finished jobs wait for store_finish(). Called on any thread of
    void *context;               // the store until store_close() returns; may be NULL
    unsigned busy_ms;            // how long to wait for a lock before STORE_BUSY; 0: five seconds
    bool check; // check the whole database for damage before using it: seconds per gigabyte
};

// Appends the name of a database for people: without the password that a URL may contain.
void store_print_place(const char *where, struct buf *out);

#endif
