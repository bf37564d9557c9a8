// postgres_wait: a connection to PostgreSQL whose answers have a deadline. libpq's own functions
// wait for as long as the TCP connection stands, and it stands while the kernel of a hanging server
// acknowledges our packets. A connection that misses the deadline is shut down here, and then
// counts as lost. The lowest layer of the engine: postgres_open.c and postgres.c build on it; no
// other file includes libpq-fe.h.
//
//     struct postgres *c = NULL; /* an open connection */
//     PGresult *result = postgres_ask(c, "SELECT 1");
//     ok = PQresultStatus(result) == PGRES_TUPLES_OK;
//     PQclear(result);
#ifndef LOGOMACHY_STORE_BACKENDS_POSTGRES_WAIT_H
#define LOGOMACHY_STORE_BACKENDS_POSTGRES_WAIT_H

#include "store/sql.h"

#include <libpq-fe.h>

enum { POSTGRES_KEPT = 512 }; // prepared statements of a connection, more than there are texts

struct postgres {
    struct sql_connection connection; // first
    PGconn *db;
    bool writes;
    uint64_t kept[POSTGRES_KEPT]; // open-addressing hash set of prepared statements
    bool in_use[POSTGRES_KEPT];
    unsigned limit_ms;               // deadline of an answer; 0: none
    unsigned usual_ms;               // the default of limit_ms
    int left_pid;                    // backend that may still be running our last COMMIT
    bool hangs;                      // no answer came in time
    unsigned posted;                 // pipelined statements without an answer yet
    enum store_status posted_status; // the first failure among them
};

// The next result, like PQgetResult().
PGresult *postgres_answer(struct postgres *c);

// The last result of what a libpq function has just sent, like PQexec(); `sent` is what that
// function returned.
PGresult *postgres_answers(struct postgres *c, int sent);

PGresult *postgres_ask(struct postgres *c, const char *statements);

#endif
