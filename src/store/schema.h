// schema: the tables of the store, as a list of steps that have been taken since its first version.
// A step that was ever released is not changed any more; a change is a new step.
#ifndef LOGOMACHY_STORE_SCHEMA_H
#define LOGOMACHY_STORE_SCHEMA_H

#include "store/sql.h"

// The version that this program writes.
unsigned schema_newest(void);

// Takes all steps that are missing, up to a version, each in a transaction of its own. Refuses a
// database of a newer version. `where` is for the reason.
bool schema_migrate(struct sql_connection *c, unsigned upto, const char *where, struct reason *why);

// The names of all tables, each behind those that it refers to; but for schema_version.
void schema_tables(void (*each)(void *context, struct text name), void *context);

#endif
