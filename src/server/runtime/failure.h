// failure: what a client hears when the store could not do what was asked of it.
#ifndef LOGOMACHY_SERVER_RUNTIME_FAILURE_H
#define LOGOMACHY_SERVER_RUNTIME_FAILURE_H

#include "store/store.h"

// The HTTP status and the reason, for STORE_FULL and worse. Each kind of failure has a code of its
// own, because each calls for something else: waiting, repeating under the same id, or neither.
unsigned failure_answer(enum store_status status, struct reason *why);

#endif
