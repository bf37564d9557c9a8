#include "server/net/internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { NETWORK_BYTES = 8 }; // of an IPv6 address: a customer usually has a whole /64

static bool is_mapped(const struct in6_addr *a)
{
    return IN6_IS_ADDR_V4MAPPED(a);
}

static void make_key(const struct sockaddr_storage *address, char key[16])
{
    memset(key, 0, 16);
    if (address->ss_family == AF_INET) {
        key[10] = key[11] = (char)0xff;
        memcpy(key + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
    } else {
        const struct in6_addr *a = &((const struct sockaddr_in6 *)address)->sin6_addr;
        memcpy(key, a, is_mapped(a) ? 16 : NETWORK_BYTES);
    }
}

static struct net_peer *find_or_add(struct net *n, const char key[16])
{
    struct net_peer *p = map_find(&n->peers, (struct text){key, 16});
    if (p)
        return p;
    p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    memcpy(p->key, key, sizeof p->key);
    if (map_add(&n->peers, (struct text){p->key, sizeof p->key}, p))
        return p;
    free(p);
    return NULL;
}

bool net_is_proxy(const struct net_conn *c)
{
    char address[NET_PROXY_ADDRESS];
    if (!c->net->proxies.count)
        return false;
    net_address_text(&c->address, address, sizeof address);
    return net_proxies_have(&c->net->proxies, address);
}

unsigned net_peer_enter(struct net_conn *c, const struct sockaddr_storage *address)
{
    char key[16];
    make_key(address, key);
    struct net_peer *p = find_or_add(c->net, key);
    if (!p)
        return 503;
    if (p == c->peer)
        return 0;
    if (p->count >= c->net->options.max_per_address)
        return 429;
    net_peer_leave(c);
    p->count++;
    p->bytes += c->weight;
    c->peer = p;
    return 0;
}

unsigned net_peer_enter_text(struct net_conn *c, const char *address)
{
    struct sockaddr_storage a = {.ss_family = AF_INET};
    if (!inet_pton(AF_INET, address, &((struct sockaddr_in *)&a)->sin_addr)) {
        a.ss_family = AF_INET6;
        if (inet_pton(AF_INET6, address, &((struct sockaddr_in6 *)&a)->sin6_addr) != 1)
            return 0;
    }
    return net_peer_enter(c, &a);
}

bool net_transfer_begin(struct net_conn *c)
{
    if (!c->peer)
        return true;
    if (c->peer->transfers >= c->net->options.max_transfers)
        return false;
    c->peer->transfers++;
    c->transfers = true;
    return true;
}

void net_transfer_end(struct net_conn *c)
{
    if (c->transfers)
        c->peer->transfers--;
    c->transfers = false;
}

void net_peer_leave(struct net_conn *c)
{
    struct net_peer *p = c->peer;
    net_transfer_end(c);
    c->peer = NULL;
    if (!p)
        return;
    p->bytes -= c->weight;
    if (--p->count)
        return;
    map_remove(&c->net->peers, (struct text){p->key, sizeof p->key});
    free(p);
}

void net_address_text(const struct sockaddr_storage *address, char *out, size_t size)
{
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    const void *bytes = &((const struct sockaddr_in *)address)->sin_addr;
    int family = AF_INET;
    if (address->ss_family == AF_INET6) {
        family = is_mapped(&six->sin6_addr) ? AF_INET : AF_INET6;
        bytes = family == AF_INET ? &six->sin6_addr.s6_addr[12] : &six->sin6_addr.s6_addr[0];
    }
    if (!inet_ntop(family, bytes, out, (socklen_t)size))
        out[0] = 0;
}
