// claim: rate limits that all processes of a site share (`shared` in limit.h): token buckets in the
// store. They are for rare and expensive things: logins, accounts, guests, password resets, mails.
// Buckets are named by a keyed hash, so neither names nor addresses are stored. For use within a
// job; a job that fails has taken nothing. The process's own limits (call_limit()) come first, so
// that a flood does not reach the store.
//
//     struct store_tx *tx = NULL;
//     struct call *c = NULL;
//     ok = call_claim(tx, c, LIMIT_GUEST, TEXT("192.0.2.1"), 1) == STORE_OK;
#ifndef LOGOMACHY_SERVER_API_CLAIM_H
#define LOGOMACHY_SERVER_API_CLAIM_H

#include "server/api/call.h"

// STORE_REFUSED, with *wait_ms, if the limit is used up.
enum store_status claim_take(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens, int64_t *wait_ms) STORE_CHECKED;
enum store_status claim_give(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens) STORE_CHECKED;

// The same for a call's run(); refuses the call with 429.
enum store_status call_claim(struct store_tx *tx, struct call *c, enum limit_kind kind,
                             struct text key, uint32_t tokens) STORE_CHECKED;

#endif
