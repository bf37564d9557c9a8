// postgres_open: connections to a PostgreSQL server: opening with its checks, reconnecting after a
// loss, closing.
//
//     struct store_options o = {.where = "postgresql://db/site"};
//     struct sql_connection *c = postgres_open(&o, true, &why);
//     if (c)
//         postgres_close(c);
#ifndef LOGOMACHY_STORE_BACKENDS_POSTGRES_OPEN_H
#define LOGOMACHY_STORE_BACKENDS_POSTGRES_OPEN_H

#include "store/backends/postgres_wait.h"

struct sql_connection *postgres_open(const struct store_options *o, bool writes,
                                     struct reason *why);
void postgres_close(struct sql_connection *c);

// `patient` switches the time limit of statements off, e.g. for migrations.
void postgres_patient(struct sql_connection *c, bool patient);

// Reconnects after the connection was lost.
bool postgres_again(struct postgres *c);

#endif
