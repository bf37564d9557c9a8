// lease: which matches this process looks after: whose clocks it lets run out, for whose computers
// it thinks. Matches fall into shards, and each shard is held by one process of the site
// (store/leases.h), which says so every second; one that is dead is followed by another within
// five.
//
// Where the database is a file and there is no bus, there is one process. It holds everything, and
// nothing of this costs anything.
//
// What a table is asked to do, it does on any process: (match, seq) settles who was first. What
// happens by itself happens where the shard is held, and is written with a fence: a check, in the
// same transaction, that the shard is still held.
#ifndef LOGOMACHY_SERVER_PLAY_LEASE_H
#define LOGOMACHY_SERVER_PLAY_LEASE_H

#include "store/leases.h"

enum { LEASE_RENEW_MS = 800 };

struct app;
struct lease;

struct lease *lease_open(struct app *app); // NULL: no memory
void lease_free(struct lease *l);          // after the store is closed; NULL is none

// Called every LEASE_RENEW_MS.
void lease_renew(struct lease *l);

// The process is about to stop: others may take over at once.
void lease_release(struct lease *l);

bool lease_is_shared(const struct lease *l);  // may there be other processes?
uint64_t lease_shards(const struct lease *l); // held at this moment: bits
bool lease_holds(const struct lease *l, const char *match);

struct lease_fence {
    const char *owner; // NULL: there is nothing to check
    unsigned shard;
    int64_t epoch;
};

struct lease_fence lease_fence(const struct lease *l, const char *match);
enum store_status lease_check(struct store_tx *tx, const struct lease_fence *f) STORE_CHECKED;
void lease_lost(struct lease *l, const struct lease_fence *f); // the check has failed

// A computer is to act in a match of another process; `last` is the number of its last event. That
// process hears of it at once, or, where the message is lost, finds it by itself soon.
void lease_nudge(struct lease *l, const char *match, uint64_t last);

#endif
