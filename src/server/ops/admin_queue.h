// admin_queue: commands of `logomachy admin` to servers on the same database. The tool cannot reach
// a server's memory, so it queues a command in the store, in the same transaction as its change
// there. A server polls the queue every few seconds, and at its start.
//
//     struct admin_queue *q = NULL;
//     admin_queue_run(q); /* every few seconds */
#ifndef LOGOMACHY_SERVER_OPS_ADMIN_QUEUE_H
#define LOGOMACHY_SERVER_OPS_ADMIN_QUEUE_H

#include "server/live/live.h"

enum admin_command {
    ADMIN_DROP,  // the account's sessions have changed: forget them, close its connections
    ADMIN_LEAVE, // the account is closed: that, and it leaves its matches
};

enum store_status admin_queue_add(struct store_tx *tx, enum admin_command what,
                                  int64_t account) STORE_CHECKED;

// All are borrowed and must outlive the queue.
struct admin_queue_options {
    struct site *site;
    struct sessions *sessions;
    struct tables *tables;
    struct live *live;
};

struct admin_queue;
struct admin_queue *admin_queue_open(const struct admin_queue_options *options); // NULL: no memory
void admin_queue_free(struct admin_queue *q); // after the store is closed; NULL is none

// Begins to execute the commands, one after the other, unless that is under way. A failed one is
// retried the next time.
void admin_queue_run(struct admin_queue *q);

#endif
