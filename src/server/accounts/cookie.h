// cookie: the session cookie, and the device cookie by which a browser is recognized at the next
// login (device.h).
//
// Over TLS the session cookie is called __Host-logomachy: browsers accept such a cookie only from
// this very host and over TLS, so a neighbouring host cannot plant one. Its secret begins with "h."
// and is invalid under the plain name. The plain name is for development over http, and for old
// sessions: over TLS those are moved to the new name with the next answer.
//
// The device cookie follows the same rule under its own name, but is not moved. Logging out keeps
// it.
//
//     const struct site *site = NULL;
//     struct net_request *r = NULL;
//     struct text secret;
//     ok = credential_find(site, r, &secret);
#ifndef LOGOMACHY_SERVER_ACCOUNTS_COOKIE_H
#define LOGOMACHY_SERVER_ACCOUNTS_COOKIE_H

#include "server/net/net.h"
#include "server/runtime/secret.h"
#include "server/runtime/site.h"

#include <stdint.h>

#define COOKIE_PLAIN "logomachy"
#define COOKIE_HOST "__Host-" COOKIE_PLAIN
#define COOKIE_DEVICE_PLAIN "logomachy-device"
#define COOKIE_DEVICE_HOST "__Host-" COOKIE_DEVICE_PLAIN

enum { COOKIE_SECRET = SECRET_TOKEN + 2, COOKIE_SIZE = 256, COOKIE_FIELDS = 3 };

// Is the connection between this browser and the site protected by TLS?
bool cookie_is_secure(const struct site *site, const struct net_request *r);

// A new session's secret.
void cookie_secret(bool secure, char out[COOKIE_SECRET]);

// The session's secret; false if the request has none. `moves` (may be NULL): it came under the old
// name, and cookie_fill() is to move it.
bool cookie_find(const struct site *site, const struct net_request *r, struct text *secret,
                 bool *moves);

// Set-Cookie headers.
struct cookies {
    char text[COOKIE_FIELDS][COOKIE_SIZE];
    struct net_field field[COOKIE_FIELDS + 2]; // ended by one without a name
    unsigned count;
};

// For `seconds`; 0 deletes it, under every name.
void cookie_fill(struct cookies *c, bool secure, struct text secret, int64_t seconds);

// The device's token; false if the request has none.
bool cookie_find_device(const struct site *site, const struct net_request *r, struct text *token);

// Adds the device's cookie.
void cookie_add_device(struct cookies *c, bool secure, struct text token);

// The bearer token of a request, else its cookie; false if it has neither.
bool credential_find(const struct site *site, const struct net_request *r, struct text *secret);

#endif
