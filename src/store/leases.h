// leases: which process of a site looks after which matches. Matches fall into shards by their id;
// a shard is held by one process at a time, for a while, and held on to by saying so again and
// again. A process that is gone loses its shards when their time is over. What a process does by
// itself for a match, it writes together with a check that it still holds the shard: so one that
// was slow, and does not know that it has lost it, writes nothing.
//
// Each process takes no more than its share of the shards, and gives up what it has beyond that.
// All times are those of the database's clock. For use within a job (see store.h).
#ifndef LOGOMACHY_STORE_LEASES_H
#define LOGOMACHY_STORE_LEASES_H

#include "store/store.h"

enum { LEASE_SHARDS = 64, LEASE_OWNER = 33 };

// The shard of a match; the same in every process, for ever.
unsigned store_lease_shard(const char *match);

struct store_leases {
    char owner[LEASE_OWNER]; // the process, by a name that no other ever has
    int64_t ms;              // for how long
    // What came of it:
    int64_t epoch[LEASE_SHARDS]; // 0: not ours. Grows whenever a shard changes hands.
    unsigned held, living;       // shards, and processes, this one too
};

// Says that the process is alive and holds on to what it has; gives up and takes what makes its
// share.
enum store_status store_leases_renew(struct store_tx *tx, struct store_leases *l) STORE_CHECKED;

// Gives up everything: the process ends.
enum store_status store_leases_release(struct store_tx *tx, const char *owner) STORE_CHECKED;

// STORE_TAKEN unless the owner holds the shard, under that epoch, until the transaction has ended.
enum store_status store_lease_check(struct store_tx *tx, unsigned shard, const char *owner,
                                    int64_t epoch) STORE_CHECKED;

#endif
