// net_proxy: the proxies whose word about clients is taken. Only what comes from one of their
// addresses may say in X-Forwarded-For whom it speaks for: otherwise whoever reaches the port could
// claim any address, and limits go by address.
//
//     struct net_proxies p;
//     if (!net_proxies_read(&p, TEXT("127.0.0.1, 10.1.0.0/16, 2001:db8::/32"))) ...
//     net_proxies_client(&p, "127.0.0.1", net_header(r, "x-forwarded-for"), client);
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
    unsigned count; // 0: nobody is believed
};

// "off": none. "on": this machine and private networks, which nobody on the internet can write
// from. Else addresses and networks (10.1.0.0/16), with commas between them. False where it is
// none of these.
bool net_proxies_read(struct net_proxies *p, struct text list);

bool net_proxies_have(const struct net_proxies *p, const char *address);

// Who the client is, given the peer and what it forwards: the last address of the list that is not
// a proxy's, as each proxy adds the address it was asked from. What is in front of it may be made
// up. Where that is no address, the proxy behind it is as far as one can see.
void net_proxies_client(const struct net_proxies *p, const char *peer, struct text forwarded,
                        char out[NET_PROXY_ADDRESS]);

#endif
