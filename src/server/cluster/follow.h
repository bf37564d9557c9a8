// follow: how the tables of this process follow what the others of the site write. The log in the
// store is the truth; a process that has written says so over the bus (relay.h), and whoever has
// the table reads on from where it is. One statement reads on for all tables that are behind; those
// of which something is heard meanwhile wait for the next. A message may be lost: every so often
// one look into the store finds all tables that are behind.
#ifndef LOGOMACHY_SERVER_CLUSTER_FOLLOW_H
#define LOGOMACHY_SERVER_CLUSTER_FOLLOW_H

#include "server/play/hall.h"

struct follow;

struct follow *follow_open(struct app *app); // NULL: no memory
void follow_free(struct follow *f);          // when nothing is being read

// The log has more than the table, which is TABLE_CATCHING_UP, knows: reads it, and tells those who
// watch; then hall_caught_up().
void follow_read(struct follow *f, struct table *t);
void follow_gather(struct follow *f, bool gathers); // see hall_gather()

// A look takes so many tables, and the next one goes on behind them. Another number is for tests.
enum { FOLLOW_TABLES = 20000 };
void follow_set_limit(struct follow *f, size_t tables);

// Called often, with the monotonic clock: looks when it is time to.
void follow_tick(struct follow *f, int64_t ticks);

#endif
