#include "server/live.h"

#include "base/bug.h"
#include "proto/json_text.h"
#include "server/app.h"
#include "server/call.h"
#include "server/chat.h"
#include "server/metrics.h"
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

// At most so many tables watched by one socket, and messages kept until it is known who it is.
enum { WATCHES_MAX = 64, EARLY_MAX = 16, BEAT_MS = 20000, VIEWERS = VIEWER_ALL + 1 };

// A watcher's interest in a table.
struct watch {
    struct watcher *watcher;
    struct table *table;
    struct watch *next_at_table, *next_of_watcher;
};

// All connections of one account.
struct presence {
    char key[24];
    struct watcher *first;
};

struct watcher {
    struct live *live;
    struct net_socket *socket; // NULL: closed, while something for it is still under way
    struct caller who;
    bool known;         // who it is; messages that come before that wait
    bool lobby;         // is told of changes in the lobby
    bool mine;          // is told of all matches of the account
    unsigned under_way; // wants and jobs that will come back
    struct watch *watches;
    unsigned watch_count;
    struct presence *presence;
    struct watcher *next_here;    // of the same account
    struct watcher *next, **link; // all of them
    struct early *early;
    unsigned earlies;
};

struct early {
    struct early *next;
    size_t len;
    char at[];
};

struct live {
    struct app *app;
    struct watcher *first;
    struct map present;
    struct net_timer *beat; // NULL: there was no stream yet
};

struct live *live_open(struct app *app)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->app = app;
    map_init(&l->present, app->map_secret);
    return l;
}

void live_free(struct live *l)
{
    if (!l)
        return;
    BUG_UNLESS(!l->first);
    map_release(&l->present);
    free(l);
}

// --- Sending.

static void send_text(struct watcher *w, struct text message)
{
    if (w->socket)
        net_send(w->socket, message);
}

// Streams are lines.
static void send_dumped(struct watcher *w, struct text message)
{
    if (!w->socket || message.len == 0)
        return;
    send_text(w, message);
    if (net_socket_is_stream(w->socket))
        send_text(w, TEXT("\n"));
}

// Takes over the reference.
static void send_json(struct watcher *w, json_t *json)
{
    struct buf text = {0};
    json_write(json, &text);
    if (buf_ok(&text))
        send_dumped(w, buf_text(&text));
    buf_release(&text);
    json_decref(json);
}

static void send_refusal(struct watcher *w, const char *request, unsigned status,
                         const struct reason *why)
{
    json_t *json = call_error_json(why, w->who.language);
    json_object_set_new(json, "op", json_string("refused"));
    json_object_set_new(json, "request", json_string(request));
    json_object_set_new(json, "status", json_integer(status));
    send_json(w, json);
}

static void refuse_message(struct watcher *w, const char *request, unsigned status,
                           enum message what, const char *arg)
{
    struct reason why;
    reason_set(&why, 0, what, "%s", arg);
    send_refusal(w, request, status, &why);
}

// --- Watching.

static void unwatch(struct watch *v)
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

static struct watch *find_watch(const struct watcher *w, const char *match)
{
    struct watch *v = w->watches;
    while (v && strcmp(table_id(v->table), match) != 0)
        v = v->next_of_watcher;
    return v;
}

static bool watch(struct watcher *w, struct table *t)
{
    struct watch **at = table_watches(t);
    if (find_watch(w, table_id(t)))
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
        unwatch(v);
        send_json(w, json_pack("{s:s,s:s}", "op", "unwatched", "match", table_id(t)));
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
        map_remove(&w->live->present, text_of(p->key));
        free(p);
    }
}

static struct presence *presence_of(const struct live *l, int64_t account)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)account);
    return map_find(&l->present, text_of(key));
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
        snprintf(p->key, sizeof p->key, "%lld", (long long)w->who.account);
        if (!map_add(&w->live->present, text_of(p->key), p)) {
            free(p);
            return;
        }
    }
    w->presence = p;
    w->next_here = p->first;
    p->first = w;
}

static void free_if_done(struct watcher *w)
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
    while (w->watches)
        unwatch(w->watches);
    leave_presence(w);
    forget_early(w);
    w->socket = NULL;
    free_if_done(w);
}

// A page of another site may open a WebSocket to ours with the visitor's cookie. Its origin gives
// it away; programs have none.
bool live_accept(struct live *l, struct net_request *r)
{
    struct text origin = net_header(r, "origin"), host = net_header(r, "host");
    (void)l;
    if (!text_is(net_path(r), "/api/live"))
        return false;
    size_t at = text_find_string(origin, "://");
    return origin.len == 0 || (at < origin.len && text_equal(text_from(origin, at + 3), host));
}

static void begin(struct watcher *w)
{
    w->known = true;
    join_presence(w);
    send_json(w, json_pack("{s:s,s:s?,s:I}", "op", "hello", "name",
                           w->who.account ? w->who.name : NULL, "now", (json_int_t)net_now_ms()));
    while (w->early && w->socket) {
        struct early *e = w->early;
        w->early = e->next;
        live_message(w->live, w->socket, (struct text){e->at, e->len});
        free(e);
    }
}

struct identify {
    struct store_job job;
    struct watcher *watcher;
    char hash[SECRET_HEX];
    struct caller who;
    int64_t expires;
    uint64_t forgotten; // of the sessions, when it was asked for
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
        enum language language = w->who.language;
        w->who = i->who;
        if (!w->who.account)
            w->who.language = language;
        begin(w);
    } else if (w->socket) {
        net_close(w->socket, 1013, TEXT("try again later"));
    }
    free(i);
    free_if_done(w);
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
    if (!call_credential(r, &secret)) {
        begin(w);
        return;
    }
    i = calloc(1, sizeof *i);
    if (!i) {
        net_close(s, 1013, TEXT("try again later"));
        return;
    }
    secret_digest(secret, i->hash);
    if (sessions_find(&l->app->sessions, i->hash, (int64_t)net_now_ms(), &w->who)) {
        free(i);
        begin(w);
        return;
    }
    i->watcher = w;
    w->under_way++;
    ask_who(i);
}

// A stream's client says nothing: that it has gone shows only when something is sent.
static void beat(void *context)
{
    struct live *l = context;
    char line[60];
    int len = snprintf(line, sizeof line, "{\"op\":\"beat\",\"now\":%llu}\n",
                       (unsigned long long)net_now_ms());
    for (struct watcher *w = l->first; w; w = w->next)
        if (w->socket && net_socket_is_stream(w->socket))
            send_text(w, (struct text){line, (size_t)len});
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
    w->mine = true;
    begin(w);
    return w;
}

void live_hold(struct watcher *w)
{
    w->under_way++;
}

void live_say(struct watcher *w, json_t *message)
{
    send_json(w, message);
}

void live_let_go(struct watcher *w)
{
    w->under_way--;
    free_if_done(w);
}

void live_drop(struct live *l, int64_t account)
{
    struct presence *p = presence_of(l, account);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        net_close(w->socket, 4001, TEXT("logged out"));
}

void live_drop_session(struct live *l, int64_t account, const char *session, bool others)
{
    struct presence *p = presence_of(l, account);
    for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
        if ((strcmp(w->who.session, session) == 0) != others)
            net_close(w->socket, 4001, TEXT("logged out"));
}

bool live_is_here(const struct live *l, int64_t account)
{
    return presence_of(l, account) != NULL;
}

// --- Telling.

// What is told of one event. Most viewers may see the same of it, and then it is worded once; only
// what a seat may do next is added for each.
struct wording {
    struct buf lines; // what the viewer may see of it
    struct buf text;  // an object without its end
};

struct telling {
    struct table *table;
    const struct match_event *event;
    struct wording wording[VIEWERS + 1]; // no more than viewers, and one that is being made
    unsigned wordings;
    struct buf text[VIEWERS][2]; // whole, made when the first viewer of its kind comes
};

static void word_event(struct telling *b, struct wording *w)
{
    json_t *json = match_lines_json(table_match(b->table), b->event, buf_text(&w->lines));
    json_object_set_new(json, "op", json_string("event"));
    json_object_set_new(json, "match", json_string(table_id(b->table)));
    if (b->event->kind == EVENT_SIT && table_player(b->table, b->event->seat))
        json_object_set_new(json, "player", json_string(table_player(b->table, b->event->seat)));
    json_write(json, &w->text);
    json_decref(json);
    if (buf_ok(&w->text))
        w->text.len--;
}

// NULL: no memory.
static const struct wording *wording_for(struct telling *b, unsigned viewer)
{
    struct wording *w = &b->wording[b->wordings];
    match_event_for_viewer(table_match(b->table), b->event, viewer, &w->lines);
    for (unsigned i = 0; i < b->wordings && buf_ok(&w->lines); i++)
        if (text_equal(buf_text(&b->wording[i].lines), buf_text(&w->lines))) {
            buf_clear(&w->lines);
            return &b->wording[i];
        }
    if (buf_ok(&w->lines))
        word_event(b, w);
    if (buf_ok(&w->lines) && buf_ok(&w->text)) {
        b->wordings++;
        return w;
    }
    buf_clear(&w->lines);
    buf_clear(&w->text);
    return NULL;
}

static struct text tell_text(struct telling *b, unsigned viewer, int seat)
{
    unsigned kind = seat >= 0 ? (unsigned)seat : viewer;
    struct buf *text = &b->text[kind][seat >= 0 && viewer == VIEWER_ALL];
    if (!text->at && buf_ok(text)) {
        const struct wording *w = wording_for(b, viewer);
        text->failed = !w;
        buf_add_text(text, w ? buf_text(&w->text) : TEXT(""));
        if (seat >= 0) {
            json_t *may =
                match_may_json(table_match(b->table), (unsigned)seat, (int64_t)net_now_ms());
            buf_add_string(text, ",\"may\":");
            json_write(may, text);
            json_decref(may);
        }
        buf_add_byte(text, '}');
    }
    return buf_ok(text) ? buf_text(text) : TEXT("");
}

static void telling_release(struct telling *b)
{
    for (unsigned i = 0; i <= VIEWERS; i++) {
        buf_release(&b->wording[i].lines);
        buf_release(&b->wording[i].text);
    }
    for (unsigned i = 0; i < VIEWERS; i++) {
        buf_release(&b->text[i][0]);
        buf_release(&b->text[i][1]);
    }
}

static void tell(struct telling *b, struct watcher *w)
{
    const struct match *m = table_match(b->table);
    int64_t account = w->who.account;
    send_dumped(w, tell_text(b, match_viewer(m, account), match_seat_of(m, account)));
}

// Players hear of their matches wherever they are, if they asked for it.
static void tell_absent(struct live *l, struct telling *b)
{
    const struct match *m = table_match(b->table);
    for (unsigned i = 0; i < m->terms.config.seats; i++) {
        struct presence *p = m->account[i] ? presence_of(l, m->account[i]) : NULL;
        for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
            if (w->mine && !find_watch(w, table_id(b->table)))
                tell(b, w);
    }
}

static bool concerns_lobby(const struct table *t, enum match_event_kind kind)
{
    return table_match(t)->terms.listed &&
           (kind == EVENT_SIT || kind == EVENT_LEAVE || kind == EVENT_START || kind == EVENT_ABORT);
}

void live_event(struct live *l, struct table *t, const struct match_event *e)
{
    struct telling b = {.table = t, .event = e};
    for (struct watch *v = *table_watches(t); v; v = v->next_at_table)
        tell(&b, v->watcher);
    tell_absent(l, &b);
    telling_release(&b);
    if (concerns_lobby(t, e->kind))
        live_lobby(l, table_summary_json(t));
}

void live_lobby(struct live *l, json_t *summary)
{
    struct buf text = {0};
    json_t *json = json_pack("{s:s,s:o}", "op", "lobby", "match", summary);
    json_write(json, &text);
    for (struct watcher *w = l->first; w && buf_ok(&text); w = w->next)
        if (w->lobby && w->socket)
            send_dumped(w, buf_text(&text));
    buf_release(&text);
    json_decref(json);
}

void live_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
               size_t mutes)
{
    struct buf text = {0};
    json_write(message, &text);
    (void)l;
    for (struct watch *v = *table_watches(t); v && buf_ok(&text); v = v->next_at_table) {
        bool muted = false;
        for (size_t i = 0; i < mutes; i++)
            muted |= muted_by[i] == v->watcher->who.account;
        if (!muted)
            send_dumped(v->watcher, buf_text(&text));
    }
    buf_release(&text);
    json_decref(message);
}

// --- What they say.

// A want of a watcher, which may be gone when it comes back.
struct wish {
    struct hall_want want;
    struct watcher *watcher;
    char match[STORE_MATCH_ID];
    uint64_t from; // for a watch: the first event that is missing; 0: the whole match
};

static struct wish *wish_new(struct watcher *w, const char *match)
{
    struct wish *wish = calloc(1, sizeof *wish);
    if (!wish)
        return NULL;
    wish->watcher = w;
    wish->want.account = w->who.account;
    wish->want.seq = -1;
    wish->want.seat = -1;
    snprintf(wish->match, sizeof wish->match, "%s", match);
    w->under_way++;
    return wish;
}

static void wish_end(struct wish *wish)
{
    struct watcher *w = wish->watcher;
    w->under_way--;
    free(wish);
    free_if_done(w);
}

static void watched(struct hall_want *want, struct table *t)
{
    struct wish *wish = (struct wish *)want;
    struct watcher *w = wish->watcher;
    int64_t account = w->who.account;
    if (w->socket && want->answer != HALL_DONE) {
        refuse_message(w, want->request, want->answer == HALL_NONE ? 404 : 503,
                       want->answer == HALL_NONE ? MSG_API_NOT_FOUND : MSG_API_UNAVAILABLE, "");
    } else if (w->socket && !watch(w, t)) {
        refuse_message(w, want->request, 429, MSG_API_WATCHES, "64");
    } else if (w->socket) {
        json_t *json = json_pack("{s:s,s:s}", "op", "match", "request", want->request);
        if (wish->from)
            json_object_set_new(json, "events", table_events_json(t, wish->from, account, false));
        json_object_set_new(json, "match", table_json(t, account, (int64_t)net_now_ms()));
        send_json(w, json);
    }
    wish_end(wish);
}

static void op_watch(struct watcher *w, json_t *message, const char *match, const char *request)
{
    json_t *from = json_object_get(message, "from");
    if (from && !json_is_null(from) && (!json_is_integer(from) || json_integer_value(from) < 0)) {
        refuse_message(w, request, 400, MSG_API_WANTS_NUMBER, "from\t0\t2147483647");
        return;
    }
    struct wish *wish = wish_new(w, match);
    if (!wish)
        return;
    wish->want.looks = true;
    wish->want.done = watched;
    wish->from = (uint64_t)json_integer_value(from);
    snprintf(wish->want.request, sizeof wish->want.request, "%s", request);
    hall_do(w->live->app->hall, wish->match, &wish->want);
}

static void op_unwatch(struct watcher *w, json_t *message, const char *match, const char *request)
{
    struct watch *v = find_watch(w, match);
    (void)message;
    (void)request;
    if (v)
        unwatch(v);
}

static void acted(struct hall_want *want, struct table *t)
{
    struct wish *wish = (struct wish *)want;
    struct watcher *w = wish->watcher;
    if (w->socket && (want->answer == HALL_DONE || want->answer == HALL_REPEATED)) {
        send_json(w, json_pack("{s:s,s:s,s:s,s:I,s:b}", "op", "done", "match", wish->match,
                               "request", want->request, "seq", (json_int_t)want->number_given,
                               "repeated", want->answer == HALL_REPEATED));
    } else if (w->socket) {
        struct reason why;
        unsigned status = hall_refusal(want, &why);
        send_refusal(w, want->request, status, &why);
        if (want->answer == HALL_STALE && t)
            send_json(w, json_pack("{s:s,s:o}", "op", "match", "match",
                                   table_json(t, w->who.account, (int64_t)net_now_ms())));
    }
    wish_end(wish);
}

static void op_act(struct watcher *w, json_t *message, const char *match, const char *request)
{
    struct wish *wish;
    struct reason why;
    if (!w->who.account) {
        refuse_message(w, request, 401, MSG_API_LOG_IN, "");
        return;
    }
    wish = wish_new(w, match);
    if (!wish)
        return;
    if (!hall_want_read(&wish->want, message, &why)) {
        send_refusal(w, request, 400, &why);
        wish_end(wish);
        return;
    }
    wish->want.done = acted;
    hall_do(w->live->app->hall, wish->match, &wish->want);
}

// A line of chat of a watcher, which may be gone when it comes back.
struct utterance {
    struct chat_line line; // first
    struct watcher *watcher;
    char request[HALL_REQUEST];
};

static void said(struct chat_line *line)
{
    struct utterance *u = (struct utterance *)line;
    struct watcher *w = u->watcher;
    if (w->socket && line->status == 201)
        send_json(w, json_pack("{s:s,s:s,s:s,s:I}", "op", "done", "match", line->match, "request",
                               u->request, "id", (json_int_t)line->id));
    else if (w->socket)
        send_refusal(w, u->request, line->status, &line->why);
    w->under_way--;
    free(u);
    free_if_done(w);
}

static void op_chat(struct watcher *w, json_t *message, const char *match, const char *request)
{
    json_t *text = json_object_get(message, "text");
    struct utterance *u = calloc(1, sizeof *u);
    struct reason why;
    if (!u)
        return;
    if (!chat_read(&u->line, (struct text){json_string_value(text), json_string_length(text)},
                   &why)) {
        send_refusal(w, request, 422, &why);
        free(u);
        return;
    }
    u->line.app = w->live->app;
    u->line.who = w->who;
    u->line.done = said;
    snprintf(u->line.match, sizeof u->line.match, "%s", match);
    snprintf(u->request, sizeof u->request, "%s", request);
    u->watcher = w;
    w->under_way++;
    chat_say(&u->line);
}

static void op_lobby(struct watcher *w, json_t *message, const char *match, const char *request)
{
    (void)match;
    (void)request;
    w->lobby = !json_is_false(json_object_get(message, "on"));
}

static void op_mine(struct watcher *w, json_t *message, const char *match, const char *request)
{
    (void)match;
    (void)request;
    w->mine = !json_is_false(json_object_get(message, "on"));
}

static void op_ping(struct watcher *w, json_t *message, const char *match, const char *request)
{
    (void)message;
    (void)match;
    send_json(w, json_pack("{s:s,s:s,s:I}", "op", "pong", "request", request, "now",
                           (json_int_t)net_now_ms()));
}

static const struct op {
    const char *name;
    void (*run)(struct watcher *w, json_t *message, const char *match, const char *request);
} ops[] = {
    {"watch", op_watch}, {"unwatch", op_unwatch}, {"act", op_act},   {"chat", op_chat},
    {"lobby", op_lobby}, {"mine", op_mine},       {"ping", op_ping},
};

static const char *member(json_t *message, const char *name, size_t max)
{
    json_t *value = json_object_get(message, name);
    return json_is_string(value) && json_string_length(value) < max ? json_string_value(value) : "";
}

static void understand(struct watcher *w, json_t *message)
{
    const char *name = member(message, "op", 16),
               *request = member(message, "request", HALL_REQUEST);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(name, ops[i].name) == 0) {
            ops[i].run(w, message, member(message, "match", STORE_MATCH_ID), request);
            return;
        }
    refuse_message(w, request, 400, MSG_API_NO_OP, name);
}

static bool within_limit(struct watcher *w)
{
    char key[32];
    if (!w->live->app->options->limits)
        return true;
    snprintf(key, sizeof key, "%p", (void *)w);
    return limit_take(w->live->app->limits, LIMIT_MESSAGE, text_of(key), (int64_t)net_now_ms(),
                      NULL);
}

static void keep_early(struct watcher *w, struct text message)
{
    struct early *e = w->earlies++ < EARLY_MAX ? malloc(sizeof *e + message.len) : NULL;
    struct early **at = &w->early;
    if (!e) {
        net_close(w->socket, 1013, TEXT("too early"));
        return;
    }
    e->next = NULL;
    e->len = message.len;
    memcpy(e->at, message.at, message.len);
    while (*at)
        at = &(*at)->next;
    *at = e;
}

void live_message(struct live *l, struct net_socket *s, struct text message)
{
    struct watcher *w = net_socket_user(s);
    json_error_t error;
    (void)l;
    if (!w)
        return;
    if (!w->known) {
        keep_early(w, message);
        return;
    }
    if (!within_limit(w)) {
        net_close(s, 1008, TEXT("too many messages"));
        return;
    }
    json_t *json = json_loadb(message.at, message.len, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(json))
        understand(w, json);
    else
        refuse_message(w, "", 400, MSG_API_BAD_MESSAGE, "");
    json_decref(json);
}
