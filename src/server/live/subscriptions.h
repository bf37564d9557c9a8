// subscriptions: players who subscribed to all of their matches (the op "mine", and bots' streams),
// wherever those are played. Matches in memory push their events by themselves. For the others the
// bus brings a notice, which may be lost. So the store is polled for these players' matches and the
// last event of each; a match that is ahead of what was pushed is loaded, and pushes the rest.
//
//     struct live *live = NULL;
//     struct subscriptions *s = subscriptions_open(live);
//     subscriptions_begin(s, 17);
//     subscriptions_free(s);
#ifndef LOGOMACHY_SERVER_LIVE_SUBSCRIPTIONS_H
#define LOGOMACHY_SERVER_LIVE_SUBSCRIPTIONS_H

#include <stdint.h>

struct connections;
struct live;
struct subscriptions;

struct subscriptions *subscriptions_open(struct live *live); // NULL: no memory
void subscriptions_free(struct subscriptions *s); // when no poll is under way; NULL is none

// The account is about to subscribe: earlier events are not pushed.
void subscriptions_begin(struct subscriptions *s, int64_t account);

// Subscribers were told of the event.
void subscriptions_published(struct subscriptions *s, const char *match, uint64_t seq);

// The first event that was not pushed to subscribers; UINT64_MAX: there are none.
uint64_t subscriptions_next_seq(const struct subscriptions *s, const char *match);

// The bus brought a notice of an event in a match of the account. The match is loaded if one of its
// connections is subscribed and does not watch it.
void subscriptions_notice(const struct connections *c, const char *match, uint64_t seq);

// Called often: polls the store when it is time to.
void subscriptions_tick(struct subscriptions *s);

#endif
