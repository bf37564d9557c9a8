// transfer: a whole site, from one database to another, of whatever kinds they are. Every table of
// the schema is copied, with all of its rows, and then compared. What is copied is one state of the
// site, that of the moment when it began.
//
// It may be cut off at any moment and done again: the target is marked as unfinished, nobody can
// serve it, and the next attempt keeps what is there already, table by table. A target that holds
// anything else is left alone.
#ifndef LOGOMACHY_STORE_TRANSFER_H
#define LOGOMACHY_STORE_TRANSFER_H

#include "base/reason.h"

struct sql_connection;

// How far it is, each time that a page of rows was copied.
struct transfer_news {
    const char *table;
    int64_t rows, all; // so many of so many are there
    bool done;         // the table is there, and the same on both sides: its digest
    uint64_t digest[2];
};

struct transfer_options {
    const char *from, *to; // as --db has them
    bool in_use;           // even while a server uses `from`
    void (*tell)(void *context, const struct transfer_news *n);
    void *context;
};

bool transfer_site(const struct transfer_options *o, struct reason *why);

// For whoever opens a database: no transfer to it is unfinished.
bool transfer_is_over(struct sql_connection *c, const char *where, struct reason *why);

#endif
