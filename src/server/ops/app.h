// app: the parts of a running server, and how they are put together. Everything but the threads of
// the store, the pool and the mailer happens on the loop's thread.
//
//     struct app *app = app_open(&options, &why);
//     app_run(app);           // until SIGTERM or SIGINT
//     app_close(app);
#ifndef LOGOMACHY_SERVER_OPS_APP_H
#define LOGOMACHY_SERVER_OPS_APP_H

#include "bus/bus.h"
#include "rules/lexicon_cache.h"
#include "server/accounts/session.h"
#include "server/api/catalogue.h"
#include "server/cluster/life.h"
#include "server/live/live.h"
#include "server/net/net.h"
#include "server/net/static_files.h"
#include "server/ops/health.h"
#include "server/ops/mail.h"
#include "server/ops/news.h"
#include "server/play/daily.h"
#include "server/play/hall.h"
#include "server/runtime/counts.h"
#include "server/runtime/limit.h"
#include "server/runtime/options.h"
#include "server/runtime/pool.h"
#include "server/runtime/secret.h"
#include "store/store.h"

#include <stdatomic.h>

struct app {
    const struct options *_Atomic options; // borrowed; SIGHUP brings others (reload.h)
    struct reload *reload;                 // those
    struct shelf shelf;
    struct lexicon_cache library;
    struct record_host host; // of the library
    struct catalogue *catalogue;
    struct net *net;
    struct store *store;
    struct bus *bus; // of the site's processes
    struct pool *pool;
    struct engine_cache *engines; // of the pool's searches
    struct remote *remote;        // NULL: there is no bus to ask workers over
    struct mailer *mailer;
    struct limits *limits;
    struct news *news;
    struct static_files *web; // NULL: there is no client
    struct sessions sessions;
    struct lease *lease; // which matches this process looks after
    struct hall *hall;
    struct live *live;
    struct relay *relay;     // to the other processes
    struct unheard *unheard; // lines of chat that messages did not bring
    struct mine *mine;       // matches of those who want to hear of all of theirs
    uint64_t map_secret;
    struct secret_key key; // signs CSRF tokens; kept by the store
    struct daily_source daily;
    atomic_bool stopping; // searches look at it from their threads
    struct call *calls;   // requests that are not answered yet
    struct counts counts;
    bool stopped;
    bool bus_was_up;
    unsigned stop_ticks;
    struct life life;
    struct health health;
    struct store_job sweep; // run is NULL while it is not under way
    struct post *post;      // mails on their way, see post.h
    struct expiry *expiry;  // of matches that nobody plays
    struct export *exports; // on their way, see export.h
    struct orders *orders;  // being carried out, see orders.h
    char url[300];          // the site's address, without a slash at the end
};

// `host` says where games and lexicons come from; NULL: the program's own. NULL with the reason
// where something cannot be opened.
struct app *app_open(const struct options *options, const struct record_host *host,
                     struct reason *why);
void app_run(struct app *app);
void app_close(struct app *app);

void app_wake(void *context); // the app; from any thread: something is done

#endif
