// tables: the registry of live matches. A match in memory is a table (table.h): loaded from the
// store's log on demand, evicted when it has been idle for a minute.
//
// Commands on a match are serialized: validate, append, commit, publish. Reads queue behind writes,
// so nothing uncommitted is ever visible. A computer's move, a lost clock, the clock credit after
// an outage and the expiry of an abandoned match are commands of the server itself; the process
// that holds the match's lease issues them (cluster/lease.h).
//
// Other processes append to the same log. (match, seq) is unique there, so one of two concurrent
// writers fails and catches up.
//
//     static struct match_command read = {.read_only = true, .seq = -1};
//     struct tables *tables = NULL;
//     if (tables)
//         tables_submit(tables, "k3Xf", &read);
#ifndef LOGOMACHY_SERVER_PLAY_TABLES_H
#define LOGOMACHY_SERVER_PLAY_TABLES_H

#include "server/play/table.h"

// `play` is borrowed and must outlive the tables. NULL: no memory.
struct tables *tables_open(const struct play *play);

// Before the store is closed: commands fail from now on; writes under way are finished.
void tables_stop(struct tables *ts);
bool tables_are_idle(const struct tables *ts); // nothing is being written or loaded
void tables_free(struct tables *ts);

// Queues a command, which the caller keeps until done() is called, later or at once.
void tables_submit(struct tables *ts, const char *match, struct match_command *cmd);

// Loads a match so that its computers and clocks run.
void tables_wake(struct tables *ts, const char *match);

// Clocks, computers, retries, eviction. Called often.
void tables_tick(struct tables *ts);

// Another process has appended the event of that number. With `load` the match is loaded if it is
// not in memory, and the event published.
void tables_notice(struct tables *ts, const char *match, uint64_t seq, bool load);

// The last published event of a match in memory; 0: it is not there.
uint64_t tables_published_seq(const struct tables *ts, const char *match);

// This process acquired the leases of these shards.
void tables_acquired(struct tables *ts, uint64_t shards);

// The account has another name now; "": it is closed.
void tables_rename(struct tables *ts, int64_t account, const char *name);

// The match's table, whatever it waits for; NULL: none that could be shown.
struct table *tables_find(const struct tables *ts, const char *match);

// Iterates as map_next() does.
struct table *tables_next(const struct tables *ts, size_t *at);
size_t tables_count(const struct tables *ts);

#endif
