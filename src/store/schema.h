// schema: the tables of the store as a list of migrations since the first version, forward only. A
// released migration never changes; a change is a new migration.
//
//     struct sql_connection *c = NULL; /* a connection that writes */
//     ok = schema_migrate(c, schema_newest(), "site.db", &why);
#ifndef LOGOMACHY_STORE_SCHEMA_H
#define LOGOMACHY_STORE_SCHEMA_H

#include "store/sql.h"

// The newest version that this program knows.
unsigned schema_newest(void);

// Runs the missing migrations up to a version, each in its own transaction. Refuses a database of a
// newer version. `where` is for the reason.
bool schema_migrate(struct sql_connection *c, unsigned upto, const char *where, struct reason *why);

// The names of all tables except schema_version, each after those that it references.
void schema_tables(void (*each)(void *context, struct text name), void *context);

#endif
