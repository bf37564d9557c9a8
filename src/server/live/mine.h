// mine: the matches of players who are here and want to hear of all of theirs, wherever those are
// played: the live connection's op "mine", and bots' streams. What is in memory tells by itself
// (follow.h). Of the others a message of the bus tells (relay.h), and that may be lost. So every so
// often the store is asked what these players play and how far it is; where that is farther than
// what they were told, the match is brought into memory and tells the rest.
#ifndef LOGOMACHY_SERVER_LIVE_MINE_H
#define LOGOMACHY_SERVER_LIVE_MINE_H

#include <stdint.h>

struct app;
struct mine;

struct mine *mine_open(struct app *app); // NULL: no memory
void mine_free(struct mine *m);          // when no look is under way; NULL is none

// Somebody of this account is about to listen: what has happened until now is not for him.
void mine_begin(struct mine *m, int64_t account);

// Those who listen were told of the event.
void mine_told(struct mine *m, const char *match, uint64_t seq);

// The first event that they were not told of; UINT64_MAX where nobody has to be told of any.
uint64_t mine_next(const struct mine *m, const char *match);

// Called often: looks when it is time to.
void mine_tick(struct mine *m);

#endif
