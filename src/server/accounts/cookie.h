// cookie: the cookie that a browser's session is in, and the one by which the browser is known at
// the next login (see device.h).
//
// Over TLS it is called __Host-logomachy: browsers take such a cookie only from this very host and
// only over TLS, so no page of a neighbouring host can plant one. Its secret begins with "h.", and
// is worth nothing under the plain name. The plain name is for development over http, and for
// sessions of before: over TLS those are moved to the new name with the next answer.
//
// The device's cookie follows the same rule under a name of its own, but is not moved: without it
// the next login is merely one from a browser that is not known. Logging out leaves it.
#ifndef LOGOMACHY_SERVER_ACCOUNTS_COOKIE_H
#define LOGOMACHY_SERVER_ACCOUNTS_COOKIE_H

#include "server/net/net.h"
#include "server/runtime/secret.h"

#include <stdint.h>

struct app;

#define COOKIE_PLAIN "logomachy"
#define COOKIE_HOST "__Host-" COOKIE_PLAIN
#define COOKIE_DEVICE_PLAIN "logomachy-device"
#define COOKIE_DEVICE_HOST "__Host-" COOKIE_DEVICE_PLAIN

enum { COOKIE_SECRET = SECRET_TOKEN + 2, COOKIE_SIZE = 256, COOKIE_FIELDS = 3 };

// Does TLS protect what goes between this browser and the site?
bool cookie_is_secure(const struct app *app, const struct net_request *r);

// A new session's secret.
void cookie_secret(bool secure, char out[COOKIE_SECRET]);

// The session's secret; false where the request has none. `moves` (may be NULL): it came under the
// name of before, and cookie_fill() is to move it.
bool cookie_find(const struct app *app, const struct net_request *r, struct text *secret,
                 bool *moves);

// Set-Cookie, once for each.
struct cookies {
    char text[COOKIE_FIELDS][COOKIE_SIZE];
    struct net_field field[COOKIE_FIELDS + 2]; // ended by one without a name
    unsigned count;
};

// For `seconds`; 0 deletes it, under every name.
void cookie_fill(struct cookies *c, bool secure, struct text secret, int64_t seconds);

// The device's token; false where the request has none.
bool cookie_find_device(const struct app *app, const struct net_request *r, struct text *token);

// Adds the device's cookie to what is there already.
void cookie_add_device(struct cookies *c, bool secure, struct text token);

#endif
