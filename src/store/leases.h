// leases: fenced leases on shards of matches: which process drives which matches (clock expiry,
// computer moves). A match belongs to a shard by the hash of its id. A process holds a shard for a
// limited time and renews the lease (heartbeat); when a process dies, its leases expire. The epoch
// is the fencing token: writes that a process makes on its own behalf include store_lease_check(),
// so a slow process that has lost the lease without noticing cannot write.
//
// Each process takes at most its share of the shards and releases any excess. Times are those of
// the database's clock. Within a job (see store.h).
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_leases l = {.owner = "5f0c", .ms = 3000};
//     ok = store_leases_renew(tx, &l) == STORE_OK && l.epoch[store_lease_shard("k3Xf")] > 0;
#ifndef LOGOMACHY_STORE_LEASES_H
#define LOGOMACHY_STORE_LEASES_H

#include "store/store.h"

enum { LEASE_SHARDS = 64, LEASE_OWNER = 33 };

// The shard of a match. The same in all processes and versions.
unsigned store_lease_shard(const char *match);

struct store_leases {
    char owner[LEASE_OWNER]; // unique name of the process
    int64_t ms;              // for how long
    // Set by store_leases_renew():
    int64_t epoch[LEASE_SHARDS]; // fencing token; 0: not ours. Grows with each change of owner.
    unsigned held, living;       // shards of ours, and live processes, including this one
};

// Heartbeat of the process: renews its leases, releases those beyond its share, takes free ones up
// to it.
enum store_status store_leases_renew(struct store_tx *tx, struct store_leases *l) STORE_CHECKED;

// Releases all leases, at shutdown.
enum store_status store_leases_release(struct store_tx *tx, const char *owner) STORE_CHECKED;

// Fencing: STORE_TAKEN unless the owner holds the shard under that epoch; locks the lease until the
// transaction ends.
enum store_status store_lease_check(struct store_tx *tx, unsigned shard, const char *owner,
                                    int64_t epoch) STORE_CHECKED;

#endif
