// app: the composition root: opens the parts of a server, connects them (wiring.h), runs the loop
// and closes them in order. Everything but the threads of the store, the pool and the mailer runs
// on the loop's thread.
//
//     static struct options options;
//     struct app *app = app_open(&options, NULL, &why);
//     app_run(app); /* until SIGTERM or SIGINT */
//     app_close(app);
#ifndef LOGOMACHY_SERVER_OPS_APP_H
#define LOGOMACHY_SERVER_OPS_APP_H

#include "bus/bus.h"
#include "rules/lexicon_cache.h"
#include "server/api/api.h"
#include "server/ops/health.h"
#include "server/ops/reload.h"
#include "server/ops/wiring.h"
#include "server/runtime/counts.h"
#include "server/runtime/site.h"
#include "store/store.h"

struct app {
    struct site site;
    struct search_path search_path;
    struct lexicon_cache lexicons;
    struct heartbeat heartbeat;
    struct health health;
    struct mailer *mailer;
    struct sessions sessions;
    struct play play;
    struct lease *lease;         // of the shards that this process drives
    struct remote *remote;       // NULL: no bus, so no workers
    struct tables *tables;       // live matches
    struct scheduler *scheduler; // due work of matches that are not in memory
    struct expiry_scan *expiry;
    struct live *live;       // connected clients
    struct catchup *catchup; // with other processes
    struct chat_catchup *chat_catchup;
    struct fanout *fanout; // to other processes
    struct wiring wiring;
    struct api api;
    struct mail_queue *mail_queue;
    struct admin_queue *admin_queue;
    struct reload reload;
    struct counts counts;
    struct store_job sweep; // run is NULL while it is not under way
    bool stopped;
    bool bus_was_up;
    unsigned stop_ticks;
};

// `host` says where games and lexicons come from; NULL: the program's own. NULL, with the reason,
// if something cannot be opened.
struct app *app_open(const struct options *options, const struct record_host *host,
                     struct reason *why);
void app_run(struct app *app);
void app_close(struct app *app);

#endif
