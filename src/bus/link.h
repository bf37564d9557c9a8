// link: what carries the messages of a bus, for the files of this folder only. A subscription is
// known to it by a number; what arrives for it is handed to bus_arrived(), on any thread.
#ifndef LOGOMACHY_BUS_LINK_H
#define LOGOMACHY_BUS_LINK_H

#include "bus/bus.h"

struct link_kind {
    // All of them return at once.
    bool (*subscribe)(void *link, uint64_t sub, const char *subject, const char *queue);
    void (*unsubscribe)(void *link, uint64_t sub);
    bool (*publish)(void *link, const struct bus_message *m); // any thread
    bool (*is_up)(void *link);
    void (*close)(void *link); // after it nothing arrives
};

extern const struct link_kind link_local, link_nats;

void *link_local_open(struct bus *b, struct reason *why);
void *link_nats_open(struct bus *b, const struct bus_options *options, struct reason *why);

// Nobody: the message stands for the answer of a subject that no one has subscribed to.
void bus_arrived(struct bus *b, uint64_t sub, const struct bus_message *m, bool nobody);

// The slot of a subscription, from 0, used again after it has ended.
static inline uint32_t link_slot(uint64_t sub)
{
    return (uint32_t)sub;
}

#endif
