// failure: maps a failure of the store to an HTTP status and an error code.
//
//     unsigned http = failure_answer(STORE_BUSY, &why);
//     ok = http < 500;
#ifndef LOGOMACHY_SERVER_RUNTIME_FAILURE_H
#define LOGOMACHY_SERVER_RUNTIME_FAILURE_H

#include "base/message.h"
#include "store/store.h"

#include <jansson.h>

// For STORE_FULL and worse. Each kind has its own error code, because the client's reaction
// differs: wait, retry with the same idempotency key, or give up.
unsigned failure_answer(enum store_status status, struct reason *why);

// {"error": {"code": "...", "text": "..."}}: the body of an error answer, and part of a refused
// live message. The text is in the given language.
json_t *failure_json(const struct reason *why, enum language language);

#endif
