// postgres_open: a connection to a PostgreSQL server: opening, what is checked then, opening again
// after it was lost, closing. With postgres.c and postgres_wait.c, which use it, the only files
// that know libpq-fe.h.
#ifndef LOGOMACHY_STORE_POSTGRES_OPEN_H
#define LOGOMACHY_STORE_POSTGRES_OPEN_H

#include "store/sql.h"

#include <libpq-fe.h>

enum {
    POSTGRES_KEPT = 512
}; // prepared statements of a connection; there are fewer texts than that

struct postgres {
    struct sql_connection connection; // first
    PGconn *db;
    bool writes;
    uint64_t kept[POSTGRES_KEPT]; // hashes of what is prepared, by hash
    bool in_use[POSTGRES_KEPT];
    unsigned limit_ms;               // an answer is waited for no longer than this; 0: for ever
    unsigned usual_ms;               // what that is when nobody has said otherwise
    int left_pid;                    // the server's process that is still at our last COMMIT
    bool hangs;                      // no answer came in time
    unsigned posted;                 // statements whose answers are still to come
    enum store_status posted_status; // the first bad one of those that came
};

struct sql_connection *postgres_open(const struct store_options *o, bool writes,
                                     struct reason *why);
void postgres_close(struct sql_connection *c);

// For as long as it takes: what changes the tables themselves. Then no statement has a limit.
void postgres_patient(struct sql_connection *c, bool patient);

// Connects anew after the connection was lost.
bool postgres_again(struct postgres *c);

#endif
