// away: when no process of the site was alive, so that nobody could play. Each process notes every
// two seconds that it lives; one that starts and finds that note too old has found such a time, and
// all later ones know of it too. A match that has a clock is given the time back by the first
// process that sees it, before anything else happens there.
#ifndef LOGOMACHY_SERVER_AWAY_H
#define LOGOMACHY_SERVER_AWAY_H

#include "base/buf.h"

enum { AWAY_MAX = 8 }; // the latest are kept

struct away {
    unsigned count;
    struct {
        int64_t from, to; // ms since 1970
    } time[AWAY_MAX];     // the earliest first
};

// As the store keeps it: "from to from to…". What is no such list is empty.
void away_read(struct away *a, struct text text);
void away_write(const struct away *a, struct buf *out);

void away_add(struct away *a, int64_t from, int64_t to);

// Since when a match whose last event was at that time has not been played for our fault; false
// where somebody was there all the time, or the match has been seen after it.
bool away_since(const struct away *a, int64_t last_ms, int64_t *since);

#endif
