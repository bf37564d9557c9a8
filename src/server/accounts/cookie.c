#include "server/accounts/cookie.h"

#include "server/accounts/device.h"

#include <stdio.h>

#define MARK "h."
#define DEVICE_SECONDS (INT64_C(86400) * DEVICE_DAYS)

bool cookie_is_secure(const struct site *site, const struct net_request *r)
{
    return net_is_secure(r) || text_starts(text_of(site->url), "https://");
}

void cookie_secret(bool secure, char out[COOKIE_SECRET])
{
    char token[SECRET_TOKEN];
    secret_token(token);
    snprintf(out, COOKIE_SECRET, "%s%s", secure ? MARK : "", token);
    secret_wipe(token, sizeof token);
}

bool cookie_find(const struct site *site, const struct net_request *r, struct text *secret,
                 bool *moves)
{
    bool secure = cookie_is_secure(site, r);
    if (moves)
        *moves = false;
    if (secure && net_cookie(r, COOKIE_HOST, secret) && secret->len)
        return true;
    if (!net_cookie(r, COOKIE_PLAIN, secret) || !secret->len || text_starts(*secret, MARK))
        return false;
    if (moves)
        *moves = secure;
    return true;
}

_Static_assert((int)DEVICE_TOKEN >= (int)COOKIE_SECRET, "a session's secret is the shorter one");

static void add_cookie(struct cookies *c, const char *name, bool secure, struct text secret,
                       int64_t seconds)
{
    char *text = c->text[c->count];
    snprintf(text, COOKIE_SIZE, "%s=%.*s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s", name,
             TEXT_ARG(text_head(secret, DEVICE_TOKEN)), (long long)seconds,
             secure ? "; Secure" : "");
    c->field[c->count++] = (struct net_field){"Set-Cookie", text_of(text)};
}

void cookie_fill(struct cookies *c, bool secure, struct text secret, int64_t seconds)
{
    *c = (struct cookies){0};
    add_cookie(c, secure ? COOKIE_HOST : COOKIE_PLAIN, secure, secret, seconds);
    if (secure)
        add_cookie(c, COOKIE_PLAIN, false, (struct text){"", 0}, 0);
}

bool cookie_find_device(const struct site *site, const struct net_request *r, struct text *token)
{
    const char *name = cookie_is_secure(site, r) ? COOKIE_DEVICE_HOST : COOKIE_DEVICE_PLAIN;
    return net_cookie(r, name, token) && token->len;
}

void cookie_add_device(struct cookies *c, bool secure, struct text token)
{
    add_cookie(c, secure ? COOKIE_DEVICE_HOST : COOKIE_DEVICE_PLAIN, secure, token, DEVICE_SECONDS);
}

bool credential_find(const struct site *site, const struct net_request *r, struct text *secret)
{
    struct text bearer = net_header(r, "authorization");
    if (text_starts(bearer, "Bearer ")) {
        *secret = text_trim(text_from(bearer, 7));
        return secret->len > 0;
    }
    return cookie_find(site, r, secret, NULL);
}
