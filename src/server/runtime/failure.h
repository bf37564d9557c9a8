// failure: maps a failure of the store to an HTTP status and an error code.
//
//     unsigned http = failure_answer(STORE_BUSY, &why);
//     ok = http < 500;
#ifndef LOGOMACHY_SERVER_RUNTIME_FAILURE_H
#define LOGOMACHY_SERVER_RUNTIME_FAILURE_H

#include "store/store.h"

// For STORE_FULL and worse. Each kind has its own error code, because the client's reaction
// differs: wait, retry with the same idempotency key, or give up.
unsigned failure_answer(enum store_status status, struct reason *why);

#endif
