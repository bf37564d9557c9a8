// link: transports of the bus, for the files of this folder only: link_local within the process,
// link_nats over NATS. The bus names a subscription by a number; the transport hands each message
// for it to the sink, on any thread.
//
//     struct link_sink sink = {.deliver = NULL, .bus = NULL}; /* the bus fills these in */
//     void *link = link_local_open(&sink, &why);
//     if (link)
//         link_local.close(link);
#ifndef LOGOMACHY_BUS_LINK_H
#define LOGOMACHY_BUS_LINK_H

#include "base/reason.h"
#include "bus/message.h"

struct bus;

// Where messages go. `no_responders`: the message stands for the reply to a request whose subject
// has no subscriber.
struct link_sink {
    void (*deliver)(struct bus *b, uint64_t sub, const struct bus_message *m, bool no_responders);
    struct bus *bus;
};

// A transport. None of these blocks.
struct link_kind {
    bool (*subscribe)(void *link, uint64_t sub, const char *subject, const char *queue);
    void (*unsubscribe)(void *link, uint64_t sub);
    bool (*publish)(void *link, const struct bus_message *m); // any thread
    bool (*is_up)(void *link);
    void (*close)(void *link); // the sink is not called after it returns
};

extern const struct link_kind link_local, link_nats;

// NULL with the reason. The sink is copied.
void *link_local_open(const struct link_sink *sink, struct reason *why);

// `no_echo`: the sink does not get what this process publishes.
void *link_nats_open(const char *url, bool no_echo, const struct link_sink *sink,
                     struct reason *why);

// A subscription's slot, from 0. Slots are reused; the upper half of the number counts the uses, so
// a late message for an earlier subscription does not match.
static inline uint32_t link_slot(uint64_t sub)
{
    return (uint32_t)sub;
}

#endif
