// db_wait: a server whose database is not available yet. It listens already, so that load balancers
// and operators learn the state, answers 503, and retries with exponential backoff until the
// database is there, turns out to be unusable, or the process is told to stop.
//
//     struct net_options options = {.port = 8080};
//     db_wait_try_fn *attempt = NULL;
//     ok = db_wait_run(&options, attempt, NULL, &why);
#ifndef LOGOMACHY_SERVER_OPS_DB_WAIT_H
#define LOGOMACHY_SERVER_OPS_DB_WAIT_H

#include "base/reason.h"
#include "server/net/net.h"

// Called on a thread of its own. False, with the reason, if it failed.
typedef bool db_wait_try_fn(void *context, struct reason *why);

// Returns the result of the last attempt(). A reason that store_is_passing() does not know ends the
// wait; so does SIGTERM, with MSG_API_STOPPED. On entry `why` says what is waited for.
bool db_wait_run(const struct net_options *options, db_wait_try_fn *attempt, void *context,
                 struct reason *why);

#endif
