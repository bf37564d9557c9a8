// downtime: the outages of the site: intervals in which no process was alive and able to write, as
// heartbeats (heartbeat.h) reveal them. They are kept in the store. The first process that sees a
// match with a clock after an outage credits the players' clocks with it.
//
//     struct downtime d = {0};
//     struct outage o;
//     downtime_add(&d, 1000, 9000);
//     ok = downtime_since(&d, 5000, 10000, &o) && o.from == 5000 && o.to == 9000;
#ifndef LOGOMACHY_SERVER_CLUSTER_DOWNTIME_H
#define LOGOMACHY_SERVER_CLUSTER_DOWNTIME_H

#include "base/buf.h"

enum { DOWNTIME_MAX = 8 }; // the latest are kept

struct outage {
    int64_t from, to; // ms since 1970, by the database's clock
};

struct downtime {
    unsigned count;
    struct outage time[DOWNTIME_MAX]; // the earliest first
};

// The store's format: "from to from to…". Anything else reads as empty.
void downtime_read(struct downtime *d, struct text text);
void downtime_write(const struct downtime *d, struct buf *out);

void downtime_add(struct downtime *d, int64_t from, int64_t to);

// The clock was set back to `now`: drops what lies after it.
void downtime_cut(struct downtime *d, int64_t now);

// The outage to credit to a match whose last event was at `last_ms`; false: none since then. The
// credit is an event not earlier than `to`, so that no outage is credited twice. An outage that
// ends after `now` is ignored: some clock was wrong.
bool downtime_since(const struct downtime *d, int64_t last_ms, int64_t now, struct outage *out);

#endif
