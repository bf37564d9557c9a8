// postgres_wait: asking a PostgreSQL server without waiting for it for ever. libpq's own functions
// wait as long as the connection stands, and it stands while the kernel of a server that hangs
// acknowledges what we send. Here every answer has a deadline; a connection on which none came in
// time is cut, and then is lost like any other.
#ifndef LOGOMACHY_STORE_POSTGRES_WAIT_H
#define LOGOMACHY_STORE_POSTGRES_WAIT_H

#include "store/postgres_open.h"

// The next answer to what was sent, as PQgetResult() gives it.
PGresult *postgres_answer(struct postgres *c);

// The last answer of all, as PQexec() gives it, to what a function of libpq has just sent; `sent`
// is what that function returned.
PGresult *postgres_answers(struct postgres *c, int sent);

PGresult *postgres_ask(struct postgres *c, const char *statements);

#endif
