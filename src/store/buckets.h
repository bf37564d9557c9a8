// buckets: rate limits shared by all processes of a site: token buckets, each stored as one number,
// the time when it will be full again (GCRA; see server/runtime/limit.h for the local ones). The
// caller names the buckets; a name should not reveal its user. Within a job (see store.h). Times
// are milliseconds since 1970.
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     int64_t wait_ms, now_ms = 0;
//     ok = store_bucket_take(tx, "b7f1", 1000, 60000, now_ms, &wait_ms) == STORE_OK;
#ifndef LOGOMACHY_STORE_BUCKETS_H
#define LOGOMACHY_STORE_BUCKETS_H

#include "store/store.h"

// Takes tokens that need `cost_ms` to refill; an empty bucket refills in `capacity_ms`.
// STORE_REFUSED, with nothing taken: too few tokens, and *wait_ms is the time until there are
// enough; 0 otherwise.
enum store_status store_bucket_take(struct store_tx *tx, const char *name, int64_t cost_ms,
                                    int64_t capacity_ms, int64_t now,
                                    int64_t *wait_ms) STORE_CHECKED;

enum store_status store_bucket_give(struct store_tx *tx, const char *name,
                                    int64_t cost_ms) STORE_CHECKED;

// Deletes the rows of full buckets.
enum store_status store_bucket_drop_full(struct store_tx *tx, int64_t now) STORE_CHECKED;

#endif
