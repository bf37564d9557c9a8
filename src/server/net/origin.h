// origin: whether a request may come from one of our own pages. Browsers say which site a request
// comes from (Origin, Sec-Fetch-Site) and pages cannot change that, so a request that names another
// site is refused before anything else is done with it: it cannot act with the visitor's cookie,
// nor replace it. Programs send neither header and are let through.
#ifndef LOGOMACHY_SERVER_NET_ORIGIN_H
#define LOGOMACHY_SERVER_NET_ORIGIN_H

#include "base/text.h"

// What a request says, and what the server knows of itself.
struct origin {
    struct text origin; // the Origin header; empty: there is none
    struct text site;   // the Sec-Fetch-Site header
    struct text host;   // the Host header
    bool secure;        // the request came over TLS
    struct text url;    // the site's public address
};

// The origins that are ours are that of the public address, and the host that the request was sent
// to: over https if the request came so; otherwise by either scheme, as a proxy that we were not
// told of may have ended TLS.
bool origin_is_ours(const struct origin *o);

struct net_request;
bool origin_allows(struct text url, const struct net_request *r); // `url`: the public address

#endif
