#include "server/net/url.h"

#include <arpa/inet.h>
#include <string.h>

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool host_name_ok(struct text host)
{
    if (host.len == 0 || host.len > 253 || host.at[0] == '-' || host.at[0] == '.')
        return false;
    for (size_t i = 0; i < host.len; i++)
        if (!is_letter_or_digit(host.at[i]) && host.at[i] != '-' && host.at[i] != '.')
            return false;
    return true;
}

static bool parse_ipv6(struct text host, struct in6_addr *out)
{
    char copy[INET6_ADDRSTRLEN];
    if (host.len >= sizeof copy || memchr(host.at, 0, host.len))
        return false;
    memcpy(copy, host.at, host.len);
    copy[host.len] = '\0';
    return inet_pton(AF_INET6, copy, out) == 1;
}

// Takes the host off the front; what is left is the port with its colon, or nothing.
static bool cut_host(struct text *rest, struct text *host)
{
    struct in6_addr address;
    if (rest->len && rest->at[0] == '[') {
        size_t end = text_find(*rest, ']');
        if (end == rest->len)
            return false;
        *host = text_head(text_from(*rest, 1), end - 1);
        *rest = text_from(*rest, end + 1);
        return parse_ipv6(*host, &address);
    }
    size_t end = text_find(*rest, ':');
    *host = text_head(*rest, end);
    *rest = text_from(*rest, end);
    return host_name_ok(*host);
}

bool url_read(struct url *u, struct text t)
{
    size_t colon = text_find_string(t, "://");
    struct text rest = colon < t.len ? text_from(t, colon + 3) : (struct text){"", 0};
    *u = (struct url){.scheme = text_head(t, colon)};
    if (text_ends(rest, "/"))
        rest.len--;
    if (colon == 0 || !cut_host(&rest, &u->host))
        return false;
    if (rest.len == 0)
        return true;
    return rest.at[0] == ':' && rest.len <= 6 && text_to_u32(text_from(rest, 1), &u->port) &&
           u->port >= 1 && u->port <= 65535;
}

bool url_is_local(const struct url *u)
{
    struct in6_addr address;
    struct in_addr v4;
    char copy[INET_ADDRSTRLEN] = "";
    if (text_is(u->host, "localhost"))
        return true;
    if (parse_ipv6(u->host, &address))
        return IN6_IS_ADDR_LOOPBACK(&address);
    if (u->host.len < sizeof copy)
        memcpy(copy, u->host.at, u->host.len);
    // 127.evil.example is a name, not an address of this machine.
    return inet_pton(AF_INET, copy, &v4) == 1 && ntohl(v4.s_addr) >> 24 == 127;
}
