// transfer: copies a whole site from one database to another, also between engines. Copies every
// table of the schema from one snapshot, then compares the digests (rows.h).
//
// Resumable: the target is marked as unfinished, no process can serve it, and the next attempt
// keeps the tables that are already equal. A target with any other content is not touched.
//
//     struct transfer_options o = {.from = "site.db", .to = "postgresql://db/site"};
//     ok = transfer_site(&o, &why);
#ifndef LOGOMACHY_STORE_TRANSFER_H
#define LOGOMACHY_STORE_TRANSFER_H

#include "base/reason.h"

struct sql_connection;

// Progress after each page of rows.
struct transfer_progress {
    const char *table;
    int64_t rows, all; // copied so far, and in total
    bool done;         // the table is complete and equal on both sides; `digest` is valid
    uint64_t digest[2];
};

struct transfer_options {
    const char *from, *to; // databases, as in --db
    bool in_use;           // copy even while a server uses `from`
    void (*tell)(void *context, const struct transfer_progress *n);
    void *context;
};

bool transfer_site(const struct transfer_options *o, struct reason *why);

// False with the reason where a transfer to this database is unfinished.
bool transfer_is_over(struct sql_connection *c, const char *where, struct reason *why);

#endif
