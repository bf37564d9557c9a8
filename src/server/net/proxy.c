#include "server/net/proxy.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

static const char near[] = "127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7,"
                           " fe80::/10";

static bool read_address(struct text t, uint8_t out[16], bool *is_v4)
{
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    char plain[NET_PROXY_ADDRESS];
    if (t.len == 0 || t.len >= sizeof plain || memchr(t.at, 0, t.len))
        return false;
    memcpy(plain, t.at, t.len);
    plain[t.len] = '\0';
    memcpy(out, mapped, sizeof mapped);
    *is_v4 = inet_pton(AF_INET, plain, out + sizeof mapped) == 1;
    return *is_v4 || inet_pton(AF_INET6, plain, out) == 1;
}

static bool read_network(struct text t, struct net_network *out)
{
    struct text bits = t, address = text_cut(&bits, '/');
    bool is_v4, whole = text_find(t, '/') == t.len;
    uint32_t count = 0;
    if (!read_address(address, out->bytes, &is_v4) || (!whole && !text_to_u32(bits, &count)))
        return false;
    uint32_t most = is_v4 ? 32 : 128;
    out->bits = 128 - most + (whole ? most : count);
    return count <= most;
}

bool net_proxies_read(struct net_proxies *p, struct text list)
{
    *p = (struct net_proxies){0};
    if (text_is(list, "off"))
        return true;
    if (text_is(list, "on"))
        list = text_of(near);
    while (list.len)
        if (p->count == NET_PROXIES ||
            !read_network(text_trim(text_cut(&list, ',')), &p->one[p->count++]))
            return false;
    return p->count > 0;
}

static bool is_within(const struct net_network *n, const uint8_t address[16])
{
    unsigned whole = n->bits / 8, rest = n->bits % 8;
    return memcmp(n->bytes, address, whole) == 0 &&
           (rest == 0 || ((n->bytes[whole] ^ address[whole]) >> (8 - rest)) == 0);
}

static bool have(const struct net_proxies *p, struct text address)
{
    uint8_t bytes[16];
    bool is_v4;
    if (p->count == 0 || !read_address(address, bytes, &is_v4))
        return false;
    for (unsigned i = 0; i < p->count; i++)
        if (is_within(&p->one[i], bytes))
            return true;
    return false;
}

bool net_proxies_have(const struct net_proxies *p, const char *address)
{
    return have(p, text_of(address));
}

static struct text cut_last(struct text *rest)
{
    size_t start = rest->len;
    while (start && rest->at[start - 1] != ',')
        start--;
    struct text last = text_trim(text_from(*rest, start));
    rest->len = start ? start - 1 : 0;
    return last;
}

void net_proxies_client(const struct net_proxies *p, const char *peer, struct text forwarded,
                        char out[NET_PROXY_ADDRESS])
{
    uint8_t bytes[16];
    bool is_v4;
    snprintf(out, NET_PROXY_ADDRESS, "%s", peer);
    while (forwarded.len && net_proxies_have(p, out)) {
        struct text hop = cut_last(&forwarded);
        if (!read_address(hop, bytes, &is_v4))
            return;
        snprintf(out, NET_PROXY_ADDRESS, "%.*s", TEXT_ARG(hop));
    }
}
