#include "server/live/live.h"

#include "base/bug.h"
#include "bus/bus.h"
#include "server/accounts/cookie.h"
#include "server/live/subscriptions.h"
#include "server/live/watcher.h"
#include "server/net/origin.h"

#include <stdlib.h>
#include <string.h>

enum { KEEPALIVE_MS = 20000 };

struct live *live_open(const struct live_options *options)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->site = options->site;
    l->tables = options->tables;
    l->sessions = options->sessions;
    l->listener = options->listener;
    l->context = options->context;
    map_init(&l->connections, l->site->map_secret);
    l->broadcast = broadcast_new();
    l->subscriptions = subscriptions_open(l);
    if (l->broadcast && l->subscriptions)
        return l;
    live_free(l);
    return NULL;
}

void live_free(struct live *l)
{
    if (!l)
        return;
    BUG_UNLESS(!l->first);
    live_lobby_free(l);
    map_release(&l->connections);
    broadcast_free(l->broadcast);
    subscriptions_free(l->subscriptions);
    free(l);
}

// The match cannot be read any more. Its watchers learn that nothing more will come, and may watch
// it again later.
void live_table_gone(struct live *l, struct table *t)
{
    struct watch *v;
    (void)l;
    while ((v = *table_watches(t))) {
        struct watcher *w = v->watcher;
        watcher_unwatch(v);
        watcher_send_json(w, PUSH_UNWATCHED, NULL, json_pack("{s:s}", "match", table_id(t)));
    }
}

// --- Connecting and disconnecting.

static struct watcher *watcher_new(struct live *l, struct net_socket *s)
{
    struct watcher *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->live = l;
    w->socket = s;
    w->next = l->first;
    w->link = &l->first;
    if (w->next)
        w->next->link = &w->next;
    l->first = w;
    net_socket_set_user(s, w);
    return w;
}

static void forget_early(struct watcher *w)
{
    while (w->early) {
        struct early *e = w->early;
        w->early = e->next;
        free(e);
    }
}

// An account's key in the map: its bytes.
static struct text account_key(const int64_t *account)
{
    return (struct text){(const char *)account, sizeof *account};
}

static void leave_connections(struct watcher *w)
{
    struct connections *p = w->account;
    if (!p)
        return;
    struct watcher **at = &p->first;
    while (*at != w)
        at = &(*at)->next_here;
    *at = w->next_here;
    w->account = NULL;
    if (!p->first) {
        map_remove(&w->live->connections, account_key(&p->account));
        w->live->listener->left(w->live->context, p);
        free(p);
    }
}

struct connections *connections_of(const struct live *l, int64_t account)
{
    return map_find(&l->connections, account_key(&account));
}

static void join_connections(struct watcher *w)
{
    struct connections *p = connections_of(w->live, w->caller.account);
    if (!w->caller.account)
        return;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p)
            return;
        p->account = w->caller.account;
        p->live = w->live;
        if (!map_add(&w->live->connections, account_key(&p->account), p)) {
            free(p);
            return;
        }
        w->live->listener->joined(w->live->context, p);
    }
    w->account = p;
    w->next_here = p->first;
    p->first = w;
}

void live_closed(struct live *l, struct net_socket *s)
{
    struct watcher *w = net_socket_user(s);
    (void)l;
    if (!w)
        return;
    for (struct watch *v = w->watches, *next; v; v = next) {
        next = v->next_of_watcher;
        watcher_unwatch(v);
    }
    leave_connections(w);
    forget_early(w);
    w->socket = NULL;
    watcher_settle(w);
}

// Another site's page may open a WebSocket to ours with the visitor's cookie (cross-site WebSocket
// hijacking). Its Origin header gives it away; programs send none.
bool live_accept(struct live *l, struct net_request *r)
{
    return text_is(net_path(r), "/api/live") && origin_allows(text_of(l->site->url), r);
}

static void watcher_begin(struct watcher *w)
{
    w->known = true;
    join_connections(w);
    watcher_send_json(w, PUSH_HELLO, NULL,
                      json_pack("{s:s?,s:b,s:I}", "name", w->caller.account ? w->caller.name : NULL,
                                "spread", bus_is_shared(w->live->site->bus), "now",
                                (json_int_t)net_now_ms()));
    watcher_process_early(w);
}

struct identify {
    struct store_job job;
    struct watcher *watcher;
    char hash[SECRET_HEX];
    struct caller caller;
    int64_t expires;
    uint64_t forgotten; // sessions->forgotten when the lookup began
    bool by_cookie;     // the credential is a cookie
};

static enum store_status live_run_identify(struct store_tx *tx, struct store_job *job)
{
    struct identify *i = (struct identify *)job;
    enum store_status status =
        session_load(tx, i->hash, (int64_t)net_now_ms(), &i->caller, &i->expires);
    if (status != STORE_OK)
        i->caller = (struct caller){0};
    return status == STORE_NONE ? STORE_OK : status;
}

static void live_identified(struct store_job *job);

static void find_caller(struct identify *i)
{
    struct live *l = i->watcher->live;
    i->job = (struct store_job){.run = live_run_identify, .done = live_identified};
    i->forgotten = l->sessions->forgotten;
    store_read(l->site->store, &i->job);
}

// An API token is not accepted from a cookie, which another host may have planted.
static void watcher_begin_as(struct identify *i)
{
    struct watcher *w = i->watcher;
    enum language language = w->caller.language;
    w->caller = i->by_cookie && i->caller.token ? (struct caller){0} : i->caller;
    if (!w->caller.account)
        w->caller.language = language;
    watcher_begin(w);
}

static void live_identified(struct store_job *job)
{
    struct identify *i = (struct identify *)job;
    struct watcher *w = i->watcher;
    // A session was revoked during the read. Its sockets were closed, and this one was not yet
    // among them: ask again.
    if (w->socket && i->forgotten != w->live->sessions->forgotten) {
        find_caller(i);
        return;
    }
    w->under_way--;
    if (w->socket && job->status == STORE_OK) {
        watcher_begin_as(i);
    } else if (w->socket) {
        net_close(w->socket, 1013, TEXT("try again later"));
    }
    free(i);
    watcher_settle(w);
}

void live_opened(struct live *l, struct net_socket *s, struct net_request *r)
{
    struct watcher *w = watcher_new(l, s);
    struct text secret;
    struct identify *i;
    if (!w) {
        net_close(s, 1013, TEXT("try again later"));
        return;
    }
    w->caller.language = language_from_tag(net_header(r, "accept-language"));
    snprintf(w->address, sizeof w->address, "%.*s", TEXT_ARG(net_client(r)));
    if (!credential_find(l->site, r, &secret)) {
        watcher_begin(w);
        return;
    }
    i = calloc(1, sizeof *i);
    if (!i) {
        net_close(s, 1013, TEXT("try again later"));
        return;
    }
    secret_digest(secret, i->hash);
    i->by_cookie = !text_starts(net_header(r, "authorization"), "Bearer ");
    i->watcher = w;
    if (sessions_find(l->sessions, i->hash, (int64_t)net_now_ms(), &i->caller)) {
        watcher_begin_as(i);
        free(i);
        return;
    }
    w->under_way++;
    find_caller(i);
}

// The client of a stream sends nothing, so a lost connection shows only when something is sent.
static void live_send_keepalive(void *context)
{
    struct live *l = context;
    char line[60];
    int len = snprintf(line, sizeof line, "{\"op\":\"%s\",\"now\":%llu}",
                       access_push(PUSH_BEAT)->name, (unsigned long long)net_now_ms());
    for (struct watcher *w = l->first; w; w = w->next)
        if (w->socket && net_socket_is_stream(w->socket))
            watcher_send(w, PUSH_BEAT, NULL, (struct text){line, (size_t)len});
}

struct watcher *live_stream(struct live *l, struct net_socket *s, const struct caller *caller)
{
    struct watcher *w = watcher_new(l, s);
    if (!l->keepalive)
        l->keepalive = net_timer(l->site->net, KEEPALIVE_MS, KEEPALIVE_MS, live_send_keepalive, l);
    if (!w || !l->keepalive) {
        net_close(s, 1013, TEXT(""));
        return NULL;
    }
    w->caller = *caller;
    subscriptions_begin(l->subscriptions, caller->account);
    w->mine = true;
    watcher_begin(w);
    return w;
}

void live_hold(struct watcher *w)
{
    w->under_way++;
}

void live_say(struct watcher *w, enum live_push push, json_t *message)
{
    watcher_send_json(w, push, NULL, message);
}

void live_let_go(struct watcher *w)
{
    w->under_way--;
    watcher_settle(w);
}

void live_drop(struct live *l, int64_t account)
{
    struct connections *p = connections_of(l, account);
    l->listener->dropped(l->context, account);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        net_close(w->socket, 4001, TEXT("logged out"));
}

void live_drop_session(struct live *l, int64_t account, const char *session, bool others)
{
    struct connections *p = connections_of(l, account);
    l->listener->session_dropped(l->context, account, session, others);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        if ((strcmp(w->caller.session, session) == 0) != others)
            net_close(w->socket, 4001, TEXT("logged out"));
}

bool live_is_here(const struct live *l, int64_t account)
{
    return live_is_connected(l, account) || l->listener->is_elsewhere(l->context, account);
}

bool live_is_connected(const struct live *l, int64_t account)
{
    return connections_of(l, account);
}

int64_t live_next_account(const struct live *l, size_t *at)
{
    const struct connections *c = map_next(&l->connections, at);
    return c ? c->account : 0;
}

uint64_t live_next_seq(const struct live *l, const char *match)
{
    return subscriptions_next_seq(l->subscriptions, match);
}

void live_tick(struct live *l)
{
    live_recheck(l);
    if (l->site->stopping)
        return;
    subscriptions_tick(l->subscriptions);
    live_attend(l);
}
