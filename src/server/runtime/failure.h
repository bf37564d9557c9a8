// failure: what a client hears when the store could not do what was asked of it.
#ifndef LOGOMACHY_SERVER_RUNTIME_FAILURE_H
#define LOGOMACHY_SERVER_RUNTIME_FAILURE_H

#include "base/message.h"
#include "store/store.h"

#include <jansson.h>

// The HTTP status and the reason, for STORE_FULL and worse. Each kind of failure has a code of its
// own, because each calls for something else: waiting, repeating under the same id, or neither.
unsigned failure_answer(enum store_status status, struct reason *why);

// {"error": {"code": "...", "text": "..."}}: the body of an error answer, and part of a refused live
// message. The text is in the given language.
json_t *failure_json(const struct reason *why, enum language language);

#endif
