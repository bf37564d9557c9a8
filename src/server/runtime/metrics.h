// metrics: Prometheus counters, gauges and histograms of this process, each a row of the table in
// metrics.c with a name, a help text and at most one label with a few fixed values.
//
//     metrics_add(METRIC_REQUESTS, METRICS_2XX, 1);
//     metrics_set(METRIC_CONNECTIONS, METRICS_WEBSOCKET, 12);
//     metrics_observe(METRIC_REQUEST_SECONDS, 350); // microseconds
//     metrics_print(&out);
//
// Global, so that any module can count. Any thread. A metric without a label uses label 0.
#ifndef LOGOMACHY_SERVER_RUNTIME_METRICS_H
#define LOGOMACHY_SERVER_RUNTIME_METRICS_H

#include "base/buf.h"

enum metric {
    METRIC_START_SECONDS,     // gauge: when the process started, Unix time
    METRIC_MEMORY_BYTES,      // gauge: resident memory, read by metrics_print()
    METRIC_CONNECTIONS,       // gauge, by enum metrics_connection
    METRIC_CONNECTIONS_TOTAL, // counter, by enum metrics_connection
    METRIC_DROPS,             // counter, by enum net_drop: clients refused or dropped
    METRIC_BUFFERED,          // gauge: bytes buffered, in and out
    METRIC_REQUESTS,          // counter, by enum metrics_status
    METRIC_REQUEST_SECONDS,   // histogram: from the complete request to the response
    METRIC_MESSAGES_IN,       // counter: WebSocket messages
    METRIC_MESSAGES_OUT,      // counter
    METRIC_BYTES_IN,          // counter
    METRIC_BYTES_OUT,         // counter
    METRIC_ACTIONS,           // counter, by enum metrics_action: requests on matches
    METRIC_ACTION_SECONDS,    // histogram: from the action to its acknowledgement
    METRIC_MATCHES,           // gauge: matches in memory
    METRIC_MATCHES_TOTAL,     // counter: matches started
    METRIC_LOGINS,            // counter, by enum metrics_outcome
    METRIC_LIMITED,           // counter, by enum limit_kind
    METRIC_COMMITS,           // counter, by enum metrics_outcome
    METRIC_COMMIT_SECONDS,    // histogram: of the database
    METRIC_POOL_QUEUED,       // gauge, by enum pool_class
    METRIC_POOL_RUNNING,      // gauge, by enum pool_class
    METRIC_POOL_REFUSED,      // counter, by enum pool_class
    METRIC_ABANDONED,         // counter
    METRIC_REPLAYED,          // counter, by enum metrics_where
    METRIC_SEARCH_SECONDS,    // histogram: searches of moves and analysis
    METRIC_REMOTE,            // counter, by enum metrics_remote: searches asked of workers
    METRIC_REMOTE_RUNNING,    // gauge: of those, under way
    METRIC_MAILS,             // counter, by enum mail_result
    METRIC_JOURNAL_DROPPED,   // counter: dropped lines of the journal, read by metrics_print()
    METRIC_BUS_UP,            // gauge: 1 while the bus is connected
    METRIC_BUS_MESSAGES,      // counter, by enum metrics_bus
    METRIC_DATABASE,          // gauge, by enum metrics_database: 1 while it works
    METRIC_DAMAGED,           // counter: jobs of the store that met damage
    METRIC_UNREADABLE,        // counter: failed attempts to load a match
    METRIC_LEASES,            // gauge: shards that this process holds
    METRIC_LEASE_CHANGES,     // counter, by enum metrics_lease
    METRICS
};

enum metrics_where { METRICS_ON_LOOP, METRICS_ON_THREAD, METRICS_WHERES };
enum metrics_connection { METRICS_HTTP, METRICS_WEBSOCKET, METRICS_CONNECTIONS };
enum metrics_status { METRICS_2XX, METRICS_3XX, METRICS_4XX, METRICS_5XX, METRICS_STATUSES };
enum metrics_action {
    METRICS_APPLIED,
    METRICS_REPEATED,
    METRICS_STALE,
    METRICS_REFUSED,
    METRICS_ACTIONS
};
enum metrics_remote {
    METRICS_REMOTE_DONE,     // result used
    METRICS_REMOTE_NOTHING,  // no move was found
    METRICS_REMOTE_BUSY,     // no worker had a free thread
    METRICS_REMOTE_NOBODY,   // no worker answered
    METRICS_REMOTE_REFUSED,  // other lexicon, or clocks differ
    METRICS_REMOTE_LOST,     // taken, then silent
    METRICS_REMOTE_WRONG,    // result is illegal by the rules
    METRICS_REMOTE_UNWANTED, // cancelled: no longer needed
    METRICS_REMOTES
};
enum metrics_bus { METRICS_SENT, METRICS_RECEIVED, METRICS_DROPPED, METRICS_BUS };
enum metrics_lease {
    METRICS_LEASE_TAKEN, // was free, expired, or ours and expired
    METRICS_LEASE_LOST,  // released as excess, or taken over
    METRICS_LEASES
};
enum metrics_database { METRICS_READS, METRICS_WRITES, METRICS_DATABASE };
enum metrics_outcome { METRICS_OK, METRICS_FAILED, METRICS_OUTCOMES };

void metrics_add(enum metric what, unsigned label, uint64_t more); // a counter
void metrics_set(enum metric what, unsigned label, int64_t value); // a gauge
void metrics_change(enum metric what, unsigned label, int64_t by); // a gauge, up or down
void metrics_observe(enum metric what, int64_t microseconds);      // a histogram

// The value of a counter or gauge; the count of a histogram. For tests and pages.
int64_t metrics_value(enum metric what, unsigned label);

// The class of an HTTP status.
enum metrics_status metrics_status(unsigned http_status);

// Appends all metrics in Prometheus text format 0.0.4.
#define METRICS_CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"
void metrics_print(struct buf *out);

#endif
