// expiry: when an abandoned match ends. One that has not begun is withdrawn after --open-days, one
// without a clock in which nothing happens is aborted after --idle-days. No rating changes.
// expiry_scan.h finds such matches in the store; the holder of the lease aborts them.
//
//     struct options options = {.open_days = 14, .idle_days = 180};
//     ok = expiry_days(&options, true) == 180;
#ifndef LOGOMACHY_SERVER_PLAY_EXPIRY_H
#define LOGOMACHY_SERVER_PLAY_EXPIRY_H

#include "server/play/table.h"

// Days until a running or an open match expires; 0: never.
uint32_t expiry_days(const struct options *options, bool running);

// Has the match expired? An outage of more than a day restarts its days: players could not play, or
// the clock was wrong.
bool expiry_is_due(const struct table *t);

#endif
