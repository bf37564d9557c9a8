// waiting: a server whose database is not to be had yet. It listens already, so that a load
// balancer and an operator hear what is the matter, answers 503 to everybody, and tries again, with
// growing pauses, until the database is there, turns out to be unusable, or the process is told to
// stop.
#ifndef LOGOMACHY_SERVER_OPS_WAITING_H
#define LOGOMACHY_SERVER_OPS_WAITING_H

#include "base/reason.h"
#include "server/net/net.h"

// Called on a thread of its own. False with the reason where it did not work.
typedef bool waiting_try_fn(void *context, struct reason *why);

// Returns what attempt() said last. A reason that store_is_passing() does not know ends the wait;
// so does SIGTERM, with MSG_API_STOPPED. `why` says at first what is waited for.
bool waiting_run(const struct net_options *options, waiting_try_fn *attempt, void *context,
                 struct reason *why);

#endif
