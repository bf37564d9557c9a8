// life: that the site is there. Each process notes in the store every two seconds that it lives.
// Who finds that note too old has found a time in which nobody could play: no process ran, or none
// could write because the database was away. Such times are kept in the store too, so that every
// process gives them back to the matches that have clocks (away.h).
//
//     life_begin(&app->life, app->store, alone);   // before anything else is done with the store
//     life_beat(&app->life, app->store);           // every two seconds
//     if (!life_is_sure(&app->life)) ...           // no clock is touched meanwhile
#ifndef LOGOMACHY_SERVER_LIFE_H
#define LOGOMACHY_SERVER_LIFE_H

#include "server/away.h"
#include "store/store.h"

enum { LIFE_BEAT_MS = 2000 };

struct life {
    struct store_job job; // the beat; its run is NULL while it is not under way
    struct away away;     // when nobody could play
    struct away found;    // the same as the beat under way has read it
    bool first;           // of one process alone: whenever it begins nobody was there before
    uint64_t noted;       // ticks of when it was last known to be noted
};

enum store_status life_begin(struct life *l, struct store *s, bool alone) STORE_CHECKED;
void life_beat(struct life *l, struct store *s);

// False where nothing could be noted for so long that others may think that nobody is there: how
// long that was is known only when it is noted again.
bool life_is_sure(const struct life *l);

#endif
