// buckets: rate limits shared by all processes of a site: token buckets, each stored as one number,
// the time when it will be full again (GCRA; see server/runtime/limit.h for the local ones). The
// caller names the buckets; a name should not reveal its user. Within a job (see store.h). Times
// are milliseconds since 1970.
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     const struct store_bucket b = {.name = "b7f1", .cost_ms = 1000, .capacity_ms = 60000};
//     int64_t wait_ms, now_ms = 0;
//     ok = store_bucket_take(tx, &b, now_ms, &wait_ms) == STORE_OK;
#ifndef LOGOMACHY_STORE_BUCKETS_H
#define LOGOMACHY_STORE_BUCKETS_H

#include "store/store.h"

// Tokens are measured by the time in which they refill.
struct store_bucket {
    const char *name;
    int64_t cost_ms;     // of the tokens to take; no more than a full bucket has
    int64_t capacity_ms; // of a full bucket
};

// Takes tokens. STORE_REFUSED, with nothing taken: too few, and *wait_ms is the time until there
// are enough; 0 otherwise.
enum store_status store_bucket_take(struct store_tx *tx, const struct store_bucket *b, int64_t now,
                                    int64_t *wait_ms) STORE_CHECKED;

enum store_status store_bucket_give(struct store_tx *tx, const char *name,
                                    int64_t cost_ms) STORE_CHECKED;

// Deletes the rows of full buckets.
enum store_status store_bucket_drop_full(struct store_tx *tx, int64_t now) STORE_CHECKED;

#endif
