// site: what every room of the server may use: the options, the database, the bus, the network
// loop, the thread pool, the site's key and address. It holds handles only and knows nothing of
// matches, connections or requests. ops/app.c fills it in, owns what it points to, and keeps it
// until all rooms are closed.
//
//     struct site site = {.url = "https://example.org"};
//     bool limited = site.options && site_options(&site)->limits;
#ifndef LOGOMACHY_SERVER_RUNTIME_SITE_H
#define LOGOMACHY_SERVER_RUNTIME_SITE_H

#include "rules/record.h"
#include "server/runtime/options.h"
#include "server/runtime/secret.h"

#include <stdatomic.h>

struct bus;
struct engine_cache;
struct limits;
struct net;
struct pool;
struct store;

struct site {
    const struct options *_Atomic options; // borrowed; SIGHUP replaces them (ops/reload.h)
    struct net *net;                       // NULL until it listens
    struct store *store;
    struct bus *bus;              // to the other processes of the site
    struct pool *pool;            // NULL once it is closed
    struct engine_cache *engines; // for searches in the pool
    struct limits *limits;
    uint64_t map_secret;            // seeds hash maps whose keys clients choose
    struct secret_key key;          // signs CSRF tokens and more; kept by the store
    struct record_host host;        // games and lexicons, for the loop's thread
    struct record_host thread_host; // the same for any thread; no context: not there yet
    atomic_bool stopping;           // searches poll it from their threads
    char url[300];                  // the site's public address, without a slash at the end
};

static inline const struct options *site_options(const struct site *s)
{
    return s->options;
}

#endif
