// origin: protection against cross-site request forgery (CSRF). Browsers say which site a request
// comes from (Origin, Sec-Fetch-Site), and pages cannot change these headers, so a request that
// names another site is refused before its cookie is read. Programs send neither header and pass.
//
//     struct net_request *r = NULL; /* the request */
//     ok = origin_allows(TEXT("https://example.org"), r);
#ifndef LOGOMACHY_SERVER_NET_ORIGIN_H
#define LOGOMACHY_SERVER_NET_ORIGIN_H

#include "base/text.h"

// The request's headers, and the site's own address. All borrowed.
struct origin {
    struct text origin; // header Origin; empty: none
    struct text site;   // header Sec-Fetch-Site
    struct text host;   // header Host
    bool secure;        // the request came over TLS
    struct text url;    // public URL of the site
};

// Same-origin is the public URL, or the host that the request was sent to: over https if the
// request came over TLS, otherwise over either scheme, as an undeclared proxy may have terminated
// TLS.
bool origin_is_ours(const struct origin *o);

// The same for a request; `url` is the site's public URL.
struct net_request;
bool origin_allows(struct text url, const struct net_request *r);

#endif
