#include "server/api/routes.h"

static const struct route *const tables[] = {
    account_routes, admin_routes,  analysis_routes, catalogue_routes, chat_routes,
    daily_routes,   device_routes, key_routes,      lobby_routes,     match_routes,
    me_routes,      news_routes,   player_routes,   word_routes,
};

// A record of the longest game has a few kB, and up to three times as many when its letters come as
// \\u0441. Without a session the largest body is a name, a password, an address.
enum { BODY_ANONYMOUS = 4 * 1024, BODY_PLAYER = 16 * 1024, BODY_LONG = 64 * 1024 };

size_t routes_body_limit(const struct route *r, bool is_anonymous)
{
    static const char *const long_ones[] = {"/api/analysis", "/api/analysis/replay",
                                            "/api/admin/news", "/api/me/games/:id"};
    if (is_anonymous)
        return BODY_ANONYMOUS;
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        if (text_is(text_of(r->path), long_ones[i]))
            return BODY_LONG;
    return BODY_PLAYER;
}

static bool fits(const char *pattern, struct text path, struct text param[CALL_PARAMS])
{
    struct text rest = text_of(pattern);
    unsigned params = 0;
    while (rest.len && path.len) {
        struct text want = text_cut(&rest, '/'), part = text_cut(&path, '/');
        if (want.len && want.at[0] == ':') {
            if (part.len == 0 || params == CALL_PARAMS)
                return false;
            param[params++] = part;
        } else if (!text_equal(want, part)) {
            return false;
        }
    }
    return rest.len == 0 && path.len == 0;
}

const struct route *routes_nth(unsigned n)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct route *r = tables[t]; r->path; r++)
            if (n-- == 0)
                return r;
    return NULL;
}

const struct route *routes_find(enum net_method method, struct text path,
                                struct text param[CALL_PARAMS], bool *path_known)
{
    enum net_method wanted = method == NET_HEAD ? NET_GET : method;
    *path_known = false;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct route *r = tables[t]; r->path; r++) {
            if (!fits(r->path, path, param))
                continue;
            *path_known = true;
            if (r->method == wanted)
                return r;
        }
    return NULL;
}
