#include "server/live/watcher.h"

#include "base/bug.h"
#include "proto/json_text.h"
#include "server/api/call.h"
#include "server/cluster/relay.h"
#include "server/live/mine.h"
#include "server/net/origin.h"
#include "server/ops/app.h"
#include "server/play/table.h"

#include <stdlib.h>
#include <string.h>

// At most so many tables are watched by one socket.
enum { WATCHES_MAX = 64, BEAT_MS = 20000 };

struct live *live_open(struct app *app)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l || !(l->telling = telling_new())) {
        free(l);
        return NULL;
    }
    l->app = app;
    map_init(&l->present, app->map_secret);
    return l;
}

void live_free(struct live *l)
{
    if (!l)
        return;
    BUG_UNLESS(!l->first);
    live_lobby_free(l);
    map_release(&l->present);
    telling_free(l->telling);
    free(l);
}

// --- Sending.

static void send_text(struct watcher *w, struct text message)
{
    if (w->socket)
        net_send(w->socket, message);
}

bool watcher_may(const struct watcher *w, enum live_push push, const struct table *t)
{
    return access_may(access_push(push)->action, &w->who, t, NULL);
}

// Streams are lines.
void watcher_send(struct watcher *w, enum live_push push, const struct table *t,
                  struct text message)
{
    if (!w->socket || message.len == 0 || !watcher_may(w, push, t))
        return;
    send_text(w, message);
    if (net_socket_is_stream(w->socket))
        send_text(w, TEXT("\n"));
}

void watcher_send_json(struct watcher *w, enum live_push push, const struct table *t, json_t *json)
{
    struct buf text = {0};
    json_object_set_new(json, "op", json_string(access_push(push)->name));
    json_write(json, &text);
    if (buf_ok(&text))
        watcher_send(w, push, t, buf_text(&text));
    buf_release(&text);
    json_decref(json);
}

void watcher_refuse(struct watcher *w, const char *request, unsigned status,
                    const struct reason *why)
{
    json_t *json = call_error_json(why, w->who.language);
    json_object_set_new(json, "request", json_string(request));
    json_object_set_new(json, "status", json_integer(status));
    watcher_send_json(w, PUSH_REFUSED, NULL, json);
}

void watcher_refuse_with(struct watcher *w, const char *request, unsigned status, enum message what,
                         const char *arg)
{
    struct reason why;
    reason_set(&why, 0, what, "%s", arg);
    watcher_refuse(w, request, status, &why);
}

// --- Watching.

void watcher_unwatch(struct watch *v)
{
    struct watch **at = table_watches(v->table), **own = &v->watcher->watches;
    while (*at != v)
        at = &(*at)->next_at_table;
    *at = v->next_at_table;
    while (*own != v)
        own = &(*own)->next_of_watcher;
    *own = v->next_of_watcher;
    v->watcher->watch_count--;
    free(v);
}

struct watch *watcher_find(const struct watcher *w, const char *match)
{
    struct watch *v = w->watches;
    while (v && strcmp(table_id(v->table), match) != 0)
        v = v->next_of_watcher;
    return v;
}

bool watcher_watch(struct watcher *w, struct table *t)
{
    struct watch **at = table_watches(t);
    if (watcher_find(w, table_id(t)))
        return true;
    struct watch *v = w->watch_count < WATCHES_MAX ? calloc(1, sizeof *v) : NULL;
    if (!v)
        return false;
    *v = (struct watch){w, t, *at, w->watches};
    *at = w->watches = v;
    w->watch_count++;
    return true;
}

// The match cannot be read any more. Who watched it knows then that nothing more will come, and can
// ask for it again.
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

// --- Coming and going.

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

// What an account is found by: its bytes.
static struct text account_key(const int64_t *account)
{
    return (struct text){(const char *)account, sizeof *account};
}

static void leave_presence(struct watcher *w)
{
    struct presence *p = w->presence;
    if (!p)
        return;
    struct watcher **at = &p->first;
    while (*at != w)
        at = &(*at)->next_here;
    *at = w->next_here;
    w->presence = NULL;
    if (!p->first) {
        map_remove(&w->live->present, account_key(&p->account));
        relay_hear_no_more(w->live->app->relay, p->sub);
        relay_went(w->live->app->relay, w->who.account);
        free(p);
    }
}

struct presence *presence_of(const struct live *l, int64_t account)
{
    return map_find(&l->present, account_key(&account));
}

static void join_presence(struct watcher *w)
{
    struct presence *p = presence_of(w->live, w->who.account);
    if (!w->who.account)
        return;
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p)
            return;
        p->account = w->who.account;
        if (!map_add(&w->live->present, account_key(&p->account), p)) {
            free(p);
            return;
        }
        p->sub = relay_hear_player(w->live->app->relay, w->who.account, p);
        relay_came(w->live->app->relay, w->who.account);
    }
    w->presence = p;
    w->next_here = p->first;
    p->first = w;
}

void watcher_settle(struct watcher *w)
{
    if (w->socket || w->under_way)
        return;
    *w->link = w->next;
    if (w->next)
        w->next->link = w->link;
    free(w);
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
    leave_presence(w);
    forget_early(w);
    w->socket = NULL;
    watcher_settle(w);
}

// A page of another site may open a WebSocket to ours with the visitor's cookie. Its origin gives
// it away; programs have none.
bool live_accept(struct live *l, struct net_request *r)
{
    return text_is(net_path(r), "/api/live") && origin_allows(text_of(l->app->url), r);
}

void watcher_hear_early(struct watcher *w)
{
    while (w->early && w->socket && w->known) {
        struct early *e = w->early;
        w->early = e->next;
        w->early_bytes -= sizeof *e + e->len;
        live_message(w->live, w->socket, (struct text){e->at, e->len});
        free(e);
    }
}

static void begin(struct watcher *w)
{
    w->known = true;
    join_presence(w);
    watcher_send_json(w, PUSH_HELLO, NULL,
                      json_pack("{s:s?,s:b,s:I}", "name", w->who.account ? w->who.name : NULL,
                                "spread", bus_is_shared(w->live->app->bus), "now",
                                (json_int_t)net_now_ms()));
    watcher_hear_early(w);
}

struct identify {
    struct store_job job;
    struct watcher *watcher;
    char hash[SECRET_HEX];
    struct caller who;
    int64_t expires;
    uint64_t forgotten; // of the sessions, when it was asked for
    bool by_cookie;     // what the client has shown
};

static enum store_status run_identify(struct store_tx *tx, struct store_job *job)
{
    struct identify *i = (struct identify *)job;
    enum store_status status =
        session_load(tx, i->hash, (int64_t)net_now_ms(), &i->who, &i->expires);
    if (status != STORE_OK)
        i->who = (struct caller){0};
    return status == STORE_NONE ? STORE_OK : status;
}

static void identified(struct store_job *job);

static void ask_who(struct identify *i)
{
    struct app *app = i->watcher->live->app;
    i->job = (struct store_job){.run = run_identify, .done = identified};
    i->forgotten = app->sessions.forgotten;
    store_read(app->store, &i->job);
}

// A program's token is not taken from a cookie, which another host may have planted.
static void begin_as(struct identify *i)
{
    struct watcher *w = i->watcher;
    enum language language = w->who.language;
    w->who = i->by_cookie && i->who.token ? (struct caller){0} : i->who;
    if (!w->who.account)
        w->who.language = language;
    begin(w);
}

static void identified(struct store_job *job)
{
    struct identify *i = (struct identify *)job;
    struct watcher *w = i->watcher;
    struct app *app = w->live->app;
    // Somebody has logged out while this was being read, and sockets were closed for it that this
    // one was not yet among.
    if (w->socket && i->forgotten != app->sessions.forgotten) {
        ask_who(i);
        return;
    }
    w->under_way--;
    if (w->socket && job->status == STORE_OK) {
        begin_as(i);
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
    w->who.language = language_from_tag(net_header(r, "accept-language"));
    snprintf(w->address, sizeof w->address, "%.*s", TEXT_ARG(net_client(r)));
    if (!call_credential(l->app, r, &secret)) {
        begin(w);
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
    if (sessions_find(&l->app->sessions, i->hash, (int64_t)net_now_ms(), &i->who)) {
        begin_as(i);
        free(i);
        return;
    }
    w->under_way++;
    ask_who(i);
}

// A stream's client says nothing: that it has gone shows only when something is sent.
static void beat(void *context)
{
    struct live *l = context;
    char line[60];
    int len = snprintf(line, sizeof line, "{\"op\":\"%s\",\"now\":%llu}",
                       access_push(PUSH_BEAT)->name, (unsigned long long)net_now_ms());
    for (struct watcher *w = l->first; w; w = w->next)
        if (w->socket && net_socket_is_stream(w->socket))
            watcher_send(w, PUSH_BEAT, NULL, (struct text){line, (size_t)len});
}

struct watcher *live_stream(struct live *l, struct net_socket *s, const struct caller *who)
{
    struct watcher *w = watcher_new(l, s);
    if (!l->beat)
        l->beat = net_timer(l->app->net, BEAT_MS, BEAT_MS, beat, l);
    if (!w || !l->beat) {
        net_close(s, 1013, TEXT(""));
        return NULL;
    }
    w->who = *who;
    mine_begin(l->app->mine, who->account);
    w->mine = true;
    begin(w);
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
    struct presence *p = presence_of(l, account);
    relay_drop(l->app->relay, account);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        net_close(w->socket, 4001, TEXT("logged out"));
}

void live_drop_session(struct live *l, int64_t account, const char *session, bool others)
{
    struct presence *p = presence_of(l, account);
    relay_drop_session(l->app->relay, account, session, others);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        if ((strcmp(w->who.session, session) == 0) != others)
            net_close(w->socket, 4001, TEXT("logged out"));
}

bool live_is_here(const struct live *l, int64_t account)
{
    return presence_of(l, account) || relay_is_here(l->app->relay, account);
}
