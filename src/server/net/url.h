// url: parses origins of options and headers: scheme, host and optional port, without user, path or
// query.
//
//     struct url u;
//     ok = url_read(&u, TEXT("https://example.org:8443")) && u.port == 8443;
#ifndef LOGOMACHY_SERVER_NET_URL_H
#define LOGOMACHY_SERVER_NET_URL_H

#include "base/text.h"

// Borrowed from the text.
struct url {
    struct text scheme; // as written
    struct text host;   // a name or an address; an IPv6 address without its brackets
    uint32_t port;      // 0: none given
};

// A single / at the end is allowed.
bool url_read(struct url *u, struct text t);

// Is it a loopback host: localhost, 127.…, ::1?
bool url_is_local(const struct url *u);

#endif
