// bus: short messages between the processes of one site, by subject. Nothing depends on a message
// to arrive: it says that something is new, or asks for something that can be done without. Who
// hears nothing for a while looks in the store.
//
//     struct bus *b = bus_open(&(struct bus_options){.url = "nats://127.0.0.1", .wake = wake},
//     &why); struct bus_sub *s = bus_subscribe(b, "match.k3Xf", NULL, heard, table); bus_publish(b,
//     "match.k3Xf", TEXT("17"));     // to all who subscribed, this process too
//     ...
//     bus_pump(b);                                  // heard(table, message), and what was asked
//
// Subjects are words with dots between them, as NATS has them: in a subscription `*` stands for one
// word and `>` for all that follow. A message goes to every subscriber; of those with the same
// queue it goes to one.
//
// Without a url messages stay within the process. With one they go by NATS: connecting, and coming
// back after a loss, is tried for ever, and bus_open() does not wait for it. While there is no
// connection, or more waits than is reasonable, messages are dropped and counted.
//
// bus_publish() may be called on any thread, the rest on one only, where the handlers are called
// too. `wake` is called on any thread when there is something for bus_pump(). The time that
// requests take is looked at by bus_pump() too: call it now and then in any case.
#ifndef LOGOMACHY_BUS_BUS_H
#define LOGOMACHY_BUS_BUS_H

#include "base/reason.h"

struct bus;
struct bus_sub;

enum {
    BUS_SUBJECT = 96,      // with the NUL
    BUS_BODY = 512 * 1024, // bytes at most
};

struct bus_options {
    const char *url; // NULL: within the process; else "nats://host:4222,nats://other:4222" (or tls)
    bool others_only; // by NATS: what is published here is for other processes, and not heard here
    void (*wake)(void *context); // may be NULL
    void *context;
};

// For a handler, as long as it runs. A body is any bytes that somebody sent.
struct bus_message {
    const char *subject;
    const char *reply; // where an answer is expected, by bus_publish(); "": nowhere
    struct text body;
};

typedef void bus_heard(void *context, const struct bus_message *m);

// NULL where the url makes no sense, or memory or threads are short.
struct bus *bus_open(const struct bus_options *options, struct reason *why);

// Handlers are not called any more, those of requests once, with BUS_CLOSED.
void bus_close(struct bus *b);

// When this returns `wake` is not called any more: what it wakes may go before the bus does.
void bus_hush(struct bus *b);

// A name that no other bus has, of letters and digits.
const char *bus_name(const struct bus *b);
bool bus_is_shared(const struct bus *b); // are there other processes?
bool bus_is_up(const struct bus *b);     // connected, or within the process

// False where it is certain that it will not arrive. A wrong subject or a body that is too long is
// not sent.
bool bus_publish(struct bus *b, const char *subject, struct text body);

// `queue` may be NULL. NULL where memory is short or the subject is wrong.
struct bus_sub *bus_subscribe(struct bus *b, const char *subject, const char *queue,
                              bus_heard *heard, void *context);
void bus_unsubscribe(struct bus *b, struct bus_sub *s); // also from its own handler; NULL is none

// How a request ended. The body is empty but for BUS_ANSWERED.
enum bus_answer { BUS_ANSWERED, BUS_NOBODY, BUS_LATE, BUS_CLOSED };
typedef void bus_answered(void *context, enum bus_answer how, struct text body);

// Asks whoever has subscribed; the first answer counts. `answered` is called once, later, unless it
// is cancelled before. 0 where it cannot be sent; else its number.
uint64_t bus_request(struct bus *b, const char *subject, struct text body, unsigned timeout_ms,
                     bus_answered *answered, void *context);
void bus_cancel(struct bus *b, uint64_t request); // one that has ended is none

unsigned bus_pump(struct bus *b); // returns how many handlers were called

struct bus_counts {
    uint64_t sent, heard, dropped;
};
struct bus_counts bus_counts(struct bus *b);

#endif
