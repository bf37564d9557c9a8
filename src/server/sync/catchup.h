// catchup: reads on what other processes appended to the logs of tables in memory. A process that
// commits an event sends its seq over the bus (fanout.h); tables.c then asks for the rest of the
// log. One statement reads for all tables that are behind (batching); tables that fall behind
// meanwhile wait for the next. Since a notice may be lost, the last seq of all tables is polled
// every two seconds.
//
//     struct site *site = NULL;
//     struct tables *tables = NULL;
//     struct catchup *c = catchup_open(site, tables);
//     catchup_free(c);
#ifndef LOGOMACHY_SERVER_SYNC_CATCHUP_H
#define LOGOMACHY_SERVER_SYNC_CATCHUP_H

#include "server/play/tables.h"

struct catchup;

struct catchup *catchup_open(struct site *site, struct tables *tables); // NULL: no memory
void catchup_free(struct catchup *c); // when nothing is being read; NULL is none

// Reads the log of a table that is TABLE_CATCHING_UP, publishes the events; then
// t->steps->caught_up().
void catchup_read(struct catchup *c, struct table *t);

// While it gathers nothing is read: notices that come meanwhile are served by one read.
void catchup_gather(struct catchup *c, bool gathers);

// Tables per poll; the next one continues after them. Another number is for tests.
enum { CATCHUP_TABLES = 20000 };
void catchup_set_limit(struct catchup *c, size_t tables);

// Called often: polls when it is time to.
void catchup_tick(struct catchup *c);

#endif
