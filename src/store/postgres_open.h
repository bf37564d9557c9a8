// postgres_open: a connection to a PostgreSQL server: opening, what is checked then, opening again
// after it was lost, closing. With postgres.c and postgres_wait.c, which use it, the only files
// that know libpq-fe.h.
#ifndef LOGOMACHY_STORE_POSTGRES_OPEN_H
#define LOGOMACHY_STORE_POSTGRES_OPEN_H

#include "store/postgres_wait.h"

struct sql_connection *postgres_open(const struct store_options *o, bool writes,
                                     struct reason *why);
void postgres_close(struct sql_connection *c);

// For as long as it takes: what changes the tables themselves. Then no statement has a limit.
void postgres_patient(struct sql_connection *c, bool patient);

// Connects anew after the connection was lost.
bool postgres_again(struct postgres *c);

#endif
