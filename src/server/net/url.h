// url: the addresses that options and headers hold: a scheme, a host and perhaps a port, and
// nothing after them. What has a user, a path or a query is none.
//
//     struct url u;
//     if (!url_read(&u, TEXT("https://example.org:8443"))) ...
#ifndef LOGOMACHY_SERVER_NET_URL_H
#define LOGOMACHY_SERVER_NET_URL_H

#include "base/text.h"

// The parts point into the text that was read.
struct url {
    struct text scheme; // as written
    struct text host;   // a name or an address; an IPv6 address without its brackets
    uint32_t port;      // 0 where none is given
};

// One / at the end is allowed and left out.
bool url_read(struct url *u, struct text t);

// The host is this machine: localhost, 127.…, ::1.
bool url_is_local(const struct url *u);

#endif
