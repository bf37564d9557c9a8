// expiry: ends matches that nobody cares for any more. One that has not begun is withdrawn after
// some days, one without a clock in which nothing happens after some months (--open-days,
// --idle-days). The process that holds the match's lease does it, by the server's own `abort`: no
// rating changes.
//
// The store is gone through in the background, a page at a time, and a few matches a second are
// brought into memory, where the hall sees that their time is over. So are those that somebody
// looks at meanwhile.
#ifndef LOGOMACHY_SERVER_PLAY_EXPIRY_H
#define LOGOMACHY_SERVER_PLAY_EXPIRY_H

#include <stdbool.h>

struct app;
struct expiry;
struct table;

struct expiry *expiry_open(struct app *app); // NULL: no memory
void expiry_free(struct expiry *e);          // after the store is closed; NULL is none

// Called every second.
void expiry_tick(struct expiry *e);

// Is the time of the match over? An outage of days gives it all of its days again: nobody could
// play, or the clock was wrong.
bool expiry_is_due(const struct table *t);

#endif
