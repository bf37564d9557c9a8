// chat_catchup: chat lines of other processes that the bus did not bring. The store is polled for
// lines after the last one published here, in all matches with watchers; they are pushed like any
// other. When the bus is back, watchers also get the ids of hidden lines once, since hiding may
// have been missed. (Lines that were shown again appear when a client reloads the chat.)
//
//     struct live *live = NULL;
//     struct chat_catchup *c = chat_catchup_open(live);
//     chat_catchup_free(c);
#ifndef LOGOMACHY_SERVER_SYNC_CHAT_CATCHUP_H
#define LOGOMACHY_SERVER_SYNC_CHAT_CATCHUP_H

#include <stddef.h>

struct chat_catchup;
struct live;

// Matches per poll; the next one continues after them. Another number is for tests.
enum { CHAT_CATCHUP_TABLES = 20000 };
void chat_catchup_set_limit(struct chat_catchup *c, size_t tables);

struct chat_catchup *chat_catchup_open(struct live *live); // NULL: no memory
void chat_catchup_tick(struct chat_catchup *c);            // called often: polls when it is time to
void chat_catchup_free(struct chat_catchup *c); // after the store is closed; NULL is none

#endif
