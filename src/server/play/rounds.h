// rounds: what falls due in matches that are not in memory. Every so often the store is asked for
// clocks that run out soon; when this process begins to look after matches, at its start or when
// another has gone, for all of them that run, since a computer may have been thinking. Where there
// are other processes, also for computers whose turn somebody else has brought about.
#ifndef LOGOMACHY_SERVER_PLAY_ROUNDS_H
#define LOGOMACHY_SERVER_PLAY_ROUNDS_H

#include "server/play/hall.h"

struct rounds;

struct rounds *rounds_open(struct app *app); // NULL: no memory
void rounds_free(struct rounds *r);          // after the store is closed; NULL is none

// This process looks after these shards from now on.
void rounds_took(struct rounds *r, uint64_t shards);

// Called often, with the monotonic clock.
void rounds_tick(struct rounds *r, int64_t ticks);

#endif
