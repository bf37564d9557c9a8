// route: one entry of the API: method and path, the action that access.h authorizes, the limit that
// it counts against, and the handler.
//
//     struct route r = {NET_GET, "/api/matches/:id", ACCESS_WATCH_MATCH, LIMIT_REQUEST, NULL};
//     ok = r.action == ACCESS_WATCH_MATCH;
#ifndef LOGOMACHY_SERVER_API_ROUTE_H
#define LOGOMACHY_SERVER_API_ROUTE_H

#include "server/accounts/access.h"
#include "server/net/net.h"
#include "server/runtime/limit.h"

struct call;

enum { CALL_PARAMS = 3 };

struct route {
    enum net_method method;
    const char *path;          // "/api/matches/:id/moves"; a part with a colon is a parameter
    enum access_action action; // decides who may call it
    enum limit_kind limit;     // charged in addition to a request
    void (*handle)(struct call *c);
};

#endif
