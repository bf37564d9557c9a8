// presence: which accounts are connected to the other processes of the site. Each process announces
// joins and leaves, plus a full snapshot every 3 s that repairs lost messages. A process that stays
// silent for 10 s counts as gone.
//
//     struct presence *all = presence_open(7);
//     presence_joined(all, TEXT("process1"), TEXT("17 18"), 0);
//     ok = all && presence_has(all, 17);
//     presence_free(all);
#ifndef LOGOMACHY_SERVER_SYNC_PRESENCE_H
#define LOGOMACHY_SERVER_SYNC_PRESENCE_H

#include "base/text.h"

struct presence;

struct presence *presence_open(uint64_t secret); // NULL: no memory
void presence_free(struct presence *all);

// Messages of the process of that name, at a time by net_ticks_ms(). Numbers are separated by
// spaces; anything else is skipped.
void presence_joined(struct presence *all, struct text process, struct text accounts, uint64_t now);
void presence_left(struct presence *all, struct text process, struct text accounts, uint64_t now);

// A snapshot begins, and the one before ends: an account that was not in it is not connected.
void presence_snapshot(struct presence *all, struct text process, uint64_t now);
void presence_stopped(struct presence *all, struct text process); // the process has stopped

void presence_expire(struct presence *all, uint64_t now); // drops silent processes
bool presence_has(const struct presence *all, int64_t account);
unsigned presence_processes(const struct presence *all);

#endif
