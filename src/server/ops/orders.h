// orders: what `logomachy admin` wants of a server that runs on the same database. It cannot reach
// into the server's memory, so it leaves an order in the store, in the same transaction as what it
// changes there; the server looks for orders every few seconds, and when it starts.
#ifndef LOGOMACHY_SERVER_OPS_ORDERS_H
#define LOGOMACHY_SERVER_OPS_ORDERS_H

#include "store/store.h"

struct app;

enum order {
    ORDER_DROP,  // the account's sessions have changed: forget them, close its connections
    ORDER_LEAVE, // the account is gone: that, and it leaves its matches
};

enum store_status order_add(struct store_tx *tx, enum order what, int64_t account) STORE_CHECKED;

// Begins to carry them out, one after the other, unless that is under way. One that fails is tried
// again the next time.
void orders_look(struct app *app);

#endif
