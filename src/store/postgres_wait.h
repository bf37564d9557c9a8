// postgres_wait: asking a PostgreSQL server without waiting for it for ever. libpq's own functions
// wait as long as the connection stands, and it stands while the kernel of a server that hangs
// acknowledges what we send. Here every answer has a deadline; a connection on which none came in
// time is cut, and then is lost like any other.
#ifndef LOGOMACHY_STORE_POSTGRES_WAIT_H
#define LOGOMACHY_STORE_POSTGRES_WAIT_H

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

// The next answer to what was sent, as PQgetResult() gives it.
PGresult *postgres_answer(struct postgres *c);

// The last answer of all, as PQexec() gives it, to what a function of libpq has just sent; `sent`
// is what that function returned.
PGresult *postgres_answers(struct postgres *c, int sent);

PGresult *postgres_ask(struct postgres *c, const char *statements);

#endif
