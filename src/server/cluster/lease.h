// lease: which shards this process drives: clock expiry, computer moves and the other events that
// the server itself appends to a match.
//
// Matches are hashed into shards. Each shard is leased by one process of the site (store/leases.h),
// which renews the lease every LEASE_RENEW_MS; the shards of a dead process are taken over within
// five seconds. Players' commands run on any process: (match, seq) is unique, so one of two
// concurrent writers fails. The server's own events are written with a fence (a fenced lease): the
// same transaction checks that the shard is still held, in the same epoch.
//
// A single process over a file database holds everything, and none of this costs anything.
//
//     struct lease *l = NULL;
//     struct lease_fence fence = lease_fence(l, "k3Xf");
//     ok = lease_holds(l, "k3Xf") && fence.owner;
#ifndef LOGOMACHY_SERVER_CLUSTER_LEASE_H
#define LOGOMACHY_SERVER_CLUSTER_LEASE_H

#include "server/runtime/site.h"
#include "store/leases.h"

enum { LEASE_RENEW_MS = 800 };

struct lease;

// on_acquired() is called on the loop's thread when shards (a bit set) have become ours. NULL: no
// memory.
struct lease *lease_open(const struct site *site,
                         void (*on_acquired)(void *context, uint64_t shards), void *context);
void lease_free(struct lease *l); // after the store is closed; NULL is none

// Called every LEASE_RENEW_MS.
void lease_renew(struct lease *l);

// The process is about to stop: others may take over at once.
void lease_release(struct lease *l);

bool lease_is_shared(const struct lease *l);  // may there be other processes?
uint64_t lease_shards(const struct lease *l); // held now: bits
bool lease_holds(const struct lease *l, const char *match);

struct lease_fence {
    const char *owner; // NULL: nothing to check
    unsigned shard;
    int64_t epoch;
};

struct lease_fence lease_fence(const struct lease *l, const char *match);
enum store_status lease_check(struct store_tx *tx, const struct lease_fence *f) STORE_CHECKED;
void lease_lost(struct lease *l, const struct lease_fence *f); // the check has failed

#endif
