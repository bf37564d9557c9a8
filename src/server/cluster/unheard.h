// unheard: lines of chat that were said at another process and that no message brought: the bus was
// away, or lost them. Every so often one look into the store finds what was said behind the last
// line that was told here, in all matches that somebody watches, and it is told like any other.
// When the bus is back, those who watch are told once which lines are hidden: that may have been
// done meanwhile. (A line that is shown again meanwhile they find when they load the chat.)
#ifndef LOGOMACHY_SERVER_CLUSTER_UNHEARD_H
#define LOGOMACHY_SERVER_CLUSTER_UNHEARD_H

#include <stddef.h>

struct app;
struct unheard;

// A look takes so many matches, and the next one goes on behind them. Another number is for tests.
enum { UNHEARD_TABLES = 20000 };
void unheard_set_limit(struct unheard *u, size_t tables);

struct unheard *unheard_open(struct app *app); // NULL: no memory
void unheard_tick(struct unheard *u);          // called often: looks when it is time to
void unheard_free(struct unheard *u);          // when the store is closed; NULL is none

#endif
