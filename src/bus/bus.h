// bus: publish/subscribe and request/reply between the processes of one site. Delivery is at most
// once: a message is only a hint that something changed, or a request that the sender can do
// without. The store is the source of truth, and a process that misses messages catches up from it.
//
//     struct bus *b = bus_open(&(struct bus_options){.url = "nats://127.0.0.1"}, &why);
//     bus_publish(b, "match.k3Xf", TEXT("17")); // to all subscribers, those of this process too
//     bus_pump(b);                              // calls the handlers of messages that arrived
//     bus_close(b);
//
// Subjects are dot-separated words, as in NATS: in a subscription `*` matches one word and `>` all
// that follow. Each subscriber gets a message; of those in one queue group, one does.
//
// Without a url, messages stay within the process. With one they go over NATS: bus_open() does not
// wait for the connection, which is retried for ever. While it is down, or while the queues are
// full (backpressure), messages are dropped and counted.
//
// Threads: bus_publish() may be called on any thread; everything else on one, where the handlers
// run. `wake` is called on any thread when bus_pump() has something to do. bus_pump() also ends
// requests that time out: call it regularly.
#ifndef LOGOMACHY_BUS_BUS_H
#define LOGOMACHY_BUS_BUS_H

#include "base/reason.h"
#include "bus/message.h"

struct bus;
struct bus_sub; // owned by the bus until bus_unsubscribe() or bus_close()

struct bus_options {
    const char *url;  // NULL: local; else "nats://host:4222,nats://other:4222" (or tls)
    bool others_only; // NATS only: do not deliver what this process publishes to itself (no echo)
    void (*wake)(void *context); // may be NULL
    void *context;
};

typedef void bus_handler(void *context, const struct bus_message *m);

// NULL with the reason: the url is malformed, or memory or threads are short.
struct bus *bus_open(const struct bus_options *options, struct reason *why);

// Calls the handlers of pending requests with BUS_CLOSED, and no other handler any more.
void bus_close(struct bus *b);

// `wake` is not called any more once this returns, so its context may be freed before the bus.
void bus_stop_waking(struct bus *b);

// A random name that no other bus has: letters and digits.
const char *bus_name(const struct bus *b);
bool bus_is_shared(const struct bus *b); // does it reach other processes?
bool bus_is_up(const struct bus *b);     // connected, or local

// False where the message is certainly lost. An invalid subject or an oversized body is not sent.
bool bus_publish(struct bus *b, const char *subject, struct text body);

// `queue` is the queue group, or NULL. NULL where memory is short or the subject is invalid.
struct bus_sub *bus_subscribe(struct bus *b, const char *subject, const char *queue,
                              bus_handler *handler, void *context);
void bus_unsubscribe(struct bus *b, struct bus_sub *s); // also from its own handler; NULL is none

// How a request ended. Only BUS_ANSWERED has a body.
enum bus_answer { BUS_ANSWERED, BUS_NO_RESPONDERS, BUS_TIMED_OUT, BUS_CLOSED };
typedef void bus_reply_handler(void *context, enum bus_answer how, struct text body);

// Publishes with a reply subject; the first reply counts. `handler` is called once, later, unless
// the request is cancelled first. Returns its number, or 0 where it cannot be sent.
uint64_t bus_request(struct bus *b, const char *subject, struct text body, unsigned timeout_ms,
                     bus_reply_handler *handler, void *context);
void bus_cancel(struct bus *b, uint64_t request); // no effect on one that has ended

unsigned bus_pump(struct bus *b); // returns how many handlers were called

struct bus_counts {
    uint64_t sent, received, dropped;
};
struct bus_counts bus_counts(struct bus *b);

#endif
