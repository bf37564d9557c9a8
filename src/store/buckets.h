// buckets: limits that all processes of a site share. A bucket is one number, when it will be full
// again, as in server/runtime/limit.h. What a bucket is called is the caller's; it should not tell
// whose it is. For use within a job (see store.h). Times are milliseconds since 1970.
#ifndef LOGOMACHY_STORE_BUCKETS_H
#define LOGOMACHY_STORE_BUCKETS_H

#include "store/store.h"

// Takes out what needs `cost_ms` to come back; a bucket that is full would need `capacity_ms` if it
// were emptied. STORE_REFUSED, with nothing taken, where there is not enough; *wait_ms is then how
// long it takes until there is, and 0 otherwise.
enum store_status store_bucket_take(struct store_tx *tx, const char *name, int64_t cost_ms,
                                    int64_t capacity_ms, int64_t now,
                                    int64_t *wait_ms) STORE_CHECKED;

enum store_status store_bucket_give(struct store_tx *tx, const char *name,
                                    int64_t cost_ms) STORE_CHECKED;

// Those that are full need no row.
enum store_status store_bucket_drop_full(struct store_tx *tx, int64_t now) STORE_CHECKED;

#endif
