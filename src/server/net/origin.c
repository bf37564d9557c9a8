#include "server/net/origin.h"

#include "server/net/net.h"
#include "server/net/url.h"

#include <strings.h>

static bool equal_ignoring_case(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || strncasecmp(a.at, b.at, a.len) == 0);
}

static bool is_https(const struct url *u)
{
    return equal_ignoring_case(u->scheme, text_of("https"));
}

static uint32_t port_of(const struct url *u)
{
    if (u->port)
        return u->port;
    return is_https(u) ? 443 : 80;
}

static bool is_public_address(const struct url *origin, struct text address)
{
    struct url own;
    return url_read(&own, address) && equal_ignoring_case(origin->scheme, own.scheme) &&
           equal_ignoring_case(origin->host, own.host) && port_of(origin) == port_of(&own);
}

// Browsers leave a scheme's own port out of both headers.
static bool is_host(struct text origin, const struct url *u, const struct origin *o)
{
    struct text authority = text_from(origin, u->scheme.len + 3);
    return (is_https(u) || !o->secure) && o->host.len && equal_ignoring_case(authority, o->host);
}

bool origin_is_ours(const struct origin *o)
{
    struct url u;
    if (o->site.len && !text_is(o->site, "same-origin") && !text_is(o->site, "none"))
        return false;
    if (o->origin.len == 0)
        return true;
    // "null" is a page that hides where it comes from.
    return url_read(&u, o->origin) && (is_public_address(&u, o->url) || is_host(o->origin, &u, o));
}

bool origin_allows(struct text url, const struct net_request *r)
{
    return origin_is_ours(&(struct origin){.origin = net_header(r, "origin"),
                                           .site = net_header(r, "sec-fetch-site"),
                                           .host = net_header(r, "host"),
                                           .secure = net_is_secure(r),
                                           .url = url});
}
