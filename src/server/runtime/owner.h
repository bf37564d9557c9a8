// owner: on whose behalf work is done, for queues and limits that are fair to each: a registered
// account by itself, and everyone else by their address, so that many guests of one address share
// one. A keyed hash, the same in all processes of a site; addresses cannot be recovered from it.
//
//     struct secret_key key = {0};
//     uint64_t owner = owner_of_account(&key, 17);
//     ok = owner != 0;
#ifndef LOGOMACHY_SERVER_RUNTIME_OWNER_H
#define LOGOMACHY_SERVER_RUNTIME_OWNER_H

#include "base/text.h"
#include "server/runtime/secret.h"

uint64_t owner_of_address(const struct secret_key *key, struct text address);
uint64_t owner_of_account(const struct secret_key *key, int64_t account);

#endif
