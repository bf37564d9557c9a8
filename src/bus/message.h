// message: one message of the bus, as handlers and transports see it, and its limits.
//
//     struct bus_message m = {.subject = "match.k3Xf", .reply = "", .body = TEXT("17")};
//     ok = m.body.len <= BUS_BODY;
#ifndef LOGOMACHY_BUS_MESSAGE_H
#define LOGOMACHY_BUS_MESSAGE_H

#include "base/text.h"

enum {
    BUS_SUBJECT = 96,      // size of a subject with its NUL
    BUS_BODY = 512 * 1024, // longest body in bytes
};

// Borrowed: valid while the function that it is passed to runs. The body is untrusted input.
struct bus_message {
    const char *subject;
    const char *reply; // subject to publish the reply to; "": none is expected
    struct text body;
};

#endif
