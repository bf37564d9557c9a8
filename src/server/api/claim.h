// claim: limits that all processes of a site share (`shared` in limit.h), so that a site with more
// processes does not allow more. They are for what is rare and costs much: logging in, accounts,
// guests, forgotten passwords, mails. They are counted in the store, under a keyed hash: neither
// names nor addresses are kept. For use within a job; a job that fails has taken nothing.
//
// What a process remembers itself (call_limit()) is asked first, so that a flood does not reach the
// store.
#ifndef LOGOMACHY_SERVER_API_CLAIM_H
#define LOGOMACHY_SERVER_API_CLAIM_H

#include "server/api/call.h"

// STORE_REFUSED, with *wait_ms, where the limit is used up.
enum store_status claim_take(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens, int64_t *wait_ms) STORE_CHECKED;
enum store_status claim_give(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens) STORE_CHECKED;

// The same for a call's run(), with what the call is refused with: 429.
enum store_status call_claim(struct store_tx *tx, struct call *c, enum limit_kind kind,
                             struct text key, uint32_t tokens) STORE_CHECKED;

#endif
