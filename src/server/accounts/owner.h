// owner: on whose behalf the server does something, for queues and bounds that are fair to each: a
// registered account by itself, and everybody else by their address, so that many guests of one
// address get no more than one. A keyed hash, the same in all processes of a site: addresses cannot
// be read from it.
#ifndef LOGOMACHY_SERVER_ACCOUNTS_OWNER_H
#define LOGOMACHY_SERVER_ACCOUNTS_OWNER_H

#include "base/text.h"
#include "server/accounts/session.h"
#include "server/runtime/secret.h"

uint64_t owner_of_address(const struct secret_key *key, struct text address);
uint64_t owner_of_account(const struct secret_key *key, int64_t account);

// Of who calls from that address; `by_address` is owner_of_address() of it.
uint64_t owner_of(const struct secret_key *key, const struct caller *who, uint64_t by_address);

#endif
