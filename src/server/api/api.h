// api: what the handlers of the HTTP API use. ops/app.c fills it in; everything is borrowed and
// outlives the calls.
//
//     struct api api = {.calls = NULL};
//     ok = !api.remote;
#ifndef LOGOMACHY_SERVER_API_API_H
#define LOGOMACHY_SERVER_API_API_H

#include "server/accounts/session.h"
#include "server/api/catalogue.h"
#include "server/api/news.h"
#include "server/live/live.h"
#include "server/net/net.h"
#include "server/net/static_files.h"
#include "server/play/daily.h"
#include "server/play/tables.h"
#include "server/runtime/limit.h"
#include "server/runtime/pool.h"
#include "server/runtime/site.h"

struct api {
    struct site *site;
    struct sessions *sessions;
    struct tables *tables;
    struct live *live;
    struct remote *remote; // searches on workers; NULL: there are none
    struct catalogue *catalogue;
    struct news *news;
    struct packs *packs;      // lexicons for browsers, made so far; see packs.h
    struct static_files *web; // the client's files; NULL: there are none
    struct buf policy;        // theirs, see policy.h; owned
    struct daily_source daily;
    struct call *calls;     // not answered yet
    struct export *exports; // under way, see export.h
};

#endif
