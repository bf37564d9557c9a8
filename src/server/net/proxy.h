// proxy: trusted reverse proxies. Only a connection from one of their addresses may name its client
// in X-Forwarded-For: otherwise any client could claim any address, and rate limits go by address.
//
//     struct net_proxies p;
//     char client[NET_PROXY_ADDRESS];
//     if (net_proxies_read(&p, TEXT("127.0.0.1, 10.1.0.0/16, 2001:db8::/32")))
//         net_proxies_client(&p, "127.0.0.1", TEXT("192.0.2.1"), client); // "192.0.2.1"
#ifndef LOGOMACHY_SERVER_NET_PROXY_H
#define LOGOMACHY_SERVER_NET_PROXY_H

#include "base/text.h"

enum { NET_PROXIES = 32, NET_PROXY_ADDRESS = 46 };

struct net_network {
    uint8_t bytes[16]; // an IPv4 address as ::ffff:a.b.c.d
    unsigned bits;
};

struct net_proxies {
    struct net_network one[NET_PROXIES];
    unsigned count; // 0: none is trusted
};

// "off": none. "on": loopback and private networks, which are not routed on the internet. Otherwise
// a comma-separated list of addresses and networks (10.1.0.0/16). False if malformed.
bool net_proxies_read(struct net_proxies *p, struct text list);

bool net_proxies_have(const struct net_proxies *p, const char *address);

// The client's address, given the peer and its X-Forwarded-For: the last address of the list that
// is not a trusted proxy. Each proxy appends its peer; the entries before may be forged. If that
// entry is no address, the proxy after it counts as the client.
void net_proxies_client(const struct net_proxies *p, const char *peer, struct text forwarded,
                        char out[NET_PROXY_ADDRESS]);

#endif
