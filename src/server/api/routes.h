// routes: finds the handler of a request. Each part of the API has a table of routes.
//
//     struct text param[CALL_PARAMS];
//     const struct route *r = routes_find(NET_GET, TEXT("/api/matches"), param, &ok);
//     ok = r && routes_body_limit(r, true) > 0;
#ifndef LOGOMACHY_SERVER_API_ROUTES_H
#define LOGOMACHY_SERVER_API_ROUTES_H

#include "server/api/route.h"

// The tables, each ended by a route without a path.
extern const struct route account_routes[];
extern const struct route admin_routes[];
extern const struct route analysis_routes[];
extern const struct route catalogue_routes[];
extern const struct route daily_routes[];
extern const struct route chat_routes[];
extern const struct route device_routes[];
extern const struct route key_routes[];
extern const struct route lobby_routes[];
extern const struct route match_routes[];
extern const struct route news_routes[];
extern const struct route me_routes[];
extern const struct route player_routes[];
extern const struct route word_routes[];

// The route, with the parameters of its path; NULL if there is none. `path_known` says whether
// another method would match. HEAD is answered like GET.
const struct route *routes_find(enum net_method method, struct text path,
                                struct text param[CALL_PARAMS], bool *path_known);

// The maximum size of a call's body, in bytes.
size_t routes_body_limit(const struct route *r, bool is_anonymous);

// Iterates over all routes, for the description of the API and its tests. NULL: past the last.
const struct route *routes_nth(unsigned n);

#endif
