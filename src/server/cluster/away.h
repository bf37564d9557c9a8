// away: when no process of the site was alive, so that nobody could play. Each process notes every
// two seconds that it lives; one that starts and finds that note too old has found such a time, and
// all later ones know of it too. A match that has a clock is given the time back by the first
// process that sees it, before anything else happens there.
#ifndef LOGOMACHY_SERVER_CLUSTER_AWAY_H
#define LOGOMACHY_SERVER_CLUSTER_AWAY_H

#include "base/buf.h"

enum { AWAY_MAX = 8 }; // the latest are kept

struct outage {
    int64_t from, to; // ms since 1970, by the database's clock
};

struct away {
    unsigned count;
    struct outage time[AWAY_MAX]; // the earliest first
};

// As the store keeps it: "from to from to…". What is no such list is empty.
void away_read(struct away *a, struct text text);
void away_write(const struct away *a, struct buf *out);

void away_add(struct away *a, int64_t from, int64_t to);

// The clock was set back to that time: what lies behind it did not happen.
void away_cut(struct away *a, int64_t now);

// An outage that a match whose last event was at that time is to be given back; false where
// somebody was there all the time, or the match has been seen after it. What is written about it is
// not earlier than `to`, so that no outage is ever given back twice. One that ends later than now
// is none: somebody's clock was wrong.
bool away_since(const struct away *a, int64_t last_ms, int64_t now, struct outage *out);

#endif
